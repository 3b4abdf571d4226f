// The divergence lesson: correct results, and the counts that it teaches, with both compilers.
#include <algorithm>
#include <cmath>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

constexpr std::uint32_t threads = 1024;
constexpr std::uint64_t warps = threads / 32;

class DivergenceLesson : public BothCompilers {
 protected:
  static OutcomePtr run_variant(const std::string& variant, const lesson::Values& values = {}) {
    return run_shipped("divergence", variant, values);
  }

  // The branches on the first line that contains the text, in program order.
  static std::vector<report::Branch> branches_at(const Outcome& outcome, const std::string& text) {
    const std::string& source = outcome.resolved.source_text;
    const auto line =
        1 + std::count(source.begin(),
                       source.begin() + static_cast<std::ptrdiff_t>(source.find(text)), '\n');
    std::vector<report::Branch> found;
    for (const report::Branch& branch : outcome.report.branches) {
      if (branch.place.line == line) found.push_back(branch);
    }
    return found;
  }

  static double active_lanes(const Outcome& outcome, int line) {
    for (const report::Activity& activity : outcome.report.activity) {
      if (activity.place.line == line) return activity.active_lanes();
    }
    return 0;
  }
};

std::string roots_and_reciprocals(std::uint32_t group) {
  std::vector<float> expected;
  for (std::uint32_t i = 0; i < threads; ++i) {
    const auto x = static_cast<float>(i);
    expected.push_back(i / group % 2 == 0 ? std::sqrt(x) : 1 / x);
  }
  return hash_of(expected);
}

std::string steps_by_turns(std::uint32_t group) {
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < threads; ++i) {
    std::uint32_t x = i;
    for (std::uint32_t k = 0; k < i / group % 32; ++k) x = 1664525U * x + 1013904223U;
    expected.push_back(x);
  }
  return hash_of(expected);
}

TEST_P(DivergenceLesson, an_if_by_lane_splits_every_warp_in_halves) {
  const OutcomePtr outcome = run_variant("if-by-lane");
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.arrays[1].fnv1a64, roots_and_reciprocals(1));
  const std::vector<report::Branch> branches = branches_at(*outcome, "if (i / GROUP");
  ASSERT_EQ(branches.size(), 1U);
  EXPECT_EQ(branches[0].executions, warps);
  EXPECT_EQ(branches[0].divergent, warps);
  EXPECT_EQ(branches[0].lanes_taken, 16 * warps);
  EXPECT_EQ(branches[0].lanes_not_taken, 16 * warps);
  EXPECT_EQ(std::min(branches[0].taken_line, branches[0].not_taken_line), 8);
  EXPECT_EQ(std::max(branches[0].taken_line, branches[0].not_taken_line), 10);
}

TEST_P(DivergenceLesson, half_of_the_lanes_are_active_on_either_side_of_that_if) {
  const OutcomePtr outcome = run_variant("if-by-lane");
  ASSERT_TRUE(outcome);
  EXPECT_DOUBLE_EQ(active_lanes(*outcome, 7), 32);
  EXPECT_DOUBLE_EQ(active_lanes(*outcome, 8), 16);
  EXPECT_DOUBLE_EQ(active_lanes(*outcome, 10), 16);
  EXPECT_DOUBLE_EQ(active_lanes(*outcome, 11), 32);
}

TEST_P(DivergenceLesson, an_if_by_warp_splits_none) {
  const OutcomePtr outcome = run_variant("if-by-warp");
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.arrays[1].fnv1a64, roots_and_reciprocals(32));
  EXPECT_EQ(outcome->report.totals.divergent_branches, 0U);
  EXPECT_DOUBLE_EQ(report::warp_execution_efficiency(outcome->report.totals), 1.0);
}

TEST_P(DivergenceLesson, a_loop_by_lane_leaves_one_lane_behind_each_turn) {
  const OutcomePtr outcome = run_variant("loop-by-lane");
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.arrays[0].fnv1a64, steps_by_turns(1));
  EXPECT_EQ(outcome->report.totals.branches, 32 * warps);
  // In a warp's last iteration only one lane is left, so the branch does not diverge.
  EXPECT_EQ(outcome->report.totals.divergent_branches, 31 * warps);
}

TEST_P(DivergenceLesson, a_traced_warp_of_that_loop_has_one_lane_less_each_time) {
  const OutcomePtr outcome = run_variant("loop-by-lane");
  ASSERT_TRUE(outcome);
  const std::vector<report::BranchStep>& steps = outcome->report.traces.at(3).branches;
  ASSERT_EQ(steps.size(), 32U);
  for (std::uint32_t turn = 0; turn < 32; ++turn) {
    EXPECT_EQ(steps[turn].active, 0xffff'ffffU << turn) << turn;
    EXPECT_LT(steps[turn].branch, outcome->report.branches.size());
  }
}

TEST_P(DivergenceLesson, the_same_turns_by_warp_are_fewer_warp_instructions) {
  const OutcomePtr by_lane = run_variant("loop-by-lane");
  const OutcomePtr by_warp = run_variant("loop-by-warp");
  ASSERT_TRUE(by_lane && by_warp);
  EXPECT_EQ(by_warp->report.arrays[0].fnv1a64, steps_by_turns(32));
  EXPECT_EQ(by_warp->report.totals.divergent_branches, 0U);
  EXPECT_LT(3 * by_warp->report.totals.warp_instructions,
            2 * by_lane->report.totals.warp_instructions);
}

TEST_P(DivergenceLesson, steps_of_collatz_are_right) {
  const OutcomePtr outcome = run_variant("by-data");
  ASSERT_TRUE(outcome);
  std::vector<std::uint32_t> expected(threads);
  for (std::uint32_t i = 0; i < threads; ++i) {
    for (std::uint32_t n = i + 1; n != 1; ++expected[i]) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  }
  EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash_of(expected));
  EXPECT_LT(report::warp_execution_efficiency(outcome->report.totals), 0.5);
}

TEST_P(DivergenceLesson, at_the_arrays_end_one_warp_diverges_unless_the_end_is_between_two) {
  for (const std::int64_t rest : {10, 32}) {
    const OutcomePtr outcome = run_variant("tail", {{"REST", rest}});
    ASSERT_TRUE(outcome);
    std::vector<float> expected;
    for (int i = 0; i < 1024 - rest; ++i) expected.push_back(2 * static_cast<float>(i));
    EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(expected));
    const std::vector<report::Branch> branches = branches_at(*outcome, "if (i < n)");
    ASSERT_EQ(branches.size(), 1U);
    EXPECT_EQ(branches[0].executions, warps);
    EXPECT_EQ(branches[0].divergent, rest % 32 == 0 ? 0U : 1U) << rest;
    EXPECT_EQ(outcome->report.diagnostics_total, 0U);
  }
}

LANESCOPE_LESSON(DivergenceLesson);

}  // namespace
}  // namespace lanescope::app
