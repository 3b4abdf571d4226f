#include "app/window/toolkit/focus.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

// Runs a frame with the controls a, b, c; returns the one with keyboard focus.
std::string frame(Focus& focus) {
  focus.begin_frame();
  std::string on;
  for (const char* id : {"a", "b", "c"}) {
    if (focus.offer(id)) on = id;
  }
  return on;
}

TEST(Focus, is_on_nothing_until_tab_is_pressed) {
  Focus focus;
  EXPECT_EQ(frame(focus), "");
}

TEST(Focus, walks_the_controls_in_order_and_around) {
  Focus focus;
  frame(focus);
  for (const char* expected : {"a", "b", "c", "a"}) {
    focus.move(1);
    EXPECT_EQ(frame(focus), expected);
  }
}

TEST(Focus, walks_backwards_from_the_last) {
  Focus focus;
  frame(focus);
  for (const char* expected : {"c", "b", "a", "c"}) {
    focus.move(-1);
    EXPECT_EQ(frame(focus), expected);
  }
}

TEST(Focus, activation_reaches_only_the_control_it_is_on_and_only_once) {
  Focus focus;
  frame(focus);
  focus.move(1);
  focus.activate();
  EXPECT_FALSE(focus.takes_activation("b"));
  EXPECT_TRUE(focus.takes_activation("a"));
  EXPECT_FALSE(focus.takes_activation("a"));
}

TEST(Focus, nothing_is_activated_while_it_is_hidden) {
  Focus focus;
  frame(focus);
  focus.activate();
  EXPECT_FALSE(focus.takes_activation("a"));
}

TEST(Focus, goes_when_its_control_goes) {
  Focus focus;
  frame(focus);
  focus.move(1);
  frame(focus);
  focus.begin_frame();
  EXPECT_FALSE(focus.offer("b"));
  focus.begin_frame();
  EXPECT_FALSE(focus.visible());
}

}  // namespace
}  // namespace lanescope::app
