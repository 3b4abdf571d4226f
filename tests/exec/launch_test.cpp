#include "sim/exec/run/launch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

Diagnostic launch_error(LaunchConfig config, const std::string& globals = "",
                        const std::string& body = "") {
  PtxRun run;
  run.body = body;
  run.config = config;
  run.globals = globals;
  const std::vector<Diagnostic> errors = errors_of(run);
  EXPECT_EQ(errors.size(), 1U);
  return errors.empty() ? Diagnostic{} : errors[0];
}

TEST(Launch, refuses_blocks_of_more_than_1024_threads) {
  EXPECT_NE(launch_error({{1, 1, 1}, {1025, 1, 1}, 0}).message.find("1024"), std::string::npos);
  EXPECT_NE(launch_error({{1, 1, 1}, {32, 33, 1}, 0}).message.find("1056"), std::string::npos);
}

TEST(Launch, refuses_blocks_deeper_than_64) {
  EXPECT_NE(launch_error({{1, 1, 1}, {1, 1, 65}, 0}).message.find("64 in z"), std::string::npos);
}

TEST(Launch, refuses_empty_grids_and_blocks) {
  EXPECT_EQ(launch_error({{0, 1, 1}, {32, 1, 1}, 0}).kind, DiagnosticKind::launch_invalid);
  EXPECT_EQ(launch_error({{1, 1, 1}, {32, 0, 1}, 0}).kind, DiagnosticKind::launch_invalid);
}

TEST(Launch, refuses_grids_beyond_the_limits) {
  EXPECT_NE(launch_error({{1, 65536, 1}, {1, 1, 1}, 0}).message.find("65535"), std::string::npos);
}

TEST(Launch, refuses_more_shared_memory_than_a_block_can_have) {
  const Diagnostic error = launch_error({{1, 1, 1}, {32, 1, 1}, 200 * 1024},
                                        ".shared .align 4 .b8 s[32768];\n", "mov.u64 %rd10, s;");
  EXPECT_NE(error.message.find("232448"), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("227 KiB"), std::string::npos);
}

TEST(Launch, refuses_shared_arrays_of_more_bytes_than_32_bits_count) {
  const Diagnostic error = launch_error(
      {{1, 1, 1}, {32, 1, 1}, 0}, ".shared .align 4 .b8 s[4294967300];\n", "mov.u64 %rd10, s;");
  EXPECT_NE(error.message.find("4294967300 static"), std::string::npos) << error.message;
}

TEST(Launch, refuses_more_local_memory_than_a_thread_can_have) {
  const Diagnostic error =
      launch_error({{1, 1, 1}, {32, 1, 1}, 0}, "", ".local .align 4 .b8 big[1000000];");
  EXPECT_NE(error.message.find("512 KiB"), std::string::npos) << error.message;
}

TEST(Launch, refuses_more_constant_memory_than_there_is) {
  const Diagnostic error =
      launch_error({{1, 1, 1}, {32, 1, 1}, 0}, ".const .align 4 .b8 c[70000];\n");
  EXPECT_NE(error.message.find("64 KiB"), std::string::npos) << error.message;
}

TEST(Launch, refuses_more_registers_than_it_can_keep) {
  const Diagnostic error =
      launch_error({{1, 1, 1}, {1024, 1, 1}, 0}, "", ".reg .b128 %many<900000>;");
  EXPECT_NE(error.message.find("1 GiB"), std::string::npos) << error.message;
}

TEST(Launch, gives_dynamic_shared_arrays_all_their_bytes_behind_static_ones) {
  PtxRun run;
  run.config.dynamic_shared_bytes = 128;
  run.globals = ".shared .align 4 .b8 s[4];\n.extern .shared .align 16 .b8 d[];\n";
  run.body =
      "st.shared.u32 [s], 1;\nmov.u64 %rd10, d;\nmul.wide.u32 %rd11, %r1, 4;\nadd.u64 %rd10, "
      "%rd10, %rd11;\nst.shared.u32 [%rd10], %r1;\nld.shared.u32 %r2, [%rd10];\ncvt.u64.u32 "
      "%rd12, %r2;\nst.global.u64 [%rd3], %rd12;";
  const PtxResult result = run_ptx(run);
  EXPECT_TRUE(result.run.diagnostics.empty());
  EXPECT_EQ(result.out[31], 31U);
}

TEST(Launch, gives_every_thread_its_indices) {
  PtxRun run;
  run.config = {{3, 2, 2}, {5, 3, 2}, 0};
  run.out_words = 3 * 2 * 2 * 30;
  // linear block * 30 + linear thread, stored at that index
  run.body =
      "mov.u32 %r2, %ctaid.y;\nmov.u32 %r3, %ctaid.z;\nmov.u32 %r4, %nctaid.x;\nmov.u32 %r5, "
      "%nctaid.y;\n"
      "mad.lo.u32 %r6, %r3, %r5, %r2;\nmad.lo.u32 %r6, %r6, %r4, %r38;\nmov.u32 %r7, "
      "%tid.y;\nmov.u32 %r8, %tid.z;\n"
      "mov.u32 %r9, %ntid.y;\nmad.lo.u32 %r10, %r8, %r9, %r7;\nmad.lo.u32 %r10, %r10, %r39, %r37;\n"
      "mad.lo.u32 %r10, %r6, 30, %r10;\nmul.wide.u32 %rd10, %r10, 8;\nadd.s64 %rd10, %rd1, %rd10;\n"
      "cvt.u64.u32 %rd11, %r10;\nst.global.u64 [%rd10], %rd11;";
  const PtxResult result = run_ptx(run);
  for (std::size_t i = 0; i < run.out_words; ++i) EXPECT_EQ(result.out[i], i);
}

TEST(Launch, numbers_lanes_and_warps) {
  PtxRun run;
  run.config.block = {96, 1, 1};
  run.out_words = 96;
  run.body =
      "mov.u32 %r2, %laneid;\nmov.u32 %r3, %warpid;\nmov.u32 %r4, %nwarpid;\nmad.lo.u32 %r2, %r3, "
      "100, %r2;\n"
      "mad.lo.u32 %r2, %r4, 10000, %r2;\nmov.u32 %r5, %lanemask_lt;\npopc.b32 %r5, "
      "%r5;\nmad.lo.u32 %r2, %r5, 100000, %r2;\n"
      "cvt.u64.u32 %rd10, %r2;\nst.global.u64 [%rd3], %rd10;";
  const PtxResult result = run_ptx(run);
  for (std::size_t t = 0; t < 96; ++t)
    EXPECT_EQ(result.out[t], 640000 + t / 32 * 100 + t % 32 + t % 32 * 100000);
}

PtxRun counting_loop() {
  PtxRun run;
  run.config = {{64, 1, 1}, {96, 1, 1}, 0};
  run.out_words = 64 * 96;
  // Each lane counts up to its index, so lanes leave one after the other.
  run.body =
      "mov.u32 %r2, 0;\nmov.u64 %rd10, 0;\nL:\nadd.s64 %rd10, %rd10, 3;\nadd.u32 %r2, %r2, 1;\n"
      "setp.lt.u32 %p1, %r2, %r37;\n@%p1 bra L;\nst.global.u64 [%rd3], %rd10;";
  return run;
}

TEST(Launch, gives_the_same_counts_and_arrays_for_any_number_of_threads) {
  PtxRun run = counting_loop();
  run.options.threads = 1;
  const PtxResult one = run_ptx(run);
  EXPECT_EQ(one.out[95], 3U * 95U);
  for (const int threads : {2, 3, 8}) {
    run.options.threads = threads;
    const PtxResult many = run_ptx(run);
    EXPECT_EQ(many.run.counts, one.run.counts) << threads;
    EXPECT_EQ(many.out, one.out) << threads;
  }
}

// Each block adds 1 to the value that the previous block left in out[0]: correct only in order.
PtxRun chain_of_blocks() {
  PtxRun run;
  run.config = {{64, 1, 1}, {1, 1, 1}, 0};
  run.out_words = 64;
  run.body = "ld.global.u64 %rd10, [%rd1];\nadd.s64 %rd10, %rd10, 1;\nst.global.u64 [%rd1], %rd10;";
  return run;
}

TEST(Launch, reports_blocks_on_several_threads_that_touch_each_others_words) {
  PtxRun run = chain_of_blocks();
  const std::string chain = run.body;
  run.options.threads = 4;
  PtxResult result;
  // On a busy machine one worker may get all blocks in order; then the result is correct. The
  // longer a block takes, the less likely is that.
  for (int rounds = 20'000; rounds < 2'000'000; rounds += rounds / 8) {
    run.body = "mov.u32 %r2, 0;\nL:\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, " +
               std::to_string(rounds) + ";\n@%p1 bra L;\n" + chain;
    result = run_ptx(run);
    if (result.run.status != RunStatus::completed) break;
    EXPECT_EQ(result.out[0], 64U);
  }
  EXPECT_EQ(result.run.status, RunStatus::blocks_depend);
  EXPECT_EQ(result.run.shared_array, "out");
}

TEST(Launch, runs_blocks_in_order_when_asked) {
  PtxRun run = chain_of_blocks();
  run.options.threads = 4;
  run.options.in_order = true;
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::completed);
  EXPECT_TRUE(result.run.in_order);
  EXPECT_EQ(result.out[0], 64U);
}

TEST(Launch, counts_branches_divergence_and_lanes) {
  PtxRun run;
  run.body =
      "setp.lt.u32 %p1, %r1, 8;\n@%p1 bra L;\nst.global.u64 [%rd3], 1;\nL:\nsetp.lt.u32 %p2, %r1, "
      "99;\n@%p2 bra M;\nM:";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.counts.branches, 2U);
  EXPECT_EQ(result.run.counts.divergent_branches, 1U);
  // 9 in the prologue, 5 in the body, and ret.
  EXPECT_EQ(result.run.counts.warp_instructions, 9U + 5U + 1U);
  // 24 lanes store; all 32 reach the other instructions, the branches among them.
  EXPECT_EQ(result.run.counts.thread_instructions, (9U + 5U) * 32U + 24U);
}

TEST(Launch, counts_an_instruction_once_however_many_steps_it_takes) {
  PtxRun run;
  run.body =
      "mov.b64 {%r2, %r3}, %rd3;\nmov.b64 %rd10, {%r2, %r3};\nset.lt.u32.u32 %r4, %r2, "
      "%r3;\nst.global.u64 [%rd3], %rd10;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.counts.warp_instructions, 9U + 4U + 1U);
  EXPECT_EQ(result.run.counts.thread_instructions, (9U + 4U + 1U) * 32U);
  EXPECT_EQ(result.out[3], result.out_address + 24);
}

TEST(Launch, reports_the_first_hundred_findings_in_order_of_block) {
  PtxRun run;
  run.config = {{200, 1, 1}, {32, 1, 1}, 0};
  // Block b leaves the array at line 200 - b, so the last line in the source is found first.
  run.body = "mov.u64 %rd10, 8;\n";
  for (int b = 0; b < 200; ++b) {
    run.body += fmt::format(
        ".loc 1 {} 1\nsetp.eq.u32 %p1, %r38, {};\n@%p1 st.global.u64 [%rd10], 1;\n", 200 - b, b);
  }
  for (const int threads : {1, 4}) {
    run.options.threads = threads;
    const PtxResult result = run_ptx(run);
    ASSERT_EQ(result.run.diagnostics.size(), 100U);
    EXPECT_EQ(result.run.diagnostics_total, 200U);
    for (std::uint32_t i = 0; i < 100; ++i) {
      EXPECT_EQ(result.run.diagnostics[i].block, (Dim3{i, 0, 0}));
      EXPECT_EQ(result.run.diagnostics[i].place.line, 200 - static_cast<int>(i));
    }
  }
}

TEST(Launch, reports_the_same_finding_once_with_its_first_block_and_a_count) {
  PtxRun run;
  run.config = {{500, 1, 1}, {64, 1, 1}, 0};
  run.body =
      "mov.u64 %rd10, 8;\nsetp.lt.u32 %p1, %r38, 7;\n@%p1 exit;\nst.global.u64 [%rd10], 1;\n"
      "st.global.u64 [%rd10], 2;";
  for (const int threads : {1, 4}) {
    run.options.threads = threads;
    const PtxResult result = run_ptx(run);
    ASSERT_EQ(result.run.diagnostics.size(), 1U);
    EXPECT_EQ(result.run.diagnostics_total, 1U);
    EXPECT_EQ(result.run.diagnostics[0].count, 493U * 2 * 2);
    EXPECT_EQ(result.run.diagnostics[0].block, (Dim3{7, 0, 0}));
  }
}

TEST(Launch, reports_errors_before_notes_and_counts_them_alone) {
  PtxRun run;
  run.body = "mov.u32 %r10, %clock;\nst.global.u64 [%rd3+8000000], 1;\nmov.u64 %rd30, 0;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 2U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::out_of_range);
  EXPECT_EQ(result.run.diagnostics[1].kind, DiagnosticKind::model_value);
  EXPECT_EQ(result.run.diagnostics_total, 2U);
  EXPECT_EQ(result.run.errors_total, 1U);
}

TEST(Launch, does_not_report_what_is_switched_off) {
  PtxRun run;
  run.body = "st.global.u64 [%rd3+8], 1;\nst.global.u32 [%rd3+2], 1;";
  run.options.checks.set(DiagnosticKind::out_of_range, false);
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::misaligned);
}

TEST(Launch, stops_an_endless_loop_at_its_budget_and_names_the_line) {
  PtxRun run;
  run.body = ".loc 1 55 1\nL:\nadd.u32 %r2, %r2, 1;\nbra L;";
  run.options.max_warp_instructions = 100'000;
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::budget_exceeded);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::budget_exceeded);
  EXPECT_EQ(result.run.diagnostics[0].place.line, 55);
}

TEST(Launch, counts_no_more_than_its_budget_and_a_straight_line) {
  PtxRun run;
  run.config.grid = {4, 1, 1};
  run.config.block = {256, 1, 1};
  run.body = "L:\nadd.u32 %r2, %r2, 1;\nadd.u32 %r3, %r3, 1;\nbra L;";
  run.options.threads = 1;
  for (const std::uint64_t limit : {1U, 10'000U, 100'000U}) {
    run.options.max_warp_instructions = limit;
    const std::uint64_t counted = run_ptx(run).run.counts.warp_instructions;
    EXPECT_GT(counted, limit);
    EXPECT_LT(counted, limit + 40);
  }
}

TEST(Launch, may_use_its_budget_up) {
  PtxRun run;
  run.body = "add.u32 %r2, %r2, 1;";
  run.options.max_warp_instructions = run_ptx(run).run.counts.warp_instructions;
  EXPECT_EQ(run_ptx(run).run.status, RunStatus::completed);
  --run.options.max_warp_instructions;
  EXPECT_EQ(run_ptx(run).run.status, RunStatus::budget_exceeded);
}

// Blocks share a warp's registers, one after the other.
TEST(Launch, a_register_read_before_it_is_written_is_zero_in_every_block) {
  PtxRun run;
  run.config.grid = {3, 1, 1};
  run.out_words = 96;
  run.options.threads = 1;
  run.body =
      "cvt.u64.u32 %rd5, %r5;\nst.global.u64 [%rd3], %rd5;\n@%p1 st.global.u64 [%rd3], 2;\n"
      "mov.u32 %r5, 1;\nsetp.eq.u32 %p1, %r1, %r1;";
  EXPECT_EQ(run_ptx(run).out, std::vector<std::uint64_t>(96, 0));
}

TEST(Launch, names_the_line_before_where_the_compiler_gives_none) {
  PtxRun run;
  run.body = ".loc 1 55 1\nL:\nadd.u32 %r2, %r2, 1;\n.loc 1 0 0\nbra L;";
  run.options.max_warp_instructions = 100'000;
  for (int prefix = 0; prefix < 2; ++prefix) {
    const PtxResult result = run_ptx(run);
    ASSERT_EQ(result.run.diagnostics.size(), 1U);
    EXPECT_EQ(result.run.diagnostics[0].place.line, 55);
    // Next time it stops at the other instruction of the loop.
    run.body = "mov.u32 %r3, 1;\n" + run.body;
  }
}

// How far each block got depends on timing, so the caller runs again in order.
TEST(Launch, on_several_threads_gives_no_result_when_a_block_ends_it) {
  PtxRun run = counting_loop();
  run.body = "setp.eq.u32 %p1, %r38, 9;\n@%p1 trap;\n" + run.body;
  run.options.threads = 4;
  const PtxResult many = run_ptx(run);
  EXPECT_EQ(many.run.status, RunStatus::blocks_depend);
  EXPECT_TRUE(many.run.shared_array.empty());
  run.options.in_order = true;
  const PtxResult one = run_ptx(run);
  EXPECT_NE(one.run.status, RunStatus::blocks_depend);
  EXPECT_EQ(one.run.blocks_run, 9U);
}

TEST(Launch, ends_when_it_is_cancelled) {
  PtxRun run;
  run.body = "L:\nbra L;";
  std::stop_source source;
  source.request_stop();
  run.stop = source.get_token();
  EXPECT_EQ(run_ptx(run).run.status, RunStatus::cancelled);
}

TEST(Launch, says_where_a_kernel_was_when_it_was_cancelled) {
  PtxRun run;
  run.body = ".loc 1 7 1\nL:\nadd.u32 %r2, %r2, 1;\nbra L;";
  std::stop_source source;
  source.request_stop();
  run.stop = source.get_token();
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::cancelled);
  EXPECT_EQ(result.run.stopped_at.line, 7);
  EXPECT_EQ(result.run.stopped_at.file, "k.cu");
}

TEST(Launch, gives_warps_of_a_block_turns_so_that_one_may_wait_for_another) {
  PtxRun run;
  run.config.block = {64, 1, 1};
  run.out_words = 64;
  run.globals = ".shared .align 8 .b8 flag[8];\n";
  // Warp 0 spins until warp 1 has set the flag.
  run.body =
      "mov.u64 %rd10, flag;\nsetp.ge.u32 %p1, %r1, 32;\n@%p1 bra SET;\nL:\nld.volatile.shared.u32 "
      "%r2, [%rd10];\n"
      "setp.eq.u32 %p2, %r2, 0;\n@%p2 bra L;\nst.global.u64 [%rd3], 1;\nbra "
      "END;\nSET:\nst.volatile.shared.u32 [%rd10], 1;\nEND:";
  run.options.max_warp_instructions = 1'000'000;
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::completed);
  EXPECT_EQ(result.out[0], 1U);
}

TEST(Launch, runs_only_the_first_blocks_when_asked) {
  PtxRun run = counting_loop();
  run.options.blocks = 2;
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.blocks_run, 2U);
  EXPECT_NE(result.out[2 * 96 - 1], 0U);
  EXPECT_EQ(result.out[2 * 96], 0U);
}

TEST(Launch, stops_at_a_breakpoint_only_where_a_thread_reaches_it) {
  for (const bool is_reached : {false, true}) {
    PtxRun run;
    run.body = std::string("setp.eq.u32 %p1, %r1, ") + (is_reached ? "9" : "99") +
               ";\n@%p1 brkpt;\nmov.u64 %rd10, 7;\nst.global.u64 [%rd3], %rd10;";
    const PtxResult result = run_ptx(run);
    ASSERT_EQ(result.run.diagnostics.size(), is_reached ? 1U : 0U);
    EXPECT_EQ(result.out[0], is_reached ? 0U : 7U);
    if (!is_reached) continue;
    EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::trap);
    EXPECT_NE(result.run.diagnostics[0].message.find("brkpt"), std::string::npos);
  }
}

TEST(Launch, stops_at_trap) {
  PtxRun run;
  run.body = "trap;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::trap);
}

}  // namespace
}  // namespace lanescope::exec
