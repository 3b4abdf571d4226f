// Branch statistics: sums in RunResult::profile, and one record per branch for observers that
// request them.
#include <algorithm>
#include <bit>

#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

// Lane l executes the loop l % 4 + 1 times.
PtxRun loop_by_lane() {
  PtxRun run;
  run.body = R"(
    and.b32 %r2, %r1, 3;
  LOOP:
    setp.ne.u32 %p1, %r2, 0;
    sub.u32 %r2, %r2, 1;
    @%p1 bra LOOP;
    st.global.u64 [%rd3], %rd1;
)";
  return run;
}

const InstructionProfile* profile_of_branch(const RunResult& run) {
  for (const InstructionProfile& profile : run.profile) {
    if (profile.divergent != 0) return &profile;
  }
  return nullptr;
}

TEST(BranchProfile, sums_lanes_on_both_sides_and_divergent_executions) {
  const PtxResult result = run_ptx(loop_by_lane());
  const InstructionProfile* profile = profile_of_branch(result.run);
  ASSERT_NE(profile, nullptr);
  EXPECT_EQ(profile->executions, 4U);
  EXPECT_EQ(profile->active, 32U + 24U + 16U + 8U);
  EXPECT_EQ(profile->threads, 24U + 16U + 8U);  // threads that take another iteration
  EXPECT_EQ(profile->divergent, 3U);  // at the last one, all remaining lanes leave together
}

TEST(BranchProfile, of_branches_that_never_split_counts_the_two_sides) {
  PtxRun run;
  run.body = R"(
    mov.u32 %r2, 0;
  LOOP:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, 4;
    @%p1 bra LOOP;
)";
  const PtxResult result = run_ptx(run);
  const auto loop = std::ranges::find_if(
      result.run.profile, [](const InstructionProfile& one) { return one.all_taken != 0; });
  ASSERT_NE(loop, result.run.profile.end());
  EXPECT_EQ(loop->executions, 4U);
  EXPECT_EQ(loop->all_taken, 3U);
  EXPECT_EQ(loop->divergent, 0U);
}

TEST(BranchProfile, an_observer_gets_the_lanes_that_came_and_jumped_for_each_execution) {
  const PtxResult result = run_ptx(loop_by_lane());
  ASSERT_EQ(result.branches.size(), 4U);
  const std::uint32_t active[] = {0xffff'ffffU, 0xeeee'eeeeU, 0xcccc'ccccU, 0x8888'8888U};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(result.branches[i].active, active[i]) << i;
    EXPECT_EQ(result.branches[i].taken, i < 3 ? active[i + 1] : 0U) << i;
  }
}

TEST(BranchProfile, a_warp_without_all_its_lanes_has_fewer_on_both_sides) {
  PtxRun run = loop_by_lane();
  run.config.block = {6, 1, 1};
  const PtxResult result = run_ptx(run);
  ASSERT_FALSE(result.branches.empty());
  EXPECT_EQ(result.branches[0].active, 0x3fU);
  EXPECT_EQ(std::popcount(result.branches[0].taken), 4);
}

TEST(BranchProfile, a_uniform_branch_is_executed_and_never_divergent) {
  PtxRun run;
  run.body = R"(
    setp.eq.u32 %p1, %r1, 1000;
    @%p1 bra SKIP;
    st.global.u64 [%rd3], %rd1;
  SKIP:
)";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.counts.branches, 1U);
  EXPECT_EQ(profile_of_branch(result.run), nullptr);
  ASSERT_EQ(result.branches.size(), 1U);
  EXPECT_EQ(result.branches[0].taken, 0U);
}

}  // namespace
}  // namespace lanescope::exec
