#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

TEST(Barrier, lets_every_warp_see_what_the_others_stored) {
  PtxRun run;
  run.config.block = {256, 1, 1};
  run.out_words = 256;
  // s[255 - t] = t; barrier; out[t] = s[t]
  run.globals = ".shared .align 8 .b8 s[2048];\n";
  run.body =
      "mov.u64 %rd10, s;\nsub.s64 %rd11, 2040, %rd39;\nadd.s64 %rd11, %rd10, %rd11;\ncvt.u64.u32 "
      "%rd12, %r1;\n"
      "st.shared.u64 [%rd11], %rd12;\nbar.sync 0;\nadd.s64 %rd11, %rd10, %rd39;\nld.shared.u64 "
      "%rd12, [%rd11];\n"
      "st.global.u64 [%rd3], %rd12;";
  const PtxResult result = run_ptx(run);
  for (std::size_t t = 0; t < 256; ++t) EXPECT_EQ(result.out[t], 255 - t);
  EXPECT_EQ(result.run.counts.barriers, 8U);
  EXPECT_TRUE(result.run.diagnostics.empty());
}

TEST(Barrier, counts_the_predicates_of_the_whole_block) {
  PtxRun run;
  run.config.block = {64, 1, 1};
  run.out_words = 64;
  run.body =
      "setp.lt.u32 %p1, %r1, 40;\nbar.red.popc.u32 %r10, 0, %p1;\nbar.red.and.pred %p2, 0, %p1;\n"
      "bar.red.or.pred %p3, 0, %p1;\nselp.u32 %r11, 1000, 0, %p2;\nselp.u32 %r12, 100, 0, %p3;\n"
      "add.u32 %r10, %r10, %r11;\nadd.u32 %r10, %r10, %r12;\ncvt.u64.u32 %rd10, "
      "%r10;\nst.global.u64 [%rd3], %rd10;";
  const PtxResult result = run_ptx(run);
  for (const std::uint64_t word : result.out) EXPECT_EQ(word, 140U);
}

TEST(Barrier, with_a_thread_count_waits_only_for_these) {
  PtxRun run;
  run.config.block = {128, 1, 1};
  run.out_words = 128;
  // Warps 0 and 1 meet at barrier 1; the others never reach it.
  run.body =
      "setp.ge.u32 %p1, %r1, 64;\n@%p1 bra L;\nbar.sync 1, 64;\nL:\nst.global.u64 [%rd3], 7;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.out[0], 7U);
  EXPECT_EQ(result.out[127], 7U);
  EXPECT_TRUE(result.run.diagnostics.empty());
}

TEST(Barrier, inside_a_divergent_branch_is_named_with_its_line_and_thread) {
  PtxRun run;
  run.body =
      "setp.lt.u32 %p1, %r1, 5;\n@!%p1 bra L;\n.loc 1 33 7\nbar.sync 0;\nL:\nst.global.u64 [%rd3], "
      "1;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  const Diagnostic& diagnostic = result.run.diagnostics[0];
  EXPECT_EQ(diagnostic.kind, DiagnosticKind::divergent_barrier);
  EXPECT_EQ(diagnostic.place, (SourcePlace{"k.cu", 33, 7}));
  EXPECT_EQ(diagnostic.thread, (Dim3{5, 0, 0}));
  EXPECT_EQ(result.out[31], 1U);
}

// Lanes without work go back to the loop's head by a shorter way than the others. They wait for
// them before the barrier there.
TEST(Barrier, is_reached_together_by_lanes_that_go_back_to_it_on_several_ways) {
  PtxRun run;
  run.body =
      "mov.u32 %r10, 0;\nHEAD:\nbar.sync 0;\nadd.u32 %r10, %r10, 1;\ncvt.u64.u32 %rd10, %r10;\n"
      "st.global.u64 [%rd3], %rd10;\nsetp.ge.u32 %p1, %r10, 4;\n@%p1 exit;\n"
      "setp.ge.u32 %p2, %r1, 30;\n@%p2 bra HEAD;\nand.b32 %r11, %r1, 3;\nINNER:\n"
      "setp.eq.u32 %p3, %r11, 0;\n@%p3 bra HEAD;\nsub.u32 %r11, %r11, 1;\nbra INNER;";
  const PtxResult result = run_ptx(run);
  EXPECT_TRUE(result.run.diagnostics.empty());
  EXPECT_EQ(result.run.counts.barriers, 4U);
  EXPECT_EQ(result.out[31], 4U);
}

// Since Volta, a barrier waits only for threads that have not exited.
TEST(Barrier, does_not_wait_for_a_warp_that_has_ended) {
  PtxRun run;
  run.config.block = {64, 1, 1};
  run.out_words = 64;
  run.body = "setp.ge.u32 %p1, %r1, 32;\n@%p1 exit;\nbar.sync 0;\nst.global.u64 [%rd3], 1;";
  const PtxResult result = run_ptx(run);
  EXPECT_TRUE(result.run.diagnostics.empty());
  EXPECT_EQ(result.out[0], 1U);
}

// "if (i >= n) return;" becomes a branch to the only ret, which all threads share.
TEST(Barrier, is_not_divergent_when_the_other_threads_of_the_warp_have_returned) {
  PtxRun run;
  run.body =
      "setp.ge.u32 %p1, %r1, 20;\n@%p1 bra END;\nsetp.lt.u32 %p2, %r1, 5;\n@%p2 bra "
      "L;\nmov.u64 %rd10, 1;\nL:\nbar.sync 0;\nst.global.u64 [%rd3], 1;\nEND:";
  const PtxResult result = run_ptx(run);
  EXPECT_TRUE(result.run.diagnostics.empty());
  EXPECT_EQ(result.out[19], 1U);
  EXPECT_EQ(result.out[20], 0U);
}

TEST(Barrier, is_divergent_for_running_threads_though_others_have_returned) {
  PtxRun run;
  run.body =
      "setp.ge.u32 %p1, %r1, 20;\n@%p1 bra END;\nsetp.lt.u32 %p2, %r1, 5;\n@!%p2 bra "
      "L;\nbar.sync 0;\nL:\nst.global.u64 [%rd3], 1;\nEND:";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_NE(result.run.diagnostics[0].message.find("only 5 of the warp's 20"), std::string::npos)
      << result.run.diagnostics[0].message;
}

TEST(Barrier, that_is_never_completed_ends_the_block_with_an_error) {
  PtxRun run;
  run.config.block = {64, 1, 1};
  run.out_words = 64;
  // Warp 0 waits at barrier 1 for 64 threads, warp 1 at barrier 2.
  run.body =
      "setp.lt.u32 %p1, %r1, 32;\n@!%p1 bra L;\nbar.sync 1, 64;\nbra M;\nL:\nbar.sync 2, 64;\nM:";
  const PtxResult result = run_ptx(run);
  ASSERT_FALSE(result.run.diagnostics.empty());
  EXPECT_NE(result.run.diagnostics[0].message.find("never completed"), std::string::npos);
  EXPECT_NE(result.run.status, RunStatus::completed);
}

TEST(Barrier, of_a_number_beyond_15_is_an_error) {
  PtxRun run;
  run.body = "bar.sync 16;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_NE(result.run.diagnostics[0].message.find("0 to 15"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::exec
