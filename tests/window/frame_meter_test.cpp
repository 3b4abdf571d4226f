#include "app/window/toolkit/frame_meter.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(FrameMeter, gives_the_median_and_the_largest_of_its_frames) {
  FrameMeter meter;
  meter.add("stage", {1, 20});
  meter.add("stage", {9, 10});
  meter.add("stage", {2, 30});
  EXPECT_EQ(meter.frames(), 3U);
  EXPECT_DOUBLE_EQ(meter.median().ui_ms, 2);
  EXPECT_DOUBLE_EQ(meter.median().draw_ms, 20);
  EXPECT_DOUBLE_EQ(meter.largest().ui_ms, 9);
  EXPECT_DOUBLE_EQ(meter.largest().draw_ms, 30);
}

TEST(FrameMeter, starts_again_with_another_view) {
  FrameMeter meter;
  meter.add("stage", {9, 9});
  meter.add("times", {1, 2});
  EXPECT_EQ(meter.frames(), 1U);
  EXPECT_EQ(meter.view(), "times");
  EXPECT_DOUBLE_EQ(meter.largest().ui_ms, 1);
}

TEST(FrameMeter, keeps_the_last_frames_only) {
  FrameMeter meter;
  meter.add("stage", {100, 100});
  for (std::size_t i = 0; i < FrameMeter::kept; ++i) meter.add("stage", {1, 1});
  EXPECT_EQ(meter.frames(), FrameMeter::kept);
  EXPECT_DOUBLE_EQ(meter.largest().ui_ms, 1);
}

TEST(FrameMeter, knows_nothing_before_the_first_frame) {
  const FrameMeter meter;
  EXPECT_DOUBLE_EQ(meter.median().ui_ms, 0);
  EXPECT_DOUBLE_EQ(meter.largest().draw_ms, 0);
}

TEST(ThreadTime, rises_while_the_thread_works) {
  const double before = thread_time_ms();
  volatile double sum = 0;
  while (thread_time_ms() < before + 1) sum = sum + 1;
  EXPECT_GT(thread_time_ms(), before);
}

}  // namespace
}  // namespace lanescope::app
