#include "sim/exec/checks/block_order.h"

#include <gtest/gtest.h>

namespace lanescope::exec {
namespace {

TEST(BlockOrder, has_nothing_between_two_threads_but_keeps_each_threads_own_order) {
  BlockOrder order;
  order.start_block();
  const std::uint32_t stamp = order.now();
  EXPECT_FALSE(order.ordered(stamp, 0, 1));
  EXPECT_FALSE(order.ordered(stamp, 0, 40));
  EXPECT_TRUE(order.ordered(stamp, 7, 7));
}

TEST(BlockOrder, puts_accesses_before_a_barrier_of_the_block_before_those_after_it) {
  BlockOrder order;
  order.start_block();
  const std::uint32_t before = order.now();
  order.arrive(0, 0, true);
  order.arrive(0, 1, true);
  order.release(0, 0b11, true);
  EXPECT_TRUE(order.ordered(before, 40, 3));
  EXPECT_FALSE(order.ordered(order.now(), 40, 3));
}

TEST(BlockOrder, of_a_counted_barrier_holds_for_its_warps_only) {
  BlockOrder order;
  order.start_block();
  const std::uint32_t before = order.now();
  order.arrive(1, 0, true);
  order.arrive(1, 1, true);
  order.release(1, 0b11, false);
  EXPECT_TRUE(order.ordered(before, 0, 32));
  EXPECT_TRUE(order.ordered(before, 0, 1));  // threads of one warp, too
  EXPECT_FALSE(order.ordered(before, 0, 64));
}

TEST(BlockOrder, of_an_arrival_without_waiting_goes_one_way) {
  BlockOrder order;
  order.start_block();
  const std::uint32_t before = order.now();
  order.arrive(1, 0, false);
  order.arrive(1, 1, true);
  order.release(1, 0b10, false);
  EXPECT_TRUE(order.ordered(before, 0, 32));
  EXPECT_FALSE(order.ordered(before, 32, 0));
}

TEST(BlockOrder, does_not_hold_for_accesses_after_the_arrival) {
  BlockOrder order;
  order.start_block();
  order.arrive(1, 0, false);
  const std::uint32_t behind = order.tick();
  order.arrive(1, 1, true);
  order.release(1, 0b10, false);
  EXPECT_FALSE(order.ordered(behind, 0, 32));
}

TEST(BlockOrder, is_handed_on_from_barrier_to_barrier) {
  BlockOrder order;
  order.start_block();
  const std::uint32_t before = order.now();
  order.arrive(1, 0, false);
  order.arrive(1, 1, true);
  order.release(1, 0b10, false);
  order.arrive(2, 1, false);
  order.arrive(2, 2, true);
  order.release(2, 0b100, false);
  EXPECT_TRUE(order.ordered(before, 0, 64));
}

TEST(BlockOrder, of_syncwarp_holds_for_the_lanes_of_its_mask_and_what_they_know) {
  BlockOrder order;
  order.start_block();
  const std::uint32_t before = order.now();
  order.sync_lanes(0, 0b0011, false);
  EXPECT_TRUE(order.ordered(before, 0, 1));
  EXPECT_FALSE(order.ordered(before, 0, 2));
  order.sync_lanes(0, 0b0110, false);
  EXPECT_TRUE(order.ordered(before, 0, 2));
  EXPECT_FALSE(order.ordered(before, 2, 0));
  order.sync_lanes(0, 0xffff'ffff, true);
  EXPECT_TRUE(order.ordered(before, 2, 0));
  EXPECT_FALSE(order.ordered(before, 2, 32));
}

}  // namespace
}  // namespace lanescope::exec
