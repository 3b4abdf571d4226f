#include "sim/report/activity.h"

#include <gtest/gtest.h>

namespace lanescope::report {
namespace {

using exec::Flow;

constexpr std::uint32_t some_row = 4;

// Eight instructions of an `if` with `else`, as a compiler lays them out:
//   0 line 3  condition          4 line 6  the else side
//   1 line 4  @p jump to 4       5 line 2  an address, written further up
//   2 line 5  the then side      6 line 7  the store
//   3 line 0  jump to 5          7 line 8  ret
class IfElse : public testing::Test {
 protected:
  void SetUp() override {
    constexpr int lines[] = {3, 4, 5, 0, 6, 2, 7, 8};
    for (int i = 0; i < 8; ++i) {
      program_.code.emplace_back();
      program_.places.push_back({"k.cu", lines[i], 1});
      program_.ptx_lines.push_back(20 + i);
      result_.profile.push_back({.executions = 10, .threads = 320, .active = 320, .divergent = 0});
    }
    exec::Instruction& branch = program_.code[1];
    branch.flow = Flow::branch;
    branch.guard.value = some_row;
    branch.target = 4;
    result_.profile[1] = {.executions = 10, .threads = 120, .active = 300, .divergent = 9};
    program_.code[3].flow = Flow::branch;
    program_.code[3].target = 5;
    program_.code[7].flow = Flow::exit;
  }

  [[nodiscard]] Branch only_branch() const {
    BranchIndices branch_of;
    const std::vector<Branch> branches = collect_branches(program_, result_, branch_of);
    EXPECT_EQ(branches.size(), 1U);
    EXPECT_EQ(branch_of.at(1), 0U);
    return branches.empty() ? Branch{} : branches.front();
  }

  exec::Program program_;
  exec::RunResult result_;
};

TEST_F(IfElse, only_the_conditional_jump_is_a_branch_and_its_sides_are_counted) {
  const Branch branch = only_branch();
  EXPECT_EQ(branch.place.line, 4);
  EXPECT_EQ(branch.ptx_line, 21);
  EXPECT_EQ(branch.executions, 10U);
  EXPECT_EQ(branch.divergent, 9U);
  EXPECT_EQ(branch.lanes_taken, 120U);
  EXPECT_EQ(branch.lanes_not_taken, 180U);
}

TEST_F(IfElse, each_side_is_named_by_the_line_it_goes_on_with) {
  const Branch branch = only_branch();
  EXPECT_EQ(branch.not_taken_line, 5);
  EXPECT_EQ(branch.taken_line, 6);
}

TEST_F(IfElse, a_side_on_the_branchs_own_line_is_named_by_it) {
  program_.places[2].line = 4;  // if (c) side; else ...
  program_.code[1].reconverge = 5;
  EXPECT_EQ(only_branch().not_taken_line, 4);
}

TEST_F(IfElse, lanes_that_split_are_together_again_where_both_sides_go_on) {
  program_.code[1].reconverge = 5;
  EXPECT_EQ(only_branch().reconvergence_line, 7);
}

TEST_F(IfElse, a_side_that_begins_with_an_earlier_lines_address_is_named_by_the_next_line) {
  program_.code[1].target = 5;
  EXPECT_EQ(only_branch().taken_line, 7);
}

TEST_F(IfElse, a_jump_that_all_lanes_take_is_followed) {
  program_.code[1].target = 3;
  EXPECT_EQ(only_branch().taken_line, 7);
}

TEST_F(IfElse, a_loops_jump_back_is_named_by_the_first_line_there) {
  program_.code[1].target = 0;
  EXPECT_EQ(only_branch().taken_line, 3);
}

TEST_F(IfElse, a_loop_left_by_a_jump_of_its_own_line_goes_on_behind_it) {
  program_.code[1].target = 0;
  program_.code[1].reconverge = 6;
  program_.code[2].flow = Flow::branch;
  program_.code[2].target = 6;
  program_.places[2].line = 4;
  EXPECT_EQ(only_branch().taken_line, 3);
  EXPECT_EQ(only_branch().not_taken_line, 7);
}

TEST_F(IfElse, a_side_without_any_line_has_none) {
  for (std::size_t i = 4; i < 8; ++i) program_.places[i].line = 0;
  EXPECT_EQ(only_branch().taken_line, 0);
}

TEST_F(IfElse, at_a_branch_all_that_come_to_it_take_part) {
  const std::vector<Activity> all = collect_instructions(program_, result_);
  ASSERT_EQ(all.size(), 8U);
  EXPECT_EQ(all[1].lanes, 300U);
  EXPECT_DOUBLE_EQ(all[1].active_lanes(), 30.0);
}

TEST_F(IfElse, elsewhere_too_whatever_the_guard) {
  result_.profile[2] = {.executions = 10, .threads = 40, .active = 320, .divergent = 0};
  EXPECT_DOUBLE_EQ(collect_instructions(program_, result_)[2].active_lanes(), 32.0);
}

TEST_F(IfElse, the_rest_of_an_instruction_that_became_several_is_not_listed) {
  program_.code[2].continues = true;
  EXPECT_EQ(collect_instructions(program_, result_).size(), 7U);
}

TEST_F(IfElse, a_jump_over_the_other_side_does_not_count_for_the_line_of_its_if) {
  program_.places[3].line = 4;
  result_.profile[3] = {.executions = 10, .threads = 160, .active = 160, .divergent = 0};
  const std::vector<Activity> lines =
      collect_lines(collect_instructions(program_, result_), "k.cu");
  EXPECT_EQ(lines[2].place.line, 4);
  EXPECT_EQ(lines[2].executions, 10U);
  EXPECT_DOUBLE_EQ(lines[2].active_lanes(), 30.0);
}

TEST_F(IfElse, a_line_sums_its_instructions_and_only_the_main_file_counts) {
  program_.places[2].line = 6;
  program_.places[6].file = "other.h";
  const std::vector<Activity> lines =
      collect_lines(collect_instructions(program_, result_), "k.cu");
  std::vector<int> numbers;
  for (const Activity& line : lines) numbers.push_back(line.place.line);
  EXPECT_EQ(numbers, (std::vector<int>{2, 3, 4, 6, 8}));
  EXPECT_EQ(lines[3].instructions, 2U);
  EXPECT_EQ(lines[3].executions, 20U);
  EXPECT_EQ(lines[3].lanes, 640U);
}

TEST(Efficiencies, are_one_where_nothing_ran) {
  EXPECT_EQ(branch_efficiency(0, 0), 1.0);
  EXPECT_EQ(warp_execution_efficiency(Totals{}), 1.0);
  EXPECT_EQ(Activity{}.active_lanes(), 0.0);
}

TEST(Efficiencies, are_shares_of_branches_and_of_lanes) {
  EXPECT_DOUBLE_EQ(branch_efficiency(8, 2), 0.75);
  Totals totals;
  totals.warp_instructions = 10;
  totals.thread_instructions = 160;
  EXPECT_DOUBLE_EQ(warp_execution_efficiency(totals), 0.5);
}

}  // namespace
}  // namespace lanescope::report
