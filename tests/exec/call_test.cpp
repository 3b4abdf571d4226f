#include <gtest/gtest.h>

#include <array>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace call_test {
namespace {

// By default, a function takes and returns one .b32.
std::string function(const std::string& name, const std::string& body,
                     const std::string& registers = "") {
  return ".func (.param .b32 r) " + name +
         "(.param .b32 x)\n{\n.reg .pred %p<8>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<10>;\n" +
         registers + "ld.param.u32 %r1, [x];\n" + body + "\n}\n";
}

// `to` = name(`from`).
std::string call(const std::string& to, const std::string& name, const std::string& from,
                 const std::string& guard = "") {
  return "{\n.param .b32 a;\n.param .b32 v;\nst.param.b32 [a], " + from + ";\n" + guard +
         "call.uni (v), " + name + ", (a);\nld.param.b32 " + to + ", [v];\n}\n";
}

const std::string store_r2 = "cvt.u64.u32 %rd10, %r2;\nst.global.u64 [%rd3], %rd10;";

PtxResult run_calls(const std::string& functions, const std::string& body,
                    std::uint32_t threads = 32) {
  PtxRun run;
  run.globals = functions;
  run.body = body;
  run.config.block[0] = threads;
  run.out_words = threads;
  PtxResult result = run_ptx(run);
  return result;
}

const std::string twice = function("twice", "add.u32 %r2, %r1, %r1;\nst.param.b32 [r], %r2;\nret;");

TEST(Call, gives_each_lane_its_own_result) {
  const PtxResult result = run_calls(twice, call("%r2", "twice", "%r1") + store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], 2 * i);
}

TEST(Call, leaves_the_callers_registers_alone) {
  const PtxResult result =
      run_calls(function("f", "mov.u32 %r5, 77;\nmov.u32 %r19, 78;\nst.param.b32 [r], %r5;\nret;"),
                "mov.u32 %r5, %r1;\n" + call("%r6", "f", "%r1") + "mov.u32 %r2, %r5;\n" + store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i);
}

TEST(Call, reaches_functions_that_are_defined_after_their_callers) {
  const std::string outer = function(
      "outer", call("%r2", "twice", "%r1") + "add.u32 %r2, %r2, 1;\nst.param.b32 [r], %r2;\nret;");
  const PtxResult result = run_calls(outer + twice, call("%r2", "outer", "%r1") + store_r2);
  EXPECT_EQ(result.out[10], 21U);
}

TEST(Call, runs_only_in_lanes_whose_guard_holds) {
  const PtxResult result = run_calls(
      function("f", "mov.u32 %r2, %laneid;\nadd.u32 %r2, %r2, 100;\nst.param.b32 [r], %r2;\nret;"),
      "setp.lt.u32 %p1, %r1, 8;\nmov.u32 %r2, 5;\n{\n.param .b32 a;\n.param .b32 v;\n"
      "st.param.b32 [a], 0;\nst.param.b32 [v], 5;\n@%p1 call (v), f, (a);\n"
      "ld.param.b32 %r2, [v];\n}\n" +
          store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i < 8 ? 100 + i : 5);
}

// Half of the lanes return from the middle of the function.
TEST(Call, goes_on_with_all_lanes_after_some_returned_early) {
  const PtxResult result = run_calls(
      function("f",
               "setp.lt.u32 %p1, %r1, 16;\n@%p1 bra EARLY;\nadd.u32 %r2, %r1, 1000;\n"
               "st.param.b32 [r], %r2;\nret;\nEARLY:\nst.param.b32 [r], 7;\nret;"),
      call("%r2", "f", "%r1") +
          "activemask.b32 %r3;\npopc.b32 %r4, %r3;\nmad.lo.u32 %r2, %r4, 10000, %r2;\n" + store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], 320000 + (i < 16 ? 7 : 1000 + i));
}

TEST(Call, takes_a_guarded_return) {
  const PtxResult result = run_calls(
      function("f",
               "st.param.b32 [r], 1;\nand.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 ret;\n"
               "st.param.b32 [r], 2;\nret;"),
      call("%r2", "f", "%r1") + store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i % 2 == 0 ? 1U : 2U);
}

TEST(Call, of_both_sides_of_a_branch_keeps_them_apart) {
  const PtxResult result =
      run_calls(twice, "and.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra EVEN;\n" +
                           call("%r2", "twice", "100") + "bra DONE;\nEVEN:\n" +
                           call("%r2", "twice", "%r1") + "DONE:\n" + store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i % 2 == 0 ? 2 * i : 200);
}

const std::string factorial =
    function("fact", "setp.lt.u32 %p1, %r1, 2;\n@%p1 bra BASE;\nsub.u32 %r2, %r1, 1;\n" +
                         call("%r3", "fact", "%r2") +
                         "mul.lo.u32 %r3, %r3, %r1;\nst.param.b32 [r], %r3;\nret;\nBASE:\n"
                         "st.param.b32 [r], 1;\nret;");

TEST(Recursion, has_another_depth_in_each_lane) {
  const PtxResult result =
      run_calls(factorial, "rem.u32 %r4, %r1, 11;\n" + call("%r2", "fact", "%r4") + store_r2);
  const std::array<std::uint64_t, 11> expected{1,   1,    2,     6,      24,     120,
                                               720, 5040, 40320, 362880, 3628800};
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], expected[i % 11]);
}

TEST(Recursion, counts_the_instructions_of_every_call_once) {
  // One lane. The difference between two depths leaves out the kernel's own instructions.
  const auto warp_instructions = [](const std::string& argument) {
    return run_calls(factorial, call("%r2", "fact", argument) + store_r2, 1)
        .run.counts.warp_instructions;
  };
  EXPECT_EQ(warp_instructions("2") - warp_instructions("1"), 10U);
  EXPECT_EQ(warp_instructions("7") - warp_instructions("6"), 10U);
}

TEST(Recursion, reaches_a_thousand_calls) {
  const PtxResult result =
      run_calls(function("down",
                         "setp.eq.u32 %p1, %r1, 0;\nmov.u32 %r3, 0;\n@%p1 bra OUT;\n"
                         "sub.u32 %r2, %r1, 1;\n" +
                             call("%r3", "down", "%r2") +
                             "add.u32 %r3, %r3, 1;\nOUT:\nst.param.b32 [r], %r3;\nret;"),
                call("%r2", "down", "1000") + store_r2);
  EXPECT_TRUE(result.run.diagnostics.empty());
  EXPECT_EQ(result.out[0], 1000U);
}

TEST(Recursion, without_an_end_is_reported_with_its_place) {
  PtxRun run;
  run.globals = function("f", ".loc 1 42 3\n" + call("%r2", "f", "%r1") + "ret;");
  run.body = call("%r2", "f", "%r1");
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  const Diagnostic& error = result.run.diagnostics[0];
  EXPECT_EQ(error.kind, DiagnosticKind::stack_overflow);
  EXPECT_EQ(error.place.line, 42);
  EXPECT_TRUE(error.thread.has_value());
  EXPECT_NE(result.run.status, RunStatus::completed);
}

// Each depth has its own array, and its values survive the writes of deeper calls.
TEST(Recursion, gives_every_frame_its_own_local_memory) {
  const PtxResult result = run_calls(
      function("f",
               "mov.u64 %rd1, __local_depot;\ncvta.local.u64 %rd2, %rd1;\n"
               "mov.u32 %r5, 0;\nst.local.u32 [__local_depot], %r5;\n"
               "st.local.u32 [__local_depot+4], %r1;\nsetp.eq.u32 %p1, %r1, 0;\nmov.u32 %r3, 0;\n"
               "@%p1 bra OUT;\nsub.u32 %r2, %r1, 1;\n" +
                   call("%r3", "f", "%r2") +
                   "OUT:\nld.u32 %r4, [%rd2+4];\nld.local.u32 %r5, [%rd1];\n"
                   "mad.lo.u32 %r3, %r3, 10, %r4;\nadd.u32 %r3, %r3, %r5;\n"
                   "st.param.b32 [r], %r3;\nret;",
               ".local .align 8 .b8 __local_depot[16];\n"),
      call("%r2", "f", "4") + store_r2);
  EXPECT_TRUE(result.run.diagnostics.empty());
  EXPECT_EQ(result.out[31], 1234U);
}

TEST(Call, passes_a_pointer_to_a_local_variable_down) {
  const PtxResult result = run_calls(
      ".func set(.param .b64 p, .param .b32 v)\n{\n.reg .b64 %rd<3>;\n.reg .b32 %r<3>;\n"
      "ld.param.u64 %rd1, [p];\nld.param.u32 %r1, [v];\nst.u32 [%rd1+4], %r1;\nret;\n}\n",
      ".local .align 8 .b8 mine[8];\ncvta.local.u64 %rd20, mine;\n{\n.param .b64 a;\n.param .b32 "
      "b;\nst.param.b64 [a], %rd20;\nst.param.b32 [b], %r1;\ncall.uni set, (a, b);\n}\n"
      "ld.local.u32 %r2, [mine+4];\n" +
          store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i);
}

TEST(Call, passes_structures_by_value) {
  const PtxResult result = run_calls(
      ".func (.param .align 8 .b8 r[16]) swap(.param .align 8 .b8 x[16])\n{\n.reg .b64 %rd<4>;\n"
      ".reg .b32 %r<4>;\nld.param.u64 %rd1, [x];\nld.param.v2.u32 {%r1, %r2}, [x+8];\n"
      "st.param.b64 [r+8], %rd1;\nst.param.b32 [r], %r2;\nst.param.b32 [r+4], %r1;\nret;\n}\n",
      "{\n.param .align 8 .b8 a[16];\n.param .align 8 .b8 v[16];\nst.param.b64 [a], %rd39;\n"
      "st.param.v2.b32 [a+8], {%r1, 9};\ncall (v), swap, (a);\nld.param.u64 %rd10, [v];\n"
      "ld.param.u64 %rd11, [v+8];\n}\nadd.s64 %rd10, %rd10, %rd11;\nst.global.u64 [%rd3], %rd10;");
  for (std::uint64_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], 9 + (i << 32) + 8 * i);
}

// The code that clang emits for an array inside a structure passed by value.
TEST(Call, indexes_a_structure_that_was_passed_by_value) {
  const PtxResult result = run_calls(
      ".func (.param .b32 r) pick(.param .b32 n, .param .align 4 .b8 x[20])\n{\n.reg .b64 %rd<5>;\n"
      ".reg .b32 %r<4>;\nmov.b64 %rd1, x;\nld.param.u32 %r1, [n];\nmul.wide.u32 %rd2, %r1, 2;\n"
      "add.s64 %rd1, %rd1, %rd2;\nld.param.s16 %r2, [%rd1+4];\nst.param.b32 [r], %r2;\nret;\n}\n",
      "and.b32 %r5, %r1, 3;\n{\n.param .b32 n;\n.param .align 4 .b8 a[20];\n.param .b32 v;\n"
      "st.param.b32 [n], %r5;\nst.param.b32 [a], 99;\nst.param.v2.b16 [a+4], {10, 11};\n"
      "st.param.v2.b16 [a+8], {12, -13};\ncall (v), pick, (n, a);\nld.param.u32 %r2, [v];\n}\n" +
          store_r2);
  const std::array<std::uint64_t, 4> expected{10, 11, 12, 0xffff'fff3};
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], expected[i % 4]);
}

TEST(Call, takes_registers_as_parameters) {
  const PtxResult result =
      run_calls(".func (.reg .u32 r) add(.reg .u32 x, .reg .u32 y)\n{\nadd.u32 r, x, y;\nret;\n}\n",
                "call (%r2), add, (%r1, 5);\n" + store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i + 5);
}

TEST(Call, reads_the_special_registers_of_its_thread) {
  PtxRun run;
  run.config = {{2, 1, 1}, {5, 3, 3}, 0};
  run.out_words = 90;
  run.globals = function("where",
                         "mov.u32 %r2, %tid.y;\nmov.u32 %r3, %tid.z;\nmov.u32 %r4, %ctaid.x;\n"
                         "mad.lo.u32 %r2, %r3, 10, %r2;\nmad.lo.u32 %r2, %r4, 100, %r2;\n"
                         "st.param.b32 [r], %r2;\nret;");
  run.body = call("%r2", "where", "0") +
             "mov.u32 %r4, %tid.y;\nmov.u32 %r5, %tid.z;\nmad.lo.u32 %r5, %r5, 3, %r4;\n"
             "mad.lo.u32 %r5, %r5, 5, %r37;\nmad.lo.u32 %r5, %r38, 45, %r5;\n"
             "mul.wide.u32 %rd10, %r5, 8;\nadd.s64 %rd10, %rd1, %rd10;\ncvt.u64.u32 %rd11, %r2;\n"
             "st.global.u64 [%rd10], %rd11;";
  const PtxResult result = run_ptx(run);
  for (std::size_t i = 0; i < 90; ++i)
    EXPECT_EQ(result.out[i], i / 45 * 100 + i % 45 / 15 * 10 + i % 15 / 5);
}

TEST(Call, waits_at_a_barrier_inside) {
  const PtxResult result = run_calls(
      ".shared .align 4 .b8 s[512];\n" +
          function("swap",
                   "mov.u32 %r5, %tid.x;\nmov.u64 %rd1, s;\nmul.wide.u32 %rd2, %r5, 4;\n"
                   "add.s64 %rd1, %rd1, %rd2;\nst.shared.u32 [%rd1], %r1;\nbar.sync 0;\n"
                   "mov.u64 %rd1, s;\nsub.u32 %r6, 127, %r5;\nmul.wide.u32 %rd2, %r6, 4;\n"
                   "add.s64 %rd1, %rd1, %rd2;\nld.shared.u32 %r2, [%rd1];\n"
                   "st.param.b32 [r], %r2;\nret;"),
      call("%r2", "swap", "%r1") + store_r2, 128);
  EXPECT_TRUE(result.run.diagnostics.empty());
  for (std::size_t i = 0; i < 128; ++i) EXPECT_EQ(result.out[i], 127 - i);
}

TEST(Call, ends_threads_that_exit_inside) {
  const PtxResult result = run_calls(
      function("f", "setp.gt.u32 %p1, %r1, 3;\n@%p1 exit;\nst.param.b32 [r], %r1;\nret;"),
      "mov.u64 %rd10, 99;\nst.global.u64 [%rd3], %rd10;\n" + call("%r2", "f", "%r1") + store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i > 3 ? 99 : i);
}

TEST(Call, in_which_all_threads_exit_ends_the_warp) {
  const PtxResult result =
      run_calls(function("f", "exit;"), call("%r2", "f", "%r1") + store_r2, 64);
  EXPECT_EQ(result.run.status, RunStatus::completed);
  EXPECT_EQ(result.out[0], 0U);
}

TEST(Call, may_be_left_by_falling_off_the_functions_end) {
  const PtxResult result =
      run_calls(function("f", "st.param.b32 [r], 3;"), call("%r2", "f", "%r1") + store_r2);
  EXPECT_EQ(result.out[5], 3U);
}

TEST(Call, in_a_loop_ends_where_each_lane_ends) {
  const PtxResult result = run_calls(
      twice,
      "mov.u32 %r2, 1;\nmov.u32 %r5, 0;\nand.b32 %r6, %r1, 7;\nLOOP:\n"
      "setp.ge.u32 %p1, %r5, %r6;\n@%p1 bra DONE;\n" +
          call("%r2", "twice", "%r2") + "add.u32 %r5, %r5, 1;\nbra LOOP;\nDONE:\n" + store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], 1ULL << (i & 7));
}

// --- indirect calls ---

const std::string thrice =
    function("thrice", "mul.lo.u32 %r2, %r1, 3;\nst.param.b32 [r], %r2;\nret;");

std::string call_pointer(const std::string& pointer) {
  return "{\n.param .b32 a;\n.param .b32 v;\nst.param.b32 [a], %r1;\n"
         "proto : .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (v), " +
         pointer + ", (a), proto;\nld.param.b32 %r2, [v];\n}\n";
}

TEST(CallThroughPointer, goes_to_another_function_in_each_lane) {
  const PtxResult result =
      run_calls(twice + thrice + ".global .align 8 .u64 table[2] = {twice, thrice};\n",
                "and.b32 %r5, %r1, 1;\nmul.wide.u32 %rd20, %r5, 8;\nmov.u64 %rd21, table;\n"
                "add.s64 %rd21, %rd21, %rd20;\nld.global.u64 %rd22, [%rd21];\n" +
                    call_pointer("%rd22") + store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i * (2 + i % 2));
  EXPECT_TRUE(result.run.diagnostics.empty());
}

TEST(CallThroughPointer, counts_each_thread_once) {
  const auto threads = [](const std::string& second) {
    return run_calls(twice + thrice, "mov.u64 %rd20, twice;\nmov.u64 %rd21, " + second +
                                         ";\nand.b32 %r5, %r1, 1;\nsetp.eq.u32 %p1, %r5, 0;\n"
                                         "selp.b64 %rd22, %rd20, %rd21, %p1;\n" +
                                         call_pointer("%rd22") + store_r2)
        .run.counts.thread_instructions;
  };
  EXPECT_EQ(threads("twice"), threads("thrice"));
}

TEST(CallThroughPointer, in_constant_memory_finds_the_function) {
  const PtxResult result =
      run_calls(thrice + ".const .align 8 .u64 table[1] = {thrice};\n",
                "ld.const.u64 %rd22, [table];\n" + call_pointer("%rd22") + store_r2);
  EXPECT_EQ(result.out[7], 21U);
}

TEST(CallThroughPointer, that_is_of_no_function_is_reported) {
  const PtxResult result =
      run_calls(twice, "mov.u64 %rd22, twice;\nadd.s64 %rd22, %rd22, 8;\n" + call_pointer("%rd22"));
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::invalid_call);
}

TEST(CallThroughPointer, to_a_function_of_other_arguments_is_reported) {
  const PtxResult result =
      run_calls(".func none()\n{\nret;\n}\n", "mov.u64 %rd22, none;\n" + call_pointer("%rd22"));
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::invalid_call);
  EXPECT_NE(result.run.diagnostics[0].message.find("none"), std::string::npos);
}

// --- errors ---

std::string refusal(const std::string& functions, const std::string& body) {
  PtxRun run;
  run.globals = functions;
  run.body = body;
  const std::vector<Diagnostic> errors = errors_of(run);
  EXPECT_FALSE(errors.empty());
  return errors.empty() ? "" : errors[0].message;
}

TEST(Call, of_a_function_that_is_only_declared_is_refused_by_name) {
  EXPECT_NE(refusal(".extern .func _Z3fooi(.param .b32 x);\n",
                    "{\n.param .b32 a;\nst.param.b32 [a], 1;\ncall _Z3fooi, (a);\n}")
                .find("foo(int)"),
            std::string::npos);
}

TEST(Call, with_other_arguments_is_refused) {
  EXPECT_NE(refusal(twice, "call twice, (%r1, %r2);").find("number of arguments 1"),
            std::string::npos);
  EXPECT_NE(refusal(twice, "{\n.param .b64 a;\ncall twice, (a);\n}").find("8 bytes"),
            std::string::npos);
}

constexpr const char* refused = "setmaxnreg.inc.sync.aligned.u32 40;\nret;";

TEST(Call, refuses_what_the_function_cannot_do_at_its_place) {
  EXPECT_NE(refusal(function("f", refused), call("%r2", "f", "%r1")).find("setmaxnreg"),
            std::string::npos);
}

TEST(Call, of_a_table_that_is_not_used_does_not_matter) {
  const PtxResult result =
      run_calls(function("bad", refused) + ".global .align 8 .u64 table[1] = {bad};\n",
                "mov.u32 %r2, 4;\n" + store_r2);
  EXPECT_EQ(result.out[0], 4U);
}

// --- brx.idx ---

TEST(IndexedBranch, sends_each_lane_to_its_own_place) {
  const PtxResult result = run_calls(
      "",
      "and.b32 %r5, %r1, 3;\nmov.u32 %r2, 0;\nts: .branchtargets A, B, A, C;\nbrx.idx %r5, ts;\n"
      "A:\nadd.u32 %r2, %r2, 1;\nB:\nadd.u32 %r2, %r2, 10;\nbra D;\nC:\nmov.u32 %r2, 100;\nD:\n"
      "activemask.b32 %r6;\npopc.b32 %r6, %r6;\nmad.lo.u32 %r2, %r6, 1000, %r2;\n" +
          store_r2);
  const std::array expected{11U, 10U, 11U, 100U};
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], 32000U + expected[i % 4]);
  EXPECT_EQ(result.run.counts.branches, 1U);
  EXPECT_EQ(result.run.counts.divergent_branches, 1U);
}

TEST(IndexedBranch, goes_past_the_lanes_whose_guard_does_not_hold) {
  const PtxResult result = run_calls(
      "",
      "setp.lt.u32 %p1, %r1, 2;\nmov.u32 %r2, 5;\nts: .branchtargets A;\n@%p1 brx.idx 0, ts;\n"
      "mov.u32 %r2, 6;\nA:\n" +
          store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i < 2 ? 5U : 6U);
}

TEST(IndexedBranch, outside_of_its_list_is_reported) {
  const PtxResult result = run_calls("", "ts: .branchtargets A;\nbrx.idx %r1, ts;\nA:\nexit;");
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::invalid_call);
  EXPECT_EQ(result.run.diagnostics[0].thread, (Dim3{1, 0, 0}));
}

TEST(IndexedBranch, works_in_a_function) {
  const PtxResult result = run_calls(
      twice + function("pick",
                       "and.b32 %r5, %r1, 1;\nts: .branchtargets A, B;\nbrx.idx %r5, ts;\nA:\n"
                       "st.param.b32 [r], 1;\nret;\nB:\nst.param.b32 [r], 2;\nret;"),
      call("%r2", "pick", "%r1") + store_r2);
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], 1 + i % 2);
}

// --- alloca ---

TEST(Alloca, gives_each_lane_as_much_as_it_asks_for) {
  const PtxResult result = run_calls(
      "",
      "add.u32 %r5, %r1, 1;\nmul.lo.u32 %r5, %r5, 8;\ncvt.u64.u32 %rd20, %r5;\n"
      "alloca.u64 %rd21, %rd20, 8;\nalloca.u64 %rd22, 8;\nst.local.u32 [%rd22], 7;\n"
      "add.s64 %rd23, %rd21, %rd20;\nst.local.u32 [%rd23+-8], %r1;\n"
      "ld.local.u32 %r2, [%rd23+-8];\nld.local.u32 %r6, [%rd22];\nmad.lo.u32 %r2, %r6, 100, "
      "%r2;\n" +
          store_r2);
  EXPECT_TRUE(result.run.diagnostics.empty());
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], 700 + i);
}

TEST(Alloca, is_given_back_by_stackrestore) {
  const PtxResult result = run_calls(
      "",
      "mov.u32 %r5, 0;\nLOOP:\nstacksave.u64 %rd20;\nalloca.u64 %rd21, 4096;\n"
      "stackrestore.u64 %rd20;\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 100;\n@%p1 bra LOOP;\n"
      "mov.u32 %r2, %r5;\n" +
          store_r2);
  EXPECT_TRUE(result.run.diagnostics.empty());
  EXPECT_EQ(result.out[0], 100U);
}

TEST(Alloca, beyond_the_stack_is_reported) {
  const PtxResult result = run_calls("", "LOOP:\nalloca.u64 %rd21, 4096;\nbra LOOP;");
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::stack_overflow);
}

TEST(Alloca, in_a_function_ends_with_it) {
  const PtxResult result = run_calls(
      function("f",
               "alloca.u64 %rd1, 8192;\nst.local.u32 [%rd1], %r1;\nld.local.u32 %r2, [%rd1];\n"
               "st.param.b32 [r], %r2;\nret;"),
      "mov.u32 %r5, 0;\nmov.u32 %r2, 0;\nLOOP:\n" + call("%r3", "f", "%r5") +
          "add.u32 %r2, %r2, %r3;\nadd.u32 %r5, %r5, 1;\nsetp.lt.u32 %p1, %r5, 50;\n@%p1 bra "
          "LOOP;\n" +
          store_r2);
  EXPECT_TRUE(result.run.diagnostics.empty());
  EXPECT_EQ(result.out[3], 50U * 49 / 2);
}

}  // namespace
}  // namespace call_test
}  // namespace lanescope::exec
