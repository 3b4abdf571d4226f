// Cooperative launches: blocks that run together and wait for each other.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/exec/grid_barrier.h"
#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

// Block 0 waits for a word that block 1 writes, then stores what it has read.
PtxRun waiting_for_the_next_block(const std::string& load) {
  PtxRun run;
  run.config = {{2, 1, 1}, {32, 1, 1}, 0, true};
  run.out_words = 64;
  run.options.max_warp_instructions = 10'000;
  run.body = "setp.eq.u32 %p1, %r38, 1;\n@%p1 bra WRITE;\nL:\n" + load +
             ".global.u64 %rd10, [%rd1+504];\nsetp.eq.u64 %p2, %rd10, 0;\n@%p2 bra L;\n"
             "st.global.u64 [%rd3], %rd10;\nbra END;\n"
             "WRITE:\nst.volatile.global.u64 [%rd1+504], 7;\nEND:";
  return run;
}

std::vector<DiagnosticKind> kinds_of(const PtxResult& result) {
  std::vector<DiagnosticKind> kinds;
  for (const Diagnostic& each : result.run.diagnostics) kinds.push_back(each.kind);
  return kinds;
}

TEST(Cooperative, a_block_may_wait_for_a_later_one) {
  for (const char* load : {"ld.volatile", "ld.acquire.gpu", "ld.relaxed.gpu"}) {
    const PtxResult result = run_ptx(waiting_for_the_next_block(load));
    EXPECT_EQ(result.run.status, RunStatus::completed) << load;
    EXPECT_EQ(kinds_of(result), std::vector{DiagnosticKind::model_value}) << load;
    EXPECT_EQ(std::count(result.out.begin(), result.out.begin() + 32, 7), 32) << load;
  }
}

TEST(Cooperative, a_wait_takes_as_few_reads_as_there_are_turns) {
  const PtxResult result = run_ptx(waiting_for_the_next_block("ld.volatile"));
  const auto reads = std::ranges::count_if(result.accesses, [&](const auto& each) {
    return each.access.op == memory::Op::load && each.block_index == 0;
  });
  EXPECT_EQ(reads, 2);
}

TEST(Cooperative, a_wait_on_an_atomic_ends_the_turn_too) {
  PtxRun run = waiting_for_the_next_block("ld.volatile");
  run.body.replace(run.body.find("ld.volatile.global.u64 %rd10, [%rd1+504];"), 41,
                   "atom.global.add.u64 %rd10, [%rd1+504], 0;");
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::completed);
  EXPECT_EQ(kinds_of(result), std::vector{DiagnosticKind::model_value});
  const auto reads = std::ranges::count_if(
      result.accesses, [&](const auto& each) { return each.access.op == memory::Op::atomic; });
  EXPECT_EQ(reads, 2);
}

TEST(Cooperative, a_volatile_load_outside_of_a_loop_is_no_wait) {
  PtxRun run;
  run.config.is_cooperative = true;
  run.body = "ld.volatile.global.u64 %rd10, [%rd3];\nst.global.u64 [%rd3], %rd10;";
  EXPECT_TRUE(run_ptx(run).run.diagnostics.empty());
}

TEST(Cooperative, without_it_the_wait_is_a_finding) {
  PtxRun run = waiting_for_the_next_block("ld.volatile");
  run.config.is_cooperative = false;
  run.options.in_order = true;
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::budget_exceeded);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::waits_for_block);
}

TEST(Cooperative, a_wait_that_nobody_ends_is_an_endless_loop) {
  PtxRun run = waiting_for_the_next_block("ld.volatile");
  run.body.replace(run.body.find("[%rd1+504], 7"), 13, "[%rd1+496], 7");
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::budget_exceeded);
  EXPECT_EQ(kinds_of(result),
            (std::vector{DiagnosticKind::budget_exceeded, DiagnosticKind::model_value}));
  EXPECT_NE(result.run.diagnostics[0].message.find("none has done it"), std::string::npos)
      << result.run.diagnostics[0].message;
}

TEST(Cooperative, all_blocks_meet_at_the_grids_barrier) {
  PtxRun run;
  run.config = {{5, 1, 1}, {64, 1, 1}, 0, true};
  run.out_words = 2 * 5 * 64;
  // After the barrier each thread reads what the thread as far from the other end has written.
  run.body = "cvt.u64.u32 %rd12, %r1;\nst.global.u64 [%rd3], %rd12;\n" + grid_barrier +
             "mov.u32 %r14, 319;\nsub.u32 %r14, %r14, %r1;\nmul.wide.u32 %rd13, %r14, 8;\n"
             "add.s64 %rd13, %rd1, %rd13;\nld.global.u64 %rd14, [%rd13];\n"
             "st.global.u64 [%rd3+2560], %rd14;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::completed);
  EXPECT_EQ(kinds_of(result), std::vector{DiagnosticKind::model_value});
  EXPECT_EQ(result.run.blocks_run, 5U);
  for (std::size_t i = 0; i < 320; ++i) ASSERT_EQ(result.out[320 + i], 319 - i);
}

TEST(Cooperative, the_barriers_address_is_zero_in_other_launches) {
  PtxRun run;
  run.body =
      "mov.u32 %r10, %envreg1;\nmov.u32 %r11, %envreg2;\nor.b32 %r10, %r10, %r11;\n"
      "cvt.u64.u32 %rd10, %r10;\nst.global.u64 [%rd3], %rd10;";
  EXPECT_EQ(run_ptx(run).out, std::vector<std::uint64_t>(32, 0));
  run.config.is_cooperative = true;
  EXPECT_NE(run_ptx(run).out[0], 0U);
}

TEST(Cooperative, counts_and_touched_bytes_are_those_of_all_blocks) {
  PtxRun run;
  run.config = {{3, 1, 1}, {32, 1, 1}, 0, true};
  run.out_words = 96;
  run.body = "st.global.u64 [%rd3], 5;";
  run.options.want_touched = true;
  const PtxResult together = run_ptx(run);
  run.config.is_cooperative = false;
  const PtxResult apart = run_ptx(run);
  EXPECT_EQ(together.run.counts, apart.run.counts);
  EXPECT_EQ(together.run.profile, apart.run.profile);
  EXPECT_EQ(together.run.touched, apart.run.touched);
  EXPECT_EQ(together.run.touched[0].written, 768U);
  EXPECT_EQ(together.out, apart.out);
}

TEST(Cooperative, a_part_of_the_blocks_is_refused) {
  PtxRun run = waiting_for_the_next_block("ld.volatile");
  run.options.blocks = 1;
  const std::vector<Diagnostic> errors = errors_of(run);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].kind, DiagnosticKind::launch_invalid);
}

TEST(Cooperative, more_blocks_than_the_emulator_can_keep_are_refused) {
  PtxRun run;
  run.config = {{200'000, 1, 1}, {32, 1, 1}, 0, true};
  const std::vector<Diagnostic> errors = errors_of(run);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].message.find("1 GiB"), std::string::npos) << errors[0].message;
}

}  // namespace
}  // namespace lanescope::exec
