#include "kernels/device/timing_traps.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace lanescope::device {
namespace {

// A launch without warnings: 2 GiB, full waves, a millisecond, steady.
TimedLaunch good() {
  TimedLaunch launch;
  launch.bytes_moved = std::uint64_t{2} << 30;
  launch.l2_bytes = 50 << 20;
  launch.blocks = 132 * 8 * 10;
  launch.multiprocessors = 132;
  launch.blocks_per_multiprocessor = 8;
  launch.first_ms = 1.1;
  launch.summary = {20, 1.0, 1.0, 0.01, 0.99, 1.02, 0.995, 1.005};
  return launch;
}

TEST(Traps, are_none_for_a_large_steady_launch) { EXPECT_TRUE(timing_traps_of(good()).empty()); }

TEST(Traps, name_data_that_fits_into_the_l2_cache) {
  TimedLaunch launch = good();
  launch.bytes_moved = launch.l2_bytes;
  EXPECT_EQ(timing_traps_of(launch), std::vector{TimingTrap::fits_in_l2});
  launch.bytes_moved = launch.l2_bytes + 1;
  EXPECT_TRUE(timing_traps_of(launch).empty());
}

TEST(Traps, say_nothing_of_the_cache_where_nothing_is_moved_or_its_size_is_not_known) {
  TimedLaunch launch = good();
  launch.bytes_moved = 0;
  EXPECT_TRUE(timing_traps_of(launch).empty());
  launch.bytes_moved = 100;
  launch.l2_bytes = 0;
  EXPECT_TRUE(timing_traps_of(launch).empty());
}

TEST(Traps, name_a_launch_of_fewer_blocks_than_multiprocessors) {
  TimedLaunch launch = good();
  launch.blocks = 131;
  EXPECT_EQ(timing_traps_of(launch), std::vector{TimingTrap::too_few_blocks});
}

TEST(Traps, name_a_last_wave_that_leaves_much_of_the_gpu_idle) {
  TimedLaunch launch = good();
  launch.blocks = 132 * 8 + 1;  // two waves, the second almost empty
  EXPECT_EQ(timing_traps_of(launch), std::vector{TimingTrap::few_waves});
  launch.blocks = 132 * 8 * 10 + 1;  // one wave in eleven: too little to matter
  EXPECT_TRUE(timing_traps_of(launch).empty());
}

TEST(Traps, name_a_run_as_short_as_its_launch) {
  TimedLaunch launch = good();
  launch.summary = {20, 0.005, 0.005, 0, 0.005, 0.005, 0.005, 0.005};
  launch.first_ms = 0.005;
  EXPECT_EQ(timing_traps_of(launch), std::vector{TimingTrap::very_short});
}

TEST(Traps, name_samples_that_disagree) {
  TimedLaunch launch = good();
  launch.summary.median_low = 0.96;
  launch.summary.median_high = 1.03;
  EXPECT_EQ(timing_traps_of(launch), std::vector{TimingTrap::unsteady});
}

TEST(Traps, name_a_first_launch_that_loaded_something) {
  TimedLaunch launch = good();
  launch.first_ms = 5.1;
  EXPECT_EQ(timing_traps_of(launch), std::vector{TimingTrap::slow_first});
}

TEST(Traps, have_each_a_name_and_a_sentence) {
  for (const TimingTrap trap :
       {TimingTrap::fits_in_l2, TimingTrap::too_few_blocks, TimingTrap::few_waves,
        TimingTrap::very_short, TimingTrap::unsteady, TimingTrap::slow_first}) {
    EXPECT_FALSE(name_of(trap).empty());
    EXPECT_GT(sentence_of(trap).size(), 20U);
  }
}

}  // namespace
}  // namespace lanescope::device
