// The window's picture without a window (`shot`).
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "display_test.h"
#include "picture_file.h"
#include "program_window.h"
#include "tests/built.h"

namespace lanescope::app::test {
namespace {

namespace fs = std::filesystem;

// The screen is smaller than the pictures, which must not depend on it.
class ShotTest : public DisplayTest<800, 600> {
 protected:
  Ended shot(const std::string& file, std::vector<std::string> options) const {
    std::vector<std::string> arguments{"shot", "transpose", "-o", (folder_ / file).string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_program(arguments, {"DISPLAY=" + display_->name()}, folder_);
  }
  // A small picture of a small run.
  Ended small_shot(const std::string& file, std::vector<std::string> options) const {
    options.insert(options.end(), {"--set", "N=64", "--size", "800x600"});
    return shot(file, std::move(options));
  }
  [[nodiscard]] Picture picture(const std::string& file) const {
    return read_picture(folder_ / file);
  }
};

TEST_F(ShotTest, is_exactly_as_large_as_asked_even_beyond_the_screen) {
  for (const auto& [width, height] : {std::pair{640, 480}, {1921, 1081}}) {
    const std::string size = std::to_string(width) + "x" + std::to_string(height);
    const Ended ended = shot("a.png", {"--set", "N=64", "--size", size});
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(picture("a.png").width, width);
    EXPECT_EQ(picture("a.png").height, height);
  }
}

TEST_F(ShotTest, is_the_same_each_time) {
  ASSERT_EQ(small_shot("a.png", {}).code, 0);
  ASSERT_EQ(small_shot("b.png", {}).code, 0);
  ASSERT_GT(picture("a.png").width, 0);
  EXPECT_EQ(picture("a.png"), picture("b.png"));
}

TEST_F(ShotTest, padding_takes_the_orange_off_the_stage) {
  ASSERT_EQ(shot("a.png", {"--set", "PAD=0"}).code, 0);
  ASSERT_EQ(shot("b.png", {"--set", "PAD=1"}).code, 0);
  EXPECT_GT(stage_pixels(picture("a.png"), dark_costly), 1000);
  EXPECT_LT(stage_pixels(picture("b.png"), dark_costly), 50);
}

TEST_F(ShotTest, every_theme_language_and_scale_gives_a_picture_of_its_own) {
  ASSERT_EQ(small_shot("a.png", {}).code, 0);
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--theme", "light"},
                                                  {"--language", "zh"},
                                                  {"--scale", "150"},
                                                  {"--scale", "75"},
                                                  {"--view", "global"},
                                                  {"--view", "wavefront=5"}}) {
    const Ended ended = small_shot("b.png", options);
    ASSERT_EQ(ended.code, 0) << options[0] << ": " << ended.err;
    EXPECT_NE(picture("a.png"), picture("b.png")) << options[0] << " " << options[1];
  }
}

// The recording's times: of each figure others.
TEST_F(ShotTest, needs_no_gpu_to_draw_how_data_move) {
  const std::string driver = tests::built("tests/command_line/driver_without_gpu");
  for (const std::string figure : {"getting", "small"}) {
    const Ended ended =
        run_program({"shot", "copies", "-o", (folder_ / (figure + ".png")).string(), "--size",
                     "800x600", "--view", "moving=" + figure},
                    {"DISPLAY=" + display_->name(), "LD_LIBRARY_PATH=" + driver}, folder_);
    ASSERT_EQ(ended.code, 0) << figure << ": " << ended.err;
    EXPECT_EQ(picture(figure + ".png").width, 800);
  }
  EXPECT_NE(picture("getting.png"), picture("small.png"));
}

TEST_F(ShotTest, a_run_that_fails_writes_nothing) {
  const Ended ended = shot("a.png", {"--set", "PAD=99999"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("PAD"), std::string::npos) << ended.err;
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
}

TEST_F(ShotTest, an_invalid_view_is_wrong_usage) {
  const Ended ended = shot("a.png", {"--view", "sideways"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("sideways"), std::string::npos) << ended.err;
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
}

TEST_F(ShotTest, a_step_or_block_that_is_not_there_is_wrong_usage) {
  for (const char* view : {"steps,step=99999", "steps,block=9/9/9"}) {
    const Ended ended = small_shot("a.png", {"--view", view});
    EXPECT_EQ(ended.code, 2) << view;
    EXPECT_NE(ended.err.find("--view: "), std::string::npos) << ended.err;
    EXPECT_FALSE(fs::exists(folder_ / "a.png"));
  }
}

TEST_F(ShotTest, an_unwritable_picture_is_reported) {
  const Ended ended = shot("no/such/folder/a.png", {});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("a.png"), std::string::npos) << ended.err;
}

TEST_F(ShotTest, no_display_is_not_on_this_machine) {
  const Ended ended = run_program({"shot", "transpose", "-o", (folder_ / "a.png").string()},
                                  {"DISPLAY=", "WAYLAND_DISPLAY="}, folder_);
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("display"), std::string::npos) << ended.err;
  EXPECT_FALSE(fs::exists(folder_ / "a.png"));
}

TEST_F(ShotTest, no_display_for_the_window_either) {
  const Ended ended = run_program({"transpose"}, {"DISPLAY=", "WAYLAND_DISPLAY="}, folder_);
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.err.find("display"), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace lanescope::app::test
