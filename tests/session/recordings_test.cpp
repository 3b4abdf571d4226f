#include "app/session/files/recordings.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/paths.h"
#include "tests/temporary_folder.h"
#include "tile_recording.h"

namespace lanescope::app {
namespace {

namespace fs = std::filesystem;

class RecordingsTest : public tests::InFolder<::testing::Test> {
 protected:
  fs::path folder(const char* name) const {
    fs::create_directories(folder_ / name);
    return folder_ / name;
  }
  static void write(const fs::path& path, const std::string& gpu) {
    device::Recording recording = test::recording_of_tile({{1024, 0}});
    recording.gpu.name = gpu;
    std::ofstream(path) << device::to_json(recording);
  }
};

TEST_F(RecordingsTest, shipped_ones_come_first_by_name_then_the_users_own) {
  write(folder("shipped") / "b.json", "B");
  write(folder("shipped") / "a.json", "A");
  write(folder("own") / "a.json", "mine");
  const auto entries = find_recordings({folder("shipped")}, folder("own"));
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].id, "a.json");
  EXPECT_EQ(entries[1].id, "b.json");
  EXPECT_EQ(entries[2].id, (folder_ / "own" / "a.json").string());
  EXPECT_TRUE(entries[1].shipped);
  EXPECT_FALSE(entries[2].shipped);
  EXPECT_EQ((*entries[2].recording)->gpu.name, "mine");
}

TEST_F(RecordingsTest, the_default_one_comes_before_all_others) {
  write(folder("shipped") / "a.json", "A");
  write(folder("shipped") / default_recording, "usual");
  const auto entries = find_recordings({folder("shipped")}, folder("own"));
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].id, default_recording);
  EXPECT_EQ(recording_index(entries, ""), 0U);
  EXPECT_EQ(recording_index(entries, "a.json"), 1U);
}

TEST_F(RecordingsTest, of_shipped_ones_with_the_same_name_the_first_place_wins) {
  write(folder("near") / "a.json", "near");
  write(folder("far") / "a.json", "far");
  const auto entries = find_recordings({folder("near"), folder("far")}, folder("own"));
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ((*entries[0].recording)->gpu.name, "near");
}

TEST_F(RecordingsTest, a_broken_one_is_reported_with_its_file_and_leaves_the_others_usable) {
  write(folder("own") / "good.json", "good");
  std::ofstream(folder("own") / "bad.json") << R"({"schema": "lanescope.times/1"})";
  const auto entries = find_recordings({}, folder("own"));
  ASSERT_EQ(entries.size(), 2U);
  ASSERT_FALSE(entries[0].recording);
  EXPECT_EQ(entries[0].recording.error(),
            (folder_ / "own" / "bad.json").string() + ": no recorded times: key 'date' not found");
  EXPECT_TRUE(entries[1].recording);
}

TEST_F(RecordingsTest, other_files_and_folders_that_are_missing_are_passed_over) {
  std::ofstream(folder("own") / "notes.txt") << "no recording";
  fs::create_directories(folder_ / "own" / "folder.json");
  EXPECT_TRUE(find_recordings({folder_ / "missing"}, folder("own")).empty());
  EXPECT_TRUE(find_recordings({}, folder_ / "missing").empty());
}

TEST_F(RecordingsTest, a_file_that_is_not_there_is_an_error_that_names_it) {
  const auto recording = read_recording(folder_ / "nowhere.json");
  ASSERT_FALSE(recording);
  EXPECT_NE(recording.error().find("nowhere.json"), std::string::npos) << recording.error();
}

TEST_F(RecordingsTest, a_folder_in_the_place_of_a_file_is_an_error_that_names_it) {
  const auto recording = read_recording(folder("some"));
  ASSERT_FALSE(recording);
  EXPECT_EQ(recording.error(),
            (folder_ / "some").string() + ": is a folder; name a file of recorded times");
}

TEST_F(RecordingsTest, an_invalid_value_is_reported_with_its_file_and_key) {
  std::string text = device::to_json(test::recording_of_tile({{1024, 0}}));
  const std::size_t at = text.find("\"9.0\"");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 5, "\"x\"");
  std::ofstream(folder_ / "bad.json") << text;
  const auto recording = read_recording(folder_ / "bad.json");
  ASSERT_FALSE(recording);
  EXPECT_NE(recording.error().find("bad.json"), std::string::npos) << recording.error();
  EXPECT_NE(recording.error().find("compute_capability"), std::string::npos) << recording.error();
}

TEST_F(RecordingsTest, the_wanted_one_is_chosen_and_the_first_that_can_be_read_in_its_place) {
  write(folder("shipped") / "b.json", "B");
  write(folder("shipped") / "c.json", "C");
  std::ofstream(folder("shipped") / "a.json") << "{";
  const auto entries = find_recordings({folder("shipped")}, folder("own"));
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(recording_index(entries, "c.json"), 2U);
  EXPECT_EQ(recording_index(entries, ""), 1U);
  EXPECT_EQ(recording_index(entries, "a.json"), 1U);
  EXPECT_EQ(recording_index(entries, "gone.json"), 1U);
  EXPECT_EQ(recording_index({}, "c.json"), 0U);
}

TEST_F(RecordingsTest, the_users_own_are_in_their_data_folder) {
  ASSERT_EQ(::setenv("XDG_DATA_HOME", folder_.c_str(), 1), 0);
  EXPECT_EQ(user_recordings_folder(), folder_ / "lanescope" / "recorded");
  ASSERT_EQ(::unsetenv("XDG_DATA_HOME"), 0);
  EXPECT_NE(user_recordings_folder().string().find(".local/share/lanescope/recorded"),
            std::string::npos);
}

TEST_F(RecordingsTest, the_place_that_the_environment_names_comes_first) {
  write(folder("named") / "only-here.json", "named");
  ASSERT_EQ(::setenv("LANESCOPE_RECORDED", (folder_ / "named").c_str(), 1), 0);
  ASSERT_EQ(::setenv("XDG_DATA_HOME", folder_.c_str(), 1), 0);
  const auto entries = find_recordings();
  ::unsetenv("LANESCOPE_RECORDED");
  ::unsetenv("XDG_DATA_HOME");
  const bool there = std::any_of(entries.begin(), entries.end(), [](const RecordingEntry& entry) {
    return entry.id == "only-here.json" && entry.shipped;
  });
  EXPECT_TRUE(there);
}

TEST_F(RecordingsTest, a_shipped_one_is_named_as_its_file_with_or_without_its_ending) {
  write(folder("named") / "some-gpu.json", "some GPU");
  ASSERT_EQ(::setenv("LANESCOPE_RECORDED", (folder_ / "named").c_str(), 1), 0);
  for (const char* name : {"some-gpu", "some-gpu.json"}) {
    const auto named = named_recording(name);
    ASSERT_TRUE(named && *named) << (named ? "" : named.error());
    EXPECT_EQ((*named)->id, "some-gpu.json");
    EXPECT_TRUE((*named)->shipped);
    EXPECT_EQ((*(*named)->recording)->gpu.name, "some GPU");
    const auto all = recording_finder(*named)();
    EXPECT_EQ(std::count_if(all.begin(), all.end(),
                            [](const RecordingEntry& each) { return each.id == "some-gpu.json"; }),
              1);
  }
  const auto missing = named_recording("other-gpu");
  ::unsetenv("LANESCOPE_RECORDED");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().find("other-gpu: no such file"), std::string::npos);
  EXPECT_NE(missing.error().find("some-gpu"), std::string::npos) << missing.error();
}

TEST_F(RecordingsTest, a_named_file_comes_before_all_others) {
  const std::string file = (folder("own") / "mine.json").string();
  write(file, "mine");
  const auto named = named_recording(file);
  ASSERT_TRUE(named && *named) << (named ? "" : named.error());
  EXPECT_FALSE((*named)->shipped);
  EXPECT_EQ(recording_finder(*named)().front().id, file);
  EXPECT_EQ((*recorded_times(file))->gpu.name, "mine");
}

TEST_F(RecordingsTest, nothing_named_is_no_recording) {
  const auto named = named_recording("");
  ASSERT_TRUE(named);
  EXPECT_FALSE(*named);
}

TEST_F(RecordingsTest, every_shipped_one_can_be_read) {
  int read = 0;
  for (const fs::directory_entry& file :
       fs::directory_iterator(fs::path(LANESCOPE_SOURCE_DIR) / "assets" / "recorded")) {
    if (file.path().extension() != ".json") continue;
    const auto recording = read_recording(file.path());
    EXPECT_TRUE(recording) << recording.error();
    ++read;
  }
  EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace lanescope::app
