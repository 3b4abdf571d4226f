// Divergence: branches of the source text, the stage that shows which lanes take which side, the
// gutter, and the counts next to it.
#include "viz/picture/access/branch_view.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/viz/picture_checks.h"
#include "tests/viz/samples.h"
#include "viz/picture/access/branches.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/kernel/counts.h"

namespace lanescope::picture {
namespace {

using samples::count_hits;
using samples::divergence_report;
using samples::hit_of;
using samples::if_line;
using samples::label_of;
using samples::loop_line;
using samples::plain_style;

const text::Texts& english() { return *plain_style().texts; }

DrawList stage_at(const report::Report& report, int line, float width = 784, float height = 606) {
  BranchInput input;
  input.report = &report;
  input.trace = report.traces.empty() ? nullptr : report.traces.data();
  input.line = line;
  input.source_text = "    for (unsigned k = 0; k < i % 32; ++k)";
  return build_branch_view(input, plain_style(), width, height);
}

bool has_label(const DrawList& list, const std::string& part) {
  return std::any_of(list.labels.begin(), list.labels.end(), [&](const Label& label) {
    return label.text.find(part) != std::string::npos;
  });
}

int boxes_filled(const DrawList& list, const Color& color) {
  return static_cast<int>(std::count_if(list.boxes.begin(), list.boxes.end(),
                                        [&](const Box& box) { return box.fill == color; }));
}

TEST(TextBranches, the_two_jumps_of_a_loop_are_one_branch_of_its_line) {
  const std::vector<TextBranch> branches = text_branches(divergence_report());
  ASSERT_EQ(branches.size(), 2U);
  EXPECT_EQ(branches[1].line, loop_line);
  EXPECT_EQ(branches[1].to, (std::array{10, 11}));
  EXPECT_EQ(branches[1].executions, 8U * 32U);
  EXPECT_EQ(branches[1].divergent, 8U * 31U);
  EXPECT_EQ(branches[1].all, (std::array<std::uint64_t, 2>{0, 8}));  // the last lane leaves alone
}

TEST(TextBranches, sides_are_named_by_their_lines_whichever_of_them_jumps) {
  const std::vector<TextBranch> branches = text_branches(divergence_report());
  ASSERT_FALSE(branches.empty());
  EXPECT_EQ(branches[0].to, (std::array{5, 7}));
  EXPECT_EQ(branch_sentence(branches[0], english()),
            "8 of 8 executions diverge; all lanes go to line 5 in 0, to line 7 in 0");
  EXPECT_EQ(branch_sentence(branches[1], english()),
            "248 of 256 executions diverge; all lanes go to line 10 in 0, to line 11 in 8");
}

TEST(TextBranches, a_side_that_ends_comes_last) {
  report::Report report = divergence_report();
  report.branches[0].not_taken_line = 0;
  const std::vector<TextBranch> branches = text_branches(report);
  EXPECT_EQ(branches[0].to, (std::array{7, 0}));
  EXPECT_EQ(side_name(branches[0].to[1], english()), "the end");
}

TEST(TextBranches, two_sides_on_one_line_have_two_names) {
  report::Report report = divergence_report();
  report.branches[0].taken_line = report.branches[0].not_taken_line = 5;
  EXPECT_EQ(branch_sentence(text_branches(report)[0], english()),
            "8 of 8 executions diverge; all lanes go to line 5 by a jump in 0, to line 5 without a "
            "jump in 0");
}

TEST(TextBranches, those_that_never_ran_and_those_of_other_files_are_left_out) {
  report::Report report = divergence_report();
  report.main_file = "k.cu";
  report.branches[0].executions = 0;
  report.branches[1].place.file = report.branches[2].place.file = "other.h";
  EXPECT_TRUE(text_branches(report).empty());
}

TEST(TextBranches, a_warps_executions_are_sorted_by_side_whichever_jump_they_come_from) {
  const report::Report report = divergence_report();
  const std::vector<TextBranch> branches = text_branches(report);
  const std::vector<SplitExecution> executions = executions_at(report.traces[0], branches[1]);
  ASSERT_EQ(executions.size(), 32U);
  for (std::uint32_t turn = 0; turn < 32; ++turn) {
    EXPECT_EQ(executions[turn].lanes[1], 1U << turn) << turn;  // the lane that leaves
    EXPECT_EQ(executions[turn].divergent(), turn < 31) << turn;
  }
}

TEST(BranchView, one_execution_is_shown_in_full_both_sides_and_together_again) {
  const DrawList list = stage_at(divergence_report(), if_line);
  EXPECT_NE(label_of(list, "divergent"), nullptr);
  EXPECT_EQ(label_of(list, "divergent")->color, plain_style().palette.costly_verdict);
  for (const char* name :
       {"line 4", "line 5", "line 7", "line 11", "32 lanes", "16 lanes", "together"}) {
    EXPECT_NE(label_of(list, name), nullptr) << name;
  }
  EXPECT_TRUE(has_label(list, "one after the other"));
}

TEST(BranchView, few_rows_are_as_tall_as_the_width_of_their_lanes_lets_them) {
  const auto height_of_all = [](const DrawList& list) {
    return label_of(list, "together")->y - label_of(list, "line 4")->y;
  };
  const float narrow = height_of_all(stage_at(divergence_report(), if_line, 560, 606));
  const float wide = height_of_all(stage_at(divergence_report(), if_line, 1100, 606));
  EXPECT_GT(wide, 1.3F * narrow);
  EXPECT_LT(wide, 606 - 100);
}

TEST(BranchView, a_loop_is_a_row_for_each_time_its_test_is_executed) {
  const DrawList list = stage_at(divergence_report(), loop_line);
  EXPECT_NE(label_of(list, "31 of 32 divergent"), nullptr);
  // Lane 31 stays in the loop in the first 31 rows, lane 0 in none. One more box above is the lane
  // itself.
  EXPECT_EQ(boxes_filled(list, plain_style().palette.lane[31]), 31 + 1);
  EXPECT_EQ(boxes_filled(list, plain_style().palette.lane[0]), 0 + 1);
}

TEST(BranchView, each_lane_shows_how_often_it_went_where) {
  const DrawList list = stage_at(divergence_report(), loop_line);
  EXPECT_EQ(count_hits(list, HitKind::lane), 32U);
  ASSERT_NE(hit_of(list, HitKind::lane, 3), nullptr);
  EXPECT_EQ(hit_of(list, HitKind::lane, 3)->tooltip, "lane 3: 3× to line 10, 1× to line 11");
}

TEST(BranchView, a_branch_at_which_all_agree_is_called_uniform) {
  report::Report report = divergence_report();
  report.traces[0].branches = {{0, 0xffff'ffffU, 0xffff'ffffU}};
  const DrawList list = stage_at(report, if_line);
  ASSERT_NE(label_of(list, "uniform"), nullptr);
  EXPECT_EQ(label_of(list, "uniform")->color, plain_style().palette.good_verdict);
  EXPECT_EQ(label_of(list, "line 5"), nullptr);
}

TEST(BranchView, a_warp_that_never_comes_there_says_so) {
  report::Report report = divergence_report();
  report.traces[0].branches.clear();
  EXPECT_NE(label_of(stage_at(report, if_line), "never here"), nullptr);
}

TEST(BranchView, more_executions_than_there_is_room_for_are_counted) {
  report::Report report = divergence_report();
  for (int i = 0; i < 5000; ++i) report.traces[0].branches.push_back({2, 6, 4});
  const DrawList list = stage_at(report, loop_line);
  EXPECT_TRUE(has_label(list, "more executions"));
  // Every lane was there once, but not every lane each time.
  EXPECT_NE(label_of(list, "not here"), nullptr);
}

TEST(BranchView, a_line_without_a_branch_shows_its_active_lanes_and_hatches_the_idle) {
  const DrawList list = stage_at(divergence_report(), 5);
  EXPECT_NE(label_of(list, "16 of 32 lanes"), nullptr);
  EXPECT_TRUE(std::any_of(list.boxes.begin(), list.boxes.end(),
                          [](const Box& box) { return box.hatch.a > 0; }));
}

TEST(BranchView, a_line_without_instructions_says_so) {
  EXPECT_NE(label_of(stage_at(divergence_report(), 1), "Line 1 compiles to no instructions"),
            nullptr);
}

TEST(CodeOfDivergence, the_gutter_says_how_many_lanes_take_part_and_how_often_warps_split) {
  const report::Report report = divergence_report();
  CodeInput input;
  input.text = samples::divergence_code();
  input.report = &report;
  input.divergence = true;
  const DrawList list = build_code(input, plain_style(), 560, 400);
  for (const char* text : {"lanes of 32", "splits", "100 %", "96.9 %", "32", "16"})
    EXPECT_NE(label_of(list, text), nullptr) << text;
  EXPECT_THAT(hit_of(list, HitKind::code_line, if_line)->tooltip,
              testing::HasSubstr("\n8 of 8 executions diverge; all lanes go to line 5 in 0, "
                                 "to line 7 in 0"));
}

TEST(CodeOfDivergence, a_line_at_which_warps_split_has_a_fork_whatever_is_looked_at) {
  report::Report report = divergence_report();
  CodeInput input;
  input.text = samples::divergence_code();
  input.report = &report;
  const std::size_t forks = build_code(input, plain_style(), 560, 400).curves.size();
  EXPECT_GT(forks, 0U);
  for (report::Branch& branch : report.branches) branch.divergent = 0;
  EXPECT_EQ(build_code(input, plain_style(), 560, 400).curves.size(), 0U);
}

TEST(CountsOfDivergence, hold_the_line_beside_the_whole_kernel) {
  const report::Report report = divergence_report();
  const DrawList list = build_divergence_counts(report, if_line, plain_style(), 480, 260);
  for (const char* text : {"Divergence", "line 4", "whole kernel", "0 %", "8"})
    EXPECT_NE(label_of(list, text), nullptr) << text;
}

TEST(CountsOfDivergence, a_line_without_a_branch_has_no_efficiency) {
  const report::Report report = divergence_report();
  const DrawList list = build_divergence_counts(report, 5, plain_style(), 480, 260);
  EXPECT_NE(label_of(list, "–"), nullptr);
  EXPECT_EQ(label_of(list, "–")->color, plain_style().palette.text);
}

}  // namespace
}  // namespace lanescope::picture
