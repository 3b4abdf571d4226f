#include "app/session/files/progress_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>

#include "tests/temporary_folder.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

LessonProgress some_progress() {
  LessonProgress progress;
  progress.step_name = "aligned";
  progress.steps_seen = {"aligned", "shifted"};
  progress.answers["number"].answer.number = -3;
  progress.answers["number"].is_right = true;
  progress.answers["choice"].answer.choice = "yes";
  progress.answers["marks"].answer.marks = {0, 4, 5};
  progress.answers["skipped"] = {{}, false, false};
  progress.answers["second"].answer.number = 4;
  progress.answers["second"].first.number = 5;
  progress.first_tries["open"].marks = {7};
  progress.again = {"once more"};
  progress.goals = {"free"};
  return progress;
}

class ProgressFile : public tests::InFolder<::testing::Test> {
 protected:
  [[nodiscard]] fs::path file() const { return folder_ / "state" / "progress.json"; }
  void write(const std::string& text) const { InFolder::write("state/progress.json", text); }
};

TEST_F(ProgressFile, that_is_not_there_is_no_progress_and_no_problem) {
  const ProgressStore store(file());
  EXPECT_THAT(store.problem(), IsEmpty());
  EXPECT_TRUE(store.of("offset").empty());
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(ProgressFile, everything_is_there_at_the_next_start) {
  {
    ProgressStore store(file());
    store.put("offset", some_progress());
    EXPECT_THAT(store.problem(), IsEmpty());
  }
  const ProgressStore again(file());
  EXPECT_THAT(again.problem(), IsEmpty());
  EXPECT_EQ(again.of("offset"), some_progress());
  EXPECT_TRUE(again.of("stride").empty());
}

TEST_F(ProgressFile, of_a_version_without_second_tries_still_loads) {
  const auto read = progress_from(R"({"schema": "lanescope.progress/1", "lessons": {"offset": {
    "step": "aligned", "steps_seen": ["aligned"], "goals": [], "exercise_done": false,
    "answers": {"right": {"given": 4, "right": true}, "wrong": {"given": 5, "right": false},
                "skipped": {"given": null, "right": null}}}}})");
  ASSERT_TRUE(read) << read.error();
  const LessonProgress& progress = read->at("offset");
  EXPECT_EQ(progress.answers.at("right").tries(), 1);
  EXPECT_TRUE(progress.first_tries.empty());
  EXPECT_FALSE(progress.answers.at("right").is_to_do_again());
  EXPECT_TRUE(progress.answers.at("wrong").is_to_do_again());
  EXPECT_TRUE(progress.answers.at("skipped").is_to_do_again());
}

TEST_F(ProgressFile, has_the_number_of_tries_and_the_first_answer) {
  const std::string json = progress_json({{"offset", some_progress()}});
  EXPECT_THAT(json, HasSubstr("\"tries\": 2"));
  EXPECT_THAT(json, HasSubstr("\"first\": 5"));
  EXPECT_THAT(json, HasSubstr("\"tries\": 0"));  // skipped
}

TEST_F(ProgressFile, is_reset_for_one_lesson_or_for_all) {
  ProgressStore store(file());
  store.put("offset", some_progress());
  store.put("stride", some_progress());
  store.reset("offset");
  EXPECT_TRUE(ProgressStore(file()).of("offset").empty());
  EXPECT_EQ(ProgressStore(file()).of("stride"), some_progress());
  store.reset_all();
  EXPECT_THAT(ProgressStore(file()).all(), IsEmpty());
}

TEST_F(ProgressFile, two_programs_lose_nothing_of_each_other) {
  ProgressStore one(file()), two(file());
  one.put("offset", some_progress());
  two.put("stride", some_progress());
  const ProgressStore now(file());
  EXPECT_EQ(now.of("offset"), some_progress());
  EXPECT_EQ(now.of("stride"), some_progress());
}

TEST_F(ProgressFile, a_broken_one_is_reported_and_renamed_before_anything_is_written) {
  for (const std::string broken :
       {"{", "", "[]", R"({"schema": "lanescope.progress/9", "lessons": {}})",
        R"({"schema": "lanescope.progress/1", "lessons": {"a": {"step": 3}}})"}) {
    fs::remove_all(file().parent_path());
    write(broken);
    ProgressStore store(file());
    EXPECT_THAT(store.problem(), HasSubstr(file().string())) << broken;
    EXPECT_TRUE(store.all().empty());
    EXPECT_EQ(tests::text_of(file()), broken);  // reading does not change the file
    store.put("offset", some_progress());
    EXPECT_EQ(tests::text_of(file().string() + ".broken-1"), broken);
    EXPECT_THAT(store.problem(), HasSubstr("progress.json.broken-1"));
    EXPECT_EQ(ProgressStore(file()).of("offset"), some_progress());
  }
}

TEST_F(ProgressFile, a_second_broken_one_does_not_replace_the_first) {
  write("first");
  ProgressStore(file()).put("offset", some_progress());
  write("second");
  ProgressStore(file()).put("offset", some_progress());
  EXPECT_EQ(tests::text_of(file().string() + ".broken-1"), "first");
  EXPECT_EQ(tests::text_of(file().string() + ".broken-2"), "second");
}

TEST_F(ProgressFile, where_nothing_can_be_written_progress_is_kept_in_memory) {
  std::ofstream(folder_ / "state") << "a file where the folder should be";
  ProgressStore store(file());
  store.put("offset", some_progress());
  EXPECT_THAT(store.problem(), HasSubstr(file().string()));
  EXPECT_THAT(store.problem(), HasSubstr("kept only until the program ends"));
  EXPECT_EQ(store.of("offset"), some_progress());
  // Once the file can be written, it also gets the progress kept in memory.
  fs::remove(folder_ / "state");
  store.put("stride", some_progress());
  EXPECT_THAT(store.problem(), IsEmpty());
  EXPECT_EQ(ProgressStore(file()).of("offset"), some_progress());
}

TEST_F(ProgressFile, a_device_in_its_place_is_never_replaced) {
  ProgressStore store("/dev/full");
  EXPECT_THAT(store.problem(), HasSubstr("/dev/full"));
  store.put("offset", some_progress());
  EXPECT_THAT(store.problem(), HasSubstr("/dev/full"));
  EXPECT_EQ(store.of("offset"), some_progress());
  struct stat status {};
  ASSERT_EQ(::stat("/dev/full", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
}

// Simulates a full disk: the file can be created, but its content does not fit.
TEST_F(ProgressFile, a_write_that_does_not_fit_leaves_the_old_file_whole) {
  ProgressStore store(file());
  store.put("offset", some_progress());
  const std::string before = tests::text_of(file());
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{16, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  store.put("stride", some_progress());
  const std::string problem = store.problem();
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_THAT(problem, HasSubstr(file().string()));
  EXPECT_EQ(tests::text_of(file()), before);
  EXPECT_EQ(store.of("stride"), some_progress());
  // No temporary files left.
  EXPECT_EQ(std::distance(fs::directory_iterator(file().parent_path()), {}), 1);
}

TEST(ProgressPath, follows_the_environment) {
  ::setenv("LANESCOPE_PROGRESS", "/a/b.json", 1);
  EXPECT_EQ(progress_path(), "/a/b.json");
  ::unsetenv("LANESCOPE_PROGRESS");
  ::setenv("XDG_STATE_HOME", "/c", 1);
  EXPECT_EQ(progress_path(), "/c/lanescope/progress.json");
  ::unsetenv("XDG_STATE_HOME");
  EXPECT_THAT(progress_path().string(),
              ::testing::EndsWith("/.local/state/lanescope/progress.json"));
}

TEST(SolvedInTheFile, how_an_exercise_was_solved_is_kept_in_the_file) {
  LessonProgress progress;
  progress.exercise_done = true;
  progress.solved = Solved{"2026-03-02", "tile", {{"PAD", 3}}};
  const auto read = progress_from(progress_json({{"pad", progress}}));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->at("pad"), progress);
}

TEST(SolvedInTheFile, a_file_that_does_not_say_how_it_was_solved_is_read) {
  std::string text = progress_json({{"pad", LessonProgress{}}});
  const std::size_t at = text.find(",\n      \"solved\": null");
  ASSERT_NE(at, std::string::npos) << text;
  text.erase(at, std::string(",\n      \"solved\": null").size());
  const auto read = progress_from(text);
  ASSERT_TRUE(read) << read.error();
  EXPECT_FALSE(read->at("pad").solved);
}

}  // namespace
}  // namespace lanescope::app::test
