#include "sim/exec/decode/control_flow.h"

#include <chrono>
#include <vector>

#include <gtest/gtest.h>

#include "sim/exec/state/divergence.h"

namespace lanescope::exec {
namespace {

Instruction plain() { return {}; }
Instruction jump(std::uint32_t target, bool conditional) {
  Instruction in;
  in.flow = Flow::branch;
  in.target = target;
  if (conditional) in.guard.value = 0;
  return in;
}
Instruction end(bool conditional = false) {
  Instruction in;
  in.flow = Flow::exit;
  if (conditional) in.guard.value = 0;
  return in;
}

// Where the lanes of each branch of `code` meet, Instruction::reconverge.
std::vector<std::uint32_t> meeting(std::vector<Instruction> code) {
  std::vector<MeetingPoints> points;
  set_reconvergence_points(code, {}, points);
  std::vector<std::uint32_t> found;
  for (const Instruction& in : code) {
    if (in.flow == Flow::branch && in.guard.exists()) found.push_back(in.reconverge);
  }
  return found;
}

// The meeting points of each branch, by depth.
std::vector<std::vector<std::uint32_t>> by_depth(std::vector<Instruction> code) {
  std::vector<MeetingPoints> points;
  set_reconvergence_points(code, {}, points);
  std::vector<std::vector<std::uint32_t>> found;
  for (const MeetingPoints& point : points) found.push_back(point.at);
  return found;
}

using Places = std::vector<std::uint32_t>;
constexpr std::uint32_t never = Divergence::never;

TEST(ReconvergencePoint, of_an_if_is_what_follows_it) {
  EXPECT_EQ(meeting({jump(2, true), plain(), plain(), end()}), Places{2});
}

TEST(ReconvergencePoint, of_an_if_else_is_after_both_sides) {
  EXPECT_EQ(meeting({jump(3, true), plain(), jump(4, false), plain(), plain(), end()}), Places{4});
}

TEST(ReconvergencePoint, of_a_loop_is_its_exit) {
  EXPECT_EQ(meeting({plain(), plain(), jump(0, true), plain(), end()}), Places{3});
}

TEST(ReconvergencePoint, of_a_loop_with_break_is_after_the_loop) {
  // 0: body; 1: if (p) goto 4; 2: body; 3: if (q) goto 0; 4: after
  EXPECT_EQ(meeting({plain(), jump(4, true), plain(), jump(0, true), plain(), end()}),
            (Places{4, 4}));
}

TEST(ReconvergencePoint, of_a_branch_whose_sides_both_return_is_the_end) {
  EXPECT_EQ(meeting({jump(2, true), end(), end()}), Places{3});
}

TEST(ReconvergencePoint, of_a_branch_into_an_endless_loop_is_the_end) {
  EXPECT_EQ(meeting({jump(2, true), jump(1, false), jump(2, false)}), Places{3});
}

TEST(ReconvergencePoint, is_not_moved_by_a_guarded_return) {
  EXPECT_EQ(meeting({jump(3, true), end(true), plain(), plain(), end()}), Places{3});
}

// if (0) { if (1) return; 2 } else 4; 5; return
TEST(ReconvergencePoint, is_not_moved_by_lanes_that_return) {
  EXPECT_EQ(
      meeting({jump(4, true), jump(6, true), plain(), jump(5, false), plain(), plain(), end()}),
      (Places{5, 6}));
}

TEST(ReconvergencePoint, is_not_moved_by_lanes_that_return_after_some_work) {
  EXPECT_EQ(meeting({jump(6, true), jump(4, true), plain(), jump(7, false), plain(), end(), plain(),
                     plain(), end()}),
            (Places{7, 2}));
}

TEST(ReconvergencePoint, is_not_moved_by_lanes_that_never_come) {  // 4: for (;;);
  EXPECT_EQ(meeting({jump(3, true), jump(4, true), jump(5, false), jump(5, false), jump(4, false),
                     plain(), end()}),
            (Places{5, 5}));
}

// Lanes that end at the kernel's last return may wait there for the others. So a branch to it that
// nothing follows but the return is like any other.
TEST(ReconvergencePoint, of_a_branch_over_the_kernel_is_its_return) {
  EXPECT_EQ(by_depth({jump(2, true), plain(), end()}), (std::vector<Places>{{2}}));
}

// do { if (1) return; } while (2);
TEST(ReconvergencePoint, of_a_loop_that_lanes_leave_by_returning_is_behind_the_loop) {
  EXPECT_EQ(by_depth({plain(), jump(5, true), jump(0, true), plain(), plain(), end()}),
            (std::vector<Places>{{5, 3, 2}, {5, 3, 0}}));
}

// for (;;) { 0; if (1) continue; 2; if (3) break; }: a loop of 0 and 1 in one of 0 to 3.
TEST(ReconvergencePoint, of_a_loop_with_continue_is_behind_an_inner_loop) {
  EXPECT_EQ(by_depth({plain(), jump(0, true), plain(), jump(0, true), plain(), plain(), end()}),
            (std::vector<Places>{{4, 2, 0}, {4, 0}}));
}

// for (;;) { 0; if (1) return; if (2) continue; 3; if (4) break; }
TEST(ReconvergencePoint, of_continue_is_the_same_if_lanes_return_before_it) {
  EXPECT_EQ(
      by_depth({plain(), jump(6, true), jump(0, true), plain(), jump(0, true), plain(), end()})[1],
      (Places{6, 5, 3, 0}));
}

// for (;;) { if (0) break; 1; if (2) continue; 3; if (4) break; }
TEST(ReconvergencePoint, of_continue_behind_a_break_is_the_head_on_each_round) {
  EXPECT_EQ(
      by_depth({jump(5, true), plain(), jump(0, true), plain(), jump(0, true), plain(), end()}),
      (std::vector<Places>{{5, 1}, {5, 0}, {5, 0}}));
}

// Lanes that leave the inner loop in the middle of a round do not wait at the outer one's head.
TEST(ReconvergencePoint, of_an_inner_loop_that_ends_the_outer_ones_round) {
  // while (0) while (1) 2;
  EXPECT_EQ(by_depth({jump(4, true), jump(0, true), plain(), jump(1, false), plain(), end()}),
            (std::vector<Places>{{4, 1}, {4, never, 2}}));
  // while (0) do 1; while (2);
  EXPECT_EQ(by_depth({jump(4, true), plain(), jump(1, true), jump(0, false), plain(), end()}),
            (std::vector<Places>{{4, 1}, {4, 0, 1}}));
}

TEST(ReconvergencePoint, inside_a_round_is_none_that_lanes_leave_the_loop_behind) {
  // for (;;) { if (0) 1; if (2) { if (3) continue; 4; } 5; if (6) break; }
  EXPECT_EQ(by_depth({jump(2, true), plain(), jump(5, true), jump(0, true), plain(), plain(),
                      jump(0, true), plain(), end()})[1],
            (Places{7, 0}));
  // for (;;) { if (0) break; if (1) { if (2) continue; 3; } 4; }
  EXPECT_EQ(by_depth({jump(6, true), jump(4, true), jump(0, true), plain(), plain(), jump(0, false),
                      plain(), end()})[1],
            (Places{6, 0, 4}));
}

// for (;;) { if (0) { if (1) break; if (2) { 3; goto 7; } } 5; 6; 7: if (7) continue; break; }
TEST(ReconvergencePoint, is_none_that_lanes_pass_on_their_way_out_of_a_loop) {
  const auto code = [](Instruction out) {
    return by_depth({jump(5, true), out, jump(5, true), plain(), jump(7, false), plain(), plain(),
                     jump(0, true), plain(), end()});
  };
  EXPECT_EQ(code(jump(8, true))[0], (Places{8, 7}));
  EXPECT_EQ(code(plain())[0], (Places{8, 7, 5}));
}

// do { if (1) goto 4; if (2) continue; 3; 4: do; while (4); } while (5);
TEST(ReconvergencePoint, is_none_behind_which_lanes_leave_a_loop) {
  const auto found = by_depth({plain(), jump(4, true), jump(1, true), plain(), jump(4, true),
                               jump(1, true), plain(), end()});
  EXPECT_EQ(found[0], (Places{6, 1}));
  EXPECT_EQ(found[1], (Places{6, 1}));
}

// if (0) goto 5; do { 1; if (2) goto 5; } while (3); goto 6; 5; 6: as a recursion becomes
TEST(ReconvergencePoint, is_none_that_lanes_pass_from_inside_a_loop) {
  EXPECT_EQ(by_depth({jump(5, true), plain(), jump(5, true), jump(1, true), jump(6, false), plain(),
                      plain(), end()})[0],
            Places{6});
}

// while (0) { 1; if (2) continue; 3; break; } 4
TEST(ReconvergencePoint, behind_a_loop_is_where_lanes_go_at_the_end_of_a_round) {
  EXPECT_EQ(by_depth({jump(4, true), plain(), jump(0, true), plain(), plain(), end()}),
            (std::vector<Places>{{4, 3, 1}, {4, 3, 0}}));
}

// if (0 || 1) 4; else 2; 5
TEST(ReconvergencePoint, is_also_where_two_of_three_paths_come_together) {
  EXPECT_EQ(
      by_depth({jump(4, true), jump(4, true), plain(), jump(5, false), plain(), plain(), end()}),
      (std::vector<Places>{{5, 4}, {5, 4}}));
}

// Of two blocks that both sides reach, only one can be waited for: the longer.
TEST(ReconvergencePoint, of_two_that_cross_is_the_one_with_more_code) {
  const auto crossed = [](bool first_is_longer) {
    std::vector<Instruction> code{jump(3, true), jump(5, true), jump(8, false), jump(5, true),
                                  jump(8, false)};
    code.push_back(plain());
    code.push_back(first_is_longer ? plain() : jump(10, false));
    code.push_back(jump(10, false));
    code.push_back(plain());
    code.push_back(first_is_longer ? jump(10, false) : plain());
    code.push_back(plain());
    code.push_back(end());
    return by_depth(code)[0];
  };
  EXPECT_EQ(crossed(true), (Places{10, 5}));
  EXPECT_EQ(crossed(false), (Places{10, 8}));
}

// if (0) goto 7; 1; if (2) goto 7; 3; if (4) goto 7; 5; return; 7: ...; return
TEST(ReconvergencePoint, of_paths_to_an_error_is_the_error) {
  EXPECT_EQ(by_depth({jump(7, true), plain(), jump(7, true), plain(), jump(7, true), plain(), end(),
                      plain(), end()}),
            (std::vector<Places>{{never, 7}, {never, 7}, {never, 7}}));
}

TEST(ReconvergencePoint, of_a_function_that_returns_early_is_its_return) {
  std::vector<Instruction> code{jump(3, true), plain(), jump(4, false), plain(), plain()};
  code.push_back(end());
  code.back().flow = Flow::ret;
  std::vector<MeetingPoints> points;
  set_reconvergence_points(code, {0, false, {}}, points);
  EXPECT_EQ(points[0].at, Places{4});
}

TEST(ReconvergencePoint, is_not_moved_by_a_call_that_does_not_return) {
  std::vector<Instruction> code{jump(3, true), jump(4, true), jump(5, false), jump(5, false)};
  code.push_back(plain());
  code.back().flow = Flow::call;
  code.back().immediate = 1;
  code.push_back(plain());
  code.push_back(end());
  EXPECT_EQ(meeting(code), (Places{5, 5}));
}

// A depth for each target: what a lane that goes there can still reach.
TEST(ReconvergencePoint, is_given_up_by_lanes_that_go_past_it) {
  std::vector<Instruction> code{jump(4, true), jump(4, true), plain(), jump(5, false),
                                plain(),       plain(),       end()};
  std::vector<MeetingPoints> points;
  set_reconvergence_points(code, {}, points);
  EXPECT_EQ(points[0].depth, (Places{1, 1}));
  EXPECT_EQ(points[1].depth, (Places{1, 0}));
  EXPECT_EQ(code[0].immediate, 0);
  EXPECT_EQ(code[1].immediate, 2);
}

// Thousands of branches: the analysis runs once a kernel, but must not take seconds.
TEST(ReconvergencePoint, is_found_quickly_in_a_long_function) {
  std::vector<Instruction> code;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const std::uint32_t at = 5 * i;
    code.push_back(jump(at + 3, true));  // if (..) { if (..) return; } else ..
    code.push_back(jump(10'000, true));
    code.push_back(jump(at + 4, false));
    code.push_back(plain());
    code.push_back(plain());
  }
  code.push_back(end());
  const auto start = std::chrono::steady_clock::now();
  const Places places = meeting(code);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  for (std::uint32_t i = 0; i < 2000; ++i) ASSERT_EQ(places[2 * i], 5 * i + 4);
}

TEST(ReconvergencePoint, is_found_quickly_in_a_loop_with_many_jumps_to_its_head) {
  std::vector<Instruction> code;
  for (int i = 0; i < 1000; ++i) {
    code.push_back(plain());
    code.push_back(jump(0, true));
  }
  code.push_back(end());
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(meeting(code).size(), 1000U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

}  // namespace
}  // namespace lanescope::exec
