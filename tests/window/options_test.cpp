#include "app/window/options.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(Options, transpose_begins_with_the_shared_tile) {
  const auto start = start_from({}, {});
  ASSERT_TRUE(start);
  EXPECT_EQ(start->state.lesson, "transpose");
  EXPECT_EQ(start->state.variant, "tile");
}

TEST(Options, another_lesson_begins_with_its_own_first_variant) {
  WindowOptions options;
  options.lesson = "mine/lesson.toml";
  const auto start = start_from(options, {});
  ASSERT_TRUE(start);
  EXPECT_EQ(start->state.variant, "");
}

TEST(Options, what_is_left_open_is_as_remembered) {
  WindowOptions options;
  const Settings remembered{Theme::light, "zh", 150, 1280, 720};
  const auto start = start_from(options, remembered);
  ASSERT_TRUE(start);
  EXPECT_EQ(start->state.settings, remembered);
}

TEST(Options, what_is_asked_for_wins_over_what_is_remembered) {
  WindowOptions options;
  options.theme = "dark";
  options.language = "en";
  options.scale_percent = 100;  // the default, but given explicitly
  options.width = 1600;
  options.height = 900;
  const auto start = start_from(options, {Theme::light, "zh", 150, 1280, 720});
  ASSERT_TRUE(start);
  EXPECT_EQ(start->state.settings, (Settings{Theme::dark, "en", 100, 1600, 900}));
}

TEST(Options, the_first_start_follows_the_monitor) {
  EXPECT_EQ(fitting_scale_percent({1920, 1080, 1}), 100);
  EXPECT_EQ(fitting_scale_percent({2560, 1440, 1}), 125);
  EXPECT_EQ(fitting_scale_percent({3840, 2160, 1}), 200);
  EXPECT_EQ(fitting_scale_percent({3840, 2160, 2}), 100);  // the system already scales the window
  const Settings fitted = fitted_to({}, {}, {3840, 2160, 1});
  EXPECT_EQ(fitted.scale_percent, 200);
  EXPECT_EQ(fitted.width, 3200);
  EXPECT_EQ(fitted.height, 1800);
  EXPECT_EQ(fitted_to({}, {}, {1600, 900, 1}), Settings{});
}

TEST(Options, what_was_chosen_once_does_not_follow_the_monitor) {
  const Settings chosen{Theme::light, "zh", 110, 1280, 720};
  EXPECT_EQ(fitted_to(chosen, {true, true}, {3840, 2160, 1}), chosen);
  EXPECT_EQ(fitted_to(chosen, {true, false}, {3840, 2160, 1}).scale_percent, 110);
  EXPECT_EQ(fitted_to(chosen, {false, true}, {3840, 2160, 1}).width, 1280);
}

TEST(Options, an_option_holds_for_one_start_only) {
  WindowOptions options;
  options.theme = "contrast";
  options.scale_percent = 150;
  const Settings remembered{Theme::light, "zh", 110, 1280, 720};
  const Settings opened = start_from(options, remembered)->state.settings;
  EXPECT_EQ(opened.scale_percent, 150);
  EXPECT_EQ(to_remember(opened, opened, remembered), remembered);
  // What was chosen in the window is remembered.
  Settings chosen = opened;
  chosen.scale_percent = 125;
  chosen.language = "en";
  EXPECT_EQ(to_remember(chosen, opened, remembered),
            (Settings{Theme::light, "en", 125, 1280, 720}));
}

TEST(Options, a_remembered_window_is_no_larger_than_the_monitors_work_area) {
  Settings remembered;
  remembered.width = 3200;
  remembered.height = 1800;
  const Settings fitted = inside(remembered, {1920, 1080, 1, 1920, 1040});
  EXPECT_EQ(fitted.width, 1920);
  EXPECT_EQ(fitted.height, 1040);
  EXPECT_EQ(inside(remembered, {3840, 2160, 1}), remembered);
}

TEST(Options, invalid_values_are_named) {
  const auto error_of = [](auto change) {
    WindowOptions options;
    change(options);
    const auto start = start_from(options, {});
    return start ? std::string() : start.error();
  };
  EXPECT_NE(error_of([](WindowOptions& o) { o.theme = "pink"; }).find("'pink'"), std::string::npos);
  EXPECT_NE(error_of([](WindowOptions& o) { o.language = "fr"; }).find("'fr'"), std::string::npos);
  EXPECT_NE(error_of([](WindowOptions& o) { o.scale_percent = 300; }).find("300"),
            std::string::npos);
  EXPECT_NE(error_of([](WindowOptions& o) {
              o.width = 10;
              o.height = 900;
            }).find("10x900"),
            std::string::npos);
  EXPECT_NE(error_of([](WindowOptions& o) { o.view = "upside-down"; }).find("'upside-down'"),
            std::string::npos);
}

}  // namespace
}  // namespace lanescope::app
