// A picture that glides to its next state. The test says what time it is.
#include <gtest/gtest.h>

#include "app/window/toolkit/animated_picture.h"
#include "viz/picture/core/transition.h"

namespace lanescope::app {
namespace {

picture::PartedList box_at(float x) {
  picture::PartedList picture;
  picture.list.width = 100;
  picture.list.height = 20;
  picture::Box box;
  box.rect = {x, 0, 10, 10};
  picture.list.add(box);
  return picture;
}

float shown_x(AnimatedPicture& animated, float x) {
  return animated.show(box_at(x), false).boxes.at(0).rect.x;
}

TEST(AnimatedPicture, asks_for_a_frame_of_its_end_however_long_the_frames_take) {
  AnimatedPicture animated;
  animated.set_time(1);
  EXPECT_EQ(shown_x(animated, 0), 0);
  animated.begin();
  EXPECT_NE(shown_x(animated, 50), 50) << "the movement begins where the picture was";
  constexpr double slow_frame_s = 5;
  animated.set_time(1 + slow_frame_s);
  EXPECT_TRUE(animated.gliding()) << "what is on the screen is still the old state";
  EXPECT_EQ(shown_x(animated, 50), 50);
  EXPECT_FALSE(animated.gliding());
}

TEST(AnimatedPicture, ends_its_movement_when_it_is_no_longer_drawn) {
  AnimatedPicture animated;
  animated.set_time(1);
  EXPECT_EQ(shown_x(animated, 0), 0);
  animated.begin();
  EXPECT_NE(shown_x(animated, 50), 50);
  animated.set_time(1 + 2 * picture::transition_s);
  EXPECT_TRUE(animated.gliding());
  animated.set_time(1 + 3 * picture::transition_s);
  EXPECT_FALSE(animated.gliding());
  EXPECT_EQ(shown_x(animated, 80), 80);
}

}  // namespace
}  // namespace lanescope::app
