// Measured and recorded times in the real window. The machine may or may not have a GPU: without
// one, the window says so and continues.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"
#include "tests/paths.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

// Invented figures for a GPU that does not exist.
const std::string recording = LANESCOPE_TEST_DATA "/recorded/test-gpu.json";

class TimesWindowTest : public DisplayTest<1600, 900> {
 protected:
  std::unique_ptr<ProgramWindow> open(std::vector<std::string> arguments = {}) const {
    return std::make_unique<ProgramWindow>(
        ProgramWindow::Options{display_->name(), folder_, std::move(arguments), environment_});
  }
  // Opens the transpose's tile at N 1024 and PAD 0, which is in the recording.
  std::unique_ptr<ProgramWindow> open_recorded(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"transpose", "--variant", "tile", "--recording", recording});
    return open(std::move(more));
  }
  fs::path own_recordings() const {
    const fs::path own = folder_ / "data" / "lanescope" / "recorded";
    fs::create_directories(own);
    return own;
  }
  Ended shot(const std::string& file, std::vector<std::string> options) const {
    std::vector<std::string> arguments{"shot", "transpose", "-o", (folder_ / file).string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_program(
        arguments, {"DISPLAY=" + display_->name(), "XDG_DATA_HOME=" + (folder_ / "data").string()},
        folder_);
  }

  // The same on every machine: no GPU can be seen.
  const std::vector<std::string> environment_{"CUDA_VISIBLE_DEVICES="};
};

const Json& row(const Json& state, const std::string& variant) {
  for (const Json& times : state["times"]) {
    if (times["variant"] == variant) return times;
  }
  static const Json none;
  return none;
}

TEST_F(TimesWindowTest, s_opens_the_page_of_the_times_and_leaves_it) {
  const auto window = open_recorded();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"s"});
  const Json json = window->wait_for([](const Json& now) { return now["page"] == "times"; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["times_seen"], true);
  EXPECT_FALSE(json["controls"].contains("stage.all"));
  window->keys({"s"});
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["page"] == "stage"; }).empty());
}

TEST_F(TimesWindowTest, the_strip_of_pages_opens_it_where_there_is_no_table) {
  const auto window = open_recorded({"--size", "1280x720"});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_FALSE(json["controls"].contains("table1"));
  ASSERT_TRUE(json["controls"]["page.times"].is_array());
  window->click_on(json["controls"]["page.times"]);
  EXPECT_FALSE(window->wait_for([](const Json& now) { return now["page"] == "times"; }).empty());
}

TEST_F(TimesWindowTest, every_variant_has_its_recorded_time_and_its_price) {
  const auto window = open_recorded({"--view", "times"});
  const Json json = window->wait_for([](const Json& now) {
    return now["page"] == "times" && !row(now, "swizzled")["sectors"].is_null();
  });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(row(json, "copy")["recorded_ms"], 0.02);
  EXPECT_EQ(row(json, "coalesced-read")["recorded_ms"], 0.05);
  EXPECT_TRUE(row(json, "rows4")["recorded_ms"].is_null());
  EXPECT_EQ(row(json, "copy")["sectors"], 2 * 1024 * 1024 * 4 / 32);
  EXPECT_EQ(row(json, "coalesced-read")["sectors"], (4 + 32) * 1024 * 32);
  EXPECT_EQ(row(json, "swizzled")["wavefronts"], 2 * 1024 * 32);
}

TEST_F(TimesWindowTest, recorded_times_follow_the_parameters) {
  const auto window = open_recorded();
  const Json before = window->wait_for_run();
  ASSERT_FALSE(before.empty());
  EXPECT_EQ(row(before, "tile")["recorded_ms"], 0.03);
  window->keys({"p"});
  const Json after = window->wait_for([](const Json& now) { return now["params"]["PAD"] == 1; });
  ASSERT_FALSE(after.empty());
  EXPECT_EQ(row(after, "tile")["recorded_ms"], 0.021);
}

TEST_F(TimesWindowTest, m_without_a_gpu_says_what_is_missing_and_shows_what_is_recorded) {
  const auto window = open_recorded();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"m"});
  const Json json = window->wait_for([](const Json& now) {
    return now["times_seen"] == true && now["measuring"] == false && now["absence"] != "";
  });
  ASSERT_FALSE(json.empty());
  EXPECT_NE(json["notice"].get<std::string>().find(json["absence"].get<std::string>()),
            std::string::npos)
      << json["notice"];
  EXPECT_TRUE(row(json, "tile")["measured_ms"].is_null());
  EXPECT_EQ(row(json, "tile")["recorded_ms"], 0.03);
  EXPECT_TRUE(window->close());
}

TEST_F(TimesWindowTest, a_missing_gpu_is_reported_once) {
  const auto window = open_recorded();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"shift+m"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["absence"] != ""; }).empty());
  window->keys({"s"});
  ASSERT_FALSE(window->wait_for([](const Json& now) { return now["notice"] == ""; }).empty());
  window->keys({"m"});
  const Json again = window->wait_for([](const Json& now) { return now["measuring"] == false; });
  ASSERT_FALSE(again.empty());
  EXPECT_EQ(again["notice"], "");
  EXPECT_NE(again["absence"], "");
}

TEST_F(TimesWindowTest, live_mode_ends_where_nothing_can_be_measured) {
  const auto window = open_recorded();
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"ctrl+m"});
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["absence"] != "" && now["live"] == false; })
          .empty());
}

TEST_F(TimesWindowTest, the_tabs_below_the_stage_change_between_accesses_and_times) {
  const auto window = open_recorded();
  Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["times_seen"], false);
  ASSERT_TRUE(json["controls"]["table1"].is_array());
  window->click_on(json["controls"]["table1"]);
  json = window->wait_for([](const Json& now) { return now["times_seen"] == true; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["page"], "stage");
  window->click_on(json["controls"]["table0"]);
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["times_seen"] == false; }).empty());
}

TEST_F(TimesWindowTest, a_row_that_is_clicked_is_the_variant_that_is_chosen) {
  const auto window = open_recorded({"--view", "times"});
  const Json json =
      window->wait_for([](const Json& now) { return now["controls"].contains("times.row1"); });
  ASSERT_FALSE(json.empty());
  window->click_on(json["controls"]["times.row1"]);
  EXPECT_FALSE(
      window->wait_for([](const Json& now) { return now["variant"] == "coalesced-read"; }).empty());
}

TEST_F(TimesWindowTest, j_goes_to_the_nearest_values_that_are_recorded) {
  const auto window = open({"transpose", "--variant", "rows4", "--recording", recording});
  const Json before = window->wait_for_run();
  ASSERT_FALSE(before.empty());
  EXPECT_TRUE(row(before, "rows4")["recorded_ms"].is_null());
  window->keys({"j"});
  const Json after = window->wait_for([](const Json& now) { return now["params"]["N"] == 4096; });
  ASSERT_FALSE(after.empty());
  EXPECT_FALSE(row(after, "rows4")["recorded_ms"].is_null());
}

TEST_F(TimesWindowTest, f7_chooses_a_recording_and_that_is_remembered) {
  fs::copy(recording, own_recordings() / "zz-mine.json");
  const std::string mine = (own_recordings() / "zz-mine.json").string();
  {
    const auto window = open();
    ASSERT_FALSE(window->wait_for_run().empty());
    window->keys({"F7"});
    ASSERT_FALSE(
        window->wait_for([](const Json& now) { return now["overlay"] == "recordings"; }).empty());
    window->keys({"Up", "Return"});  // Up wraps from the first to the last, the user's own
    const Json json = window->wait_for([](const Json& now) { return now["overlay"] == "none"; });
    ASSERT_FALSE(json.empty());
    EXPECT_EQ(json["recording"], mine);
    EXPECT_TRUE(window->close());
  }
  fs::remove(folder_ / "state.json");
  // A second recording, which comes earlier in the list.
  fs::copy(recording, own_recordings() / "aa.json");
  const auto again = open();
  EXPECT_FALSE(again->wait_for([&](const Json& now) { return now["recording"] == mine; }).empty());
}

// Without a GPU: presses P, then chooses another GPU's times.
TEST_F(TimesWindowTest, shipped_recordings_have_both_sides_of_the_padding_and_can_be_changed) {
  const auto window = open({"transpose", "--variant", "tile"});
  const auto tile_ms = [&](const std::string& recording, int pad) {
    const Json json = window->wait_for([&](const Json& now) {
      return now["recording"] == recording && now["params"]["PAD"] == pad &&
             !row(now, "tile")["recorded_ms"].is_null();
    });
    EXPECT_FALSE(json.empty()) << recording << ", PAD " << pad;
    return json.empty() ? 0 : row(json, "tile")["recorded_ms"].get<double>();
  };
  const double h200 = tile_ms("nvidia-h200.json", 0);
  window->keys({"p"});
  EXPECT_LT(tile_ms("nvidia-h200.json", 1), h200);
  window->keys({"F7"});
  ASSERT_FALSE(
      window->wait_for([](const Json& now) { return now["overlay"] == "recordings"; }).empty());
  window->keys({"Down", "Return"});
  const double h100 = tile_ms("nvidia-h100.json", 1);
  window->keys({"p"});
  EXPECT_GT(tile_ms("nvidia-h100.json", 0), h100);
  EXPECT_TRUE(window->close());
  fs::remove(folder_ / "state.json");
  const auto named = open({"transpose", "--recording", "nvidia-h200"});
  EXPECT_EQ(named->wait_for_run()["recording"], "nvidia-h200.json");
}

TEST_F(TimesWindowTest, the_gpu_that_an_option_names_measures_and_is_not_remembered) {
  const auto window = open_recorded({"--device", "3"});
  const Json json = window->wait_for_run();
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["device"], 3);
  EXPECT_TRUE(window->close());
  fs::remove(folder_ / "state.json");
  const auto again = open_recorded();
  EXPECT_EQ(again->wait_for_run()["device"], 0);
}

TEST_F(TimesWindowTest, f8_says_so_where_no_gpu_can_be_chosen) {
  const auto window = open_recorded({"--view", "times"});
  ASSERT_FALSE(window->wait_for_run().empty());
  window->keys({"F8"});
  const Json json = window->wait_for([](const Json& now) { return now["notice"] != ""; });
  ASSERT_FALSE(json.empty());
  EXPECT_EQ(json["notice"], "This machine has no other GPU to choose.");
  EXPECT_EQ(json["overlay"], "none");
  EXPECT_FALSE(json["controls"].contains("times.gpus"));
}

TEST_F(TimesWindowTest, a_broken_recording_is_reported_with_its_file_and_the_others_are_used) {
  fs::copy(recording, own_recordings() / "good.json");
  std::ofstream(own_recordings() / "bad.json") << "{";
  const auto window = open();
  const Json json = window->wait_for([](const Json& now) { return now["notice"] != ""; });
  ASSERT_FALSE(json.empty());
  EXPECT_NE(json["notice"].get<std::string>().find("bad.json"), std::string::npos)
      << json["notice"];
  EXPECT_NE(json["recording"], "");
}

TEST_F(TimesWindowTest, a_recording_that_is_named_and_cannot_be_read_is_wrong_input) {
  const std::string nowhere = (folder_ / "nowhere.json").string();
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"transpose", "--recording", nowhere},
        {"shot", "transpose", "-o", (folder_ / "a.png").string(), "--recording", nowhere}}) {
    const Ended ended = run_program(arguments, {"DISPLAY=" + display_->name()}, folder_);
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find("nowhere.json"), std::string::npos) << ended.err;
  }
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
  const Ended folder = run_program({"transpose", "--recording", folder_.string()},
                                   {"DISPLAY=" + display_->name()}, folder_);
  EXPECT_EQ(folder.code, 2);
  EXPECT_NE(folder.err.find("is a folder"), std::string::npos) << folder.err;
}

TEST_F(TimesWindowTest, a_shot_of_the_times_is_the_same_each_time) {
  const std::vector<std::string> options{"--variant",   "tile",    "--view", "times",
                                         "--recording", recording, "--size", "1000x700"};
  ASSERT_EQ(shot("a.png", options).code, 0);
  ASSERT_EQ(shot("b.png", options).code, 0);
  const Picture first = read_picture(folder_ / "a.png");
  ASSERT_EQ(first.width, 1000);
  EXPECT_EQ(first, read_picture(folder_ / "b.png"));
  ASSERT_EQ(shot("c.png", {"--variant", "tile", "--size", "1000x700"}).code, 0);
  EXPECT_NE(first, read_picture(folder_ / "c.png"));
}

}  // namespace
}  // namespace lanescope::app::test
