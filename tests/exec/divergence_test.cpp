#include "sim/exec/state/divergence.h"

#include <gtest/gtest.h>

namespace lanescope::exec {
namespace {

constexpr std::uint32_t all = 0xffff'ffffU;

Divergence at(std::uint32_t instruction) {
  Divergence flow;
  flow.start(all);
  flow.go_to(instruction);
  return flow;
}

TEST(Divergence, runs_the_taken_side_first_and_joins_at_the_meeting_point) {
  Divergence flow = at(3);
  flow.split(0xf, 10, 4, 20);
  EXPECT_EQ(flow.next(), 10U);
  EXPECT_EQ(flow.active(), 0xfU);
  flow.go_to(20);
  EXPECT_EQ(flow.next(), 4U);
  EXPECT_EQ(flow.active(), ~0xfU);
  flow.go_to(20);
  EXPECT_EQ(flow.next(), 20U);
  EXPECT_EQ(flow.active(), all);
  EXPECT_FALSE(flow.diverged());
}

TEST(Divergence, lets_a_side_that_starts_at_the_meeting_point_wait_there) {
  Divergence flow = at(3);
  flow.split(0xf, 20, 4, 20);  // if without else: the taken lanes skip it
  EXPECT_EQ(flow.next(), 4U);
  EXPECT_EQ(flow.active(), ~0xfU);
  flow.go_to(20);
  EXPECT_EQ(flow.active(), all);
}

TEST(Divergence, does_not_grow_when_lanes_leave_a_loop_one_after_the_other) {
  Divergence flow = at(0);
  for (int lane = 0; lane < 31; ++lane) {
    // Instruction 5 closes the loop: the other lanes go back to 1, and one lane leaves to 6, where
    // all meet.
    flow.go_to(5);
    const std::uint32_t stay = flow.active() & ~(1U << lane);
    flow.split(stay, 1, 6, 6);
    EXPECT_EQ(flow.next(), 1U);
  }
  EXPECT_EQ(flow.active(), 1U << 31);
  flow.go_to(6);
  EXPECT_EQ(flow.active(), all);
  EXPECT_FALSE(flow.diverged());
}

TEST(Divergence, nests) {
  Divergence flow = at(0);
  flow.split(0xffff, 10, 1, 30);
  flow.split(0xff, 15, 11, 20);
  EXPECT_EQ(flow.active(), 0xffU);
  flow.go_to(20);
  EXPECT_EQ(flow.active(), 0xff00U);
  flow.go_to(20);
  EXPECT_EQ(flow.active(), 0xffffU);
  flow.go_to(30);
  EXPECT_EQ(flow.active(), 0xffff0000U);
}

TEST(Divergence, forgets_threads_that_exit_on_one_side) {
  Divergence flow = at(0);
  flow.split(0xf, 10, 1, 20);
  flow.exit(0xf);
  EXPECT_EQ(flow.next(), 1U);
  EXPECT_EQ(flow.alive(), ~0xfU);
  flow.go_to(20);
  EXPECT_EQ(flow.active(), ~0xfU);
  flow.exit(~0xfU);
  EXPECT_TRUE(flow.finished());
}

TEST(Divergence, keeps_the_others_when_some_active_threads_exit) {
  Divergence flow = at(0);
  flow.exit(0x1);
  EXPECT_FALSE(flow.finished());
  EXPECT_EQ(flow.active(), ~0x1U);
}

TEST(Divergence, sends_the_lanes_of_a_table_to_their_places_in_order) {
  Divergence flow;
  flow.start(0xf);
  const Divergence::Side sides[] = {{5, 0x3}, {7, 0x4}, {9, 0x8}};
  const std::uint32_t meeting[] = {9};
  flow.split(sides, meeting);
  EXPECT_EQ(flow.next(), 5U);
  EXPECT_EQ(flow.active(), 0x3U);
  flow.go_to(9);
  EXPECT_EQ(flow.next(), 7U);
  EXPECT_EQ(flow.active(), 0x4U);
  flow.go_to(9);
  EXPECT_EQ(flow.active(), 0xfU);
}

// if (a || b) 20; else 10; 30: lanes 0-7 take a, 8-11 take b.
TEST(Divergence, lets_lanes_meet_that_others_go_past) {
  Divergence flow = at(1);
  const std::uint32_t meeting[] = {30, 20};
  const Divergence::Side first[] = {{20, 0xff, 1}, {5, ~0xffU, 1}};
  flow.split(first, meeting);
  EXPECT_EQ(flow.next(), 5U);
  flow.go_to(6);
  const Divergence::Side second[] = {{20, 0xf00, 1}, {10, ~0xfffU, 0}};
  flow.split(second, meeting);
  EXPECT_EQ(flow.next(), 10U);
  EXPECT_EQ(flow.active(), ~0xfffU);
  EXPECT_EQ(flow.alive(), all);
  flow.go_to(30);
  EXPECT_EQ(flow.next(), 20U);
  EXPECT_EQ(flow.active(), 0xfffU);  // not waiting for the others
  flow.go_to(30);
  EXPECT_EQ(flow.active(), all);
  EXPECT_FALSE(flow.diverged());
}

TEST(Divergence, forgets_a_meeting_point_that_all_lanes_go_past) {
  Divergence flow = at(1);
  const std::uint32_t meeting[] = {30, 20};
  const Divergence::Side sides[] = {{5, 0xff, 1}, {8, ~0xffU, 1}};
  flow.split(sides, meeting);
  flow.go_out_to(10, 0);
  EXPECT_EQ(flow.active(), 0xffU);
  EXPECT_EQ(flow.reconvergence_point(), 30U);
  flow.go_to(30);
  EXPECT_EQ(flow.next(), 8U);
  flow.go_out_to(10, 0);
  flow.go_to(30);
  EXPECT_EQ(flow.active(), all);
}

// Lanes that never meet the others again run to their end on their own, also past inner waits.
TEST(Divergence, lets_lanes_leave_all_meeting_points) {
  Divergence flow = at(1);
  const std::uint32_t outer[] = {Divergence::never, 20};
  const Divergence::Side sides[] = {{5, 0xf, 1}, {6, ~0xfU, 1}};
  flow.split(sides, outer);
  const std::uint32_t inner[] = {Divergence::never, 10};
  const Divergence::Side more[] = {{40, 0x3, 0}, {7, 0xc, 1}};
  flow.split(more, inner);
  EXPECT_EQ(flow.next(), 40U);
  EXPECT_EQ(flow.active(), 0x3U);
  flow.exit(0x3);
  EXPECT_EQ(flow.next(), 7U);
  EXPECT_EQ(flow.active(), 0xcU);
  flow.go_to(10);
  flow.go_to(20);
  EXPECT_EQ(flow.next(), 6U);
  flow.go_to(20);
  EXPECT_EQ(flow.active(), ~0x3U);
  EXPECT_FALSE(flow.diverged());
}

TEST(Divergence, goes_round_a_loop_without_growing) {
  Divergence flow = at(0);
  const std::uint32_t meeting[] = {6, 1};  // behind the loop, at its head
  for (int lane = 0; lane < 31; ++lane) {
    flow.go_to(5);
    const Divergence::Side sides[] = {{1, flow.active() & ~(1U << lane), 1}, {6, 1U << lane, 0}};
    flow.split(sides, meeting);
    EXPECT_EQ(flow.next(), 1U);
    EXPECT_LE(flow.height(), 2U);
  }
  flow.go_out_to(6, 0);
  EXPECT_EQ(flow.active(), all);
  EXPECT_FALSE(flow.diverged());
}

TEST(Divergence, of_a_call_ends_where_its_last_lane_returns) {
  Divergence flow;
  flow.start(0xf);
  const std::size_t height = flow.enter(0x7, 100, 5);
  EXPECT_EQ(flow.active(), 0x7U);
  flow.split(0x1, 110, 101, 120);
  EXPECT_FALSE(flow.leave(0x1, 111, height));
  EXPECT_EQ(flow.next(), 101U);
  EXPECT_EQ(flow.active(), 0x6U);
  EXPECT_FALSE(flow.leave(0x2, 102, height));  // a return under a guard
  EXPECT_EQ(flow.next(), 102U);
  EXPECT_TRUE(flow.leave(0x4, 103, height));
  EXPECT_EQ(flow.next(), 5U);
  EXPECT_EQ(flow.active(), 0xfU);
}

// The call is the last instruction on one side of a branch.
TEST(Divergence, of_a_call_joins_the_lanes_that_wait_behind_it) {
  Divergence flow;
  flow.start(0x3);
  flow.split(0x1, 10, 1, 11);
  const std::size_t height = flow.enter(0x1, 100, 11);
  EXPECT_TRUE(flow.leave(0x1, 101, height));
  EXPECT_EQ(flow.next(), 1U);
  EXPECT_EQ(flow.active(), 0x2U);
}

TEST(Divergence, of_a_call_is_left_by_threads_that_end) {
  Divergence flow;
  flow.start(0x3);
  const std::size_t height = flow.enter(0x1, 100, 5);
  flow.exit(0x1);
  EXPECT_LE(flow.height(), height);
  EXPECT_EQ(flow.active(), 0x2U);
  EXPECT_EQ(flow.next(), 5U);
}

}  // namespace
}  // namespace lanescope::exec
