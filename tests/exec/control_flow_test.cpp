#include "sim/exec/decode/control_flow.h"

#include <gtest/gtest.h>

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

TEST(ReconvergencePoint, of_an_if_is_what_follows_it) {
  std::vector<Instruction> code{jump(2, true), plain(), plain(), end()};
  set_reconvergence_points(code);
  EXPECT_EQ(code[0].reconverge, 2U);
}

TEST(ReconvergencePoint, of_an_if_else_is_after_both_sides) {
  std::vector<Instruction> code{jump(3, true), plain(), jump(4, false), plain(), plain(), end()};
  set_reconvergence_points(code);
  EXPECT_EQ(code[0].reconverge, 4U);
}

TEST(ReconvergencePoint, of_a_loop_is_its_exit) {
  std::vector<Instruction> code{plain(), plain(), jump(0, true), plain(), end()};
  set_reconvergence_points(code);
  EXPECT_EQ(code[2].reconverge, 3U);
}

TEST(ReconvergencePoint, of_a_loop_with_break_is_after_the_loop) {
  // 0: body; 1: if (p) goto 4; 2: body; 3: if (q) goto 0; 4: after
  std::vector<Instruction> code{plain(), jump(4, true), plain(), jump(0, true), end()};
  set_reconvergence_points(code);
  EXPECT_EQ(code[1].reconverge, 4U);
  EXPECT_EQ(code[3].reconverge, 4U);
}

TEST(ReconvergencePoint, of_a_branch_whose_sides_both_return_is_the_end) {
  std::vector<Instruction> code{jump(2, true), end(), end()};
  set_reconvergence_points(code);
  EXPECT_EQ(code[0].reconverge, 3U);
}

TEST(ReconvergencePoint, of_a_branch_into_an_endless_loop_is_the_end) {
  std::vector<Instruction> code{jump(2, true), jump(1, false), jump(2, false)};
  set_reconvergence_points(code);
  EXPECT_EQ(code[0].reconverge, 3U);
}

TEST(ReconvergencePoint, is_not_moved_by_a_guarded_return) {
  std::vector<Instruction> code{jump(3, true), end(true), plain(), plain(), end()};
  set_reconvergence_points(code);
  EXPECT_EQ(code[0].reconverge, 3U);
}

}  // namespace
}  // namespace lanescope::exec
