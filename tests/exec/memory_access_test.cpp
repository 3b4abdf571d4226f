#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

using memory::Op;
using memory::Space;

TEST(AccessRecord, holds_space_operation_mask_and_one_address_per_lane) {
  PtxRun run;
  run.config.block = {40, 1, 1};  // the second warp has 8 threads
  run.out_words = 40;
  run.body = "st.global.u32 [%rd3+4], %r1;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.accesses.size(), 2U);
  const memory::WarpAccess& second = result.accesses[1].access;
  EXPECT_EQ(second.space, Space::global);
  EXPECT_EQ(second.op, Op::store);
  EXPECT_EQ(second.bytes, 4);
  EXPECT_EQ(second.mask, 0xffU);
  EXPECT_EQ(second.address[7], result.out_address + 8 * 39 + 4);
}

TEST(AccessRecord, of_a_vector_access_is_one_request_of_all_its_bytes) {
  PtxRun run;
  run.in.assign(64, 0);
  for (std::size_t i = 0; i < 64; ++i) run.in[i] = i;
  run.body =
      "add.s64 %rd4, %rd4, %rd39;\nld.global.v2.u64 {%rd10, %rd11}, [%rd4];\nadd.s64 %rd10, %rd10, "
      "%rd11;\n"
      "st.global.u64 [%rd3], %rd10;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.accesses[0].access.bytes, 16);
  EXPECT_EQ(result.out[5], 10U + 11U);
}

TEST(AccessRecord, is_not_made_when_no_lane_takes_part) {
  PtxRun run;
  run.body = "setp.gt.u32 %p1, %r1, 100;\n@%p1 st.global.u64 [%rd3], 1;";
  EXPECT_TRUE(run_ptx(run).accesses.empty());
}

TEST(AccessRecord, of_a_guarded_access_has_the_guards_lanes) {
  PtxRun run;
  run.body = "and.b32 %r2, %r1, 1;\nsetp.eq.u32 %p1, %r2, 0;\n@!%p1 st.global.u64 [%rd3], 1;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.accesses.size(), 1U);
  EXPECT_EQ(result.accesses[0].access.mask, 0xaaaaaaaaU);
}

TEST(AccessRecord, of_shared_memory_holds_offsets_from_the_blocks_start) {
  PtxRun run;
  run.globals = ".shared .align 4 .b8 first[64];\n.shared .align 4 .b8 s[256];\n";
  run.body =
      "mov.u64 %rd12, first;\nmov.u64 %rd10, s;\nmul.wide.u32 %rd11, %r1, 4;\nadd.s64 %rd10, "
      "%rd10, "
      "%rd11;\nst.shared.u32 [%rd10], %r1;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.accesses.size(), 1U);
  EXPECT_EQ(result.accesses[0].access.space, Space::shared);
  EXPECT_EQ(result.accesses[0].access.address[3], 64U + 12U);
}

// Compilers leave an index that is negative for a moment in the register: s[i - 2 + 2].
TEST(AccessRecord, of_shared_memory_by_a_register_of_32_bits_adds_its_offset_in_32_bits) {
  PtxRun run;
  run.globals = ".shared .align 4 .b8 s[256];\n";
  run.body =
      "mov.u32 %r2, s;\nshl.b32 %r3, %r1, 2;\nadd.s32 %r2, %r2, %r3;\nadd.s32 %r3, %r2, -8;\n"
      "st.shared.u32 [%r3+8], %r1;\nld.shared.u32 %r4, [%r3+8];\ncvt.u64.u32 %rd10, %r4;\n"
      "st.global.u64 [%rd3], %rd10;";
  const PtxResult result = run_ptx(run);
  EXPECT_TRUE(result.run.diagnostics.empty());
  ASSERT_FALSE(result.accesses.empty());
  EXPECT_EQ(result.accesses[0].access.address[0], 0U);
  EXPECT_EQ(result.accesses[0].access.address[1], 4U);
  EXPECT_EQ(result.out[0], 0U);
  EXPECT_EQ(result.out[3], 3U);
}

TEST(GenericAddress, of_constant_memory_is_read_but_not_written) {
  PtxRun run;
  run.globals = ".const .align 4 .b8 c[4] = {7, 0, 0, 0};\n";
  run.body =
      ".loc 1 44 2\ncvta.const.u64 %rd10, c;\nst.u32 [%rd10], %r1;\natom.add.u32 %r2, [%rd10], "
      "1;\nld.u32 %r3, [%rd10];\ncvt.u64.u32 %rd11, %r3;\nst.global.u64 [%rd3], %rd11;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 2U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::out_of_range);
  EXPECT_EQ(result.run.diagnostics[0].place.line, 44);
  EXPECT_EQ(result.out[31], 7U);
}

TEST(GenericAddress, is_resolved_lane_by_lane_into_one_request_per_space) {
  PtxRun run;
  run.globals = ".shared .align 8 .b8 s[256];\n";
  // Even lanes point to shared memory, odd ones to global memory.
  run.body =
      "mov.u64 %rd10, s;\ncvta.shared.u64 %rd10, %rd10;\nadd.s64 %rd10, %rd10, %rd39;\nand.b32 "
      "%r2, %r1, 1;\n"
      "setp.eq.u32 %p1, %r2, 0;\nselp.b64 %rd11, %rd10, %rd3, %p1;\nst.u64 [%rd11], 9;\nld.u64 "
      "%rd12, [%rd11];\n"
      "isspacep.shared %p2, %rd11;\nselp.u64 %rd13, 100, 0, %p2;\nadd.s64 %rd12, %rd12, %rd13;\n"
      "st.global.u64 [%rd3], %rd12;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.out[0], 109U);
  EXPECT_EQ(result.out[1], 9U);
  ASSERT_EQ(result.accesses.size(), 5U);
  EXPECT_EQ(result.accesses[0].access.space, Space::shared);
  EXPECT_EQ(result.accesses[0].access.mask, 0x55555555U);
  EXPECT_EQ(result.accesses[1].access.space, Space::global);
  EXPECT_EQ(result.accesses[1].access.mask, 0xaaaaaaaaU);
}

TEST(LocalMemory, belongs_to_each_thread_alone) {
  PtxRun run;
  run.config.block = {64, 1, 1};
  run.out_words = 64;
  run.body =
      ".local .align 8 .b8 depot[16];\nmov.u64 %rd10, depot;\ncvt.u64.u32 %rd11, "
      "%r1;\nst.local.u64 [%rd10+8], %rd11;\n"
      "bar.sync 0;\nld.local.u64 %rd12, [%rd10+8];\nst.global.u64 [%rd3], %rd12;";
  const PtxResult result = run_ptx(run);
  for (std::size_t t = 0; t < 64; ++t) EXPECT_EQ(result.out[t], t);
  EXPECT_EQ(result.accesses[0].access.space, Space::local);
}

TEST(ConstantMemory, holds_initialisers_and_addresses) {
  PtxRun run;
  run.globals = ".global .align 8 .u64 g = 41;\n.const .align 8 .u64 where = generic(g);\n";
  run.body =
      "ld.const.u64 %rd10, [where];\nld.u64 %rd11, [%rd10];\nadd.s64 %rd11, %rd11, "
      "1;\nst.global.u64 [%rd3], %rd11;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.out[31], 42U);
}

TEST(NarrowLoad, extends_by_its_own_type) {
  PtxRun run;
  run.in.assign(32, 0x80);
  run.body =
      "ld.global.s8 %r10, [%rd4];\nld.global.u8 %r11, [%rd4];\nsub.s32 %r12, %r11, "
      "%r10;\ncvt.u64.u32 %rd10, %r12;\n"
      "st.global.u64 [%rd3], %rd10;";
  EXPECT_EQ(run_ptx(run).out[0], 256U);
}

TEST(NarrowStore, leaves_the_neighbouring_bytes) {
  PtxRun run;
  run.body = "st.global.u64 [%rd3], -1;\nst.global.u8 [%rd3+2], 0;";
  EXPECT_EQ(run_ptx(run).out[0], 0xffff'ffff'ff00'ffffU);
}

TEST(OutOfRange, names_array_distance_thread_and_line_and_the_run_goes_on) {
  PtxRun run;
  run.body =
      ".loc 1 21 5\nst.global.u64 [%rd3+8], 5;";  // the last lane writes one word past the end
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  const Diagnostic& diagnostic = result.run.diagnostics[0];
  EXPECT_EQ(diagnostic.kind, DiagnosticKind::out_of_range);
  EXPECT_EQ(diagnostic.place, (SourcePlace{"k.cu", 21, 5}));
  EXPECT_EQ(diagnostic.thread, (Dim3{31, 0, 0}));
  EXPECT_EQ(diagnostic.address, result.out_address + 256);
  EXPECT_NE(diagnostic.message.find("0 bytes past the end of out"), std::string::npos)
      << diagnostic.message;
  EXPECT_EQ(result.out[31], 5U);
  EXPECT_EQ(result.run.status, RunStatus::completed);
}

TEST(OutOfRange, on_one_line_is_a_finding_for_each_side_of_each_array) {
  PtxRun run;
  run.in.assign(32, 0);
  run.config.grid = {2, 1, 1};
  run.config.block = {16, 1, 1};
  // As `out[i + 1] = in[i + 1] + in[i - 1]`, for which NVRTC gives one place.
  run.body =
      ".loc 1 4 5\nld.global.u64 %rd10, [%rd4+-8];\nld.global.u64 %rd11, [%rd4+8];\n"
      "ld.global.u64 %rd12, [%rd3+8];\nadd.u64 %rd10, %rd10, %rd11;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 3U);
  const char* sides[] = {"8 bytes before in", "0 bytes past the end of in",
                         "0 bytes past the end of out"};
  for (std::size_t i = 0; i < 3; ++i) {
    const Diagnostic& diagnostic = result.run.diagnostics[i];
    EXPECT_NE(diagnostic.message.find(sides[i]), std::string::npos) << diagnostic.message;
    EXPECT_EQ(diagnostic.count, 1U);
  }
}

TEST(OutOfRange, of_one_instruction_is_a_finding_for_each_side) {
  PtxRun run;
  run.globals = ".shared .align 8 .b8 s[64];\n";
  // Thread i: element 3 i - 8, of 32 in global and of 8 in shared memory.
  run.body =
      "mad.lo.s32 %r2, %r1, 3, -8;\nmul.wide.s32 %rd10, %r2, 8;\nadd.s64 %rd11, %rd1, %rd10;\n"
      "st.global.u64 [%rd11], 1;\nmov.u32 %r3, s;\nshl.b32 %r4, %r2, 3;\nadd.s32 %r3, %r3, %r4;\n"
      "st.shared.u64 [%r3], 1;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 4U);
  const Dim3 first_threads[] = {{0, 0, 0}, {14, 0, 0}, {0, 0, 0}, {6, 0, 0}};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(result.run.diagnostics[i].thread, first_threads[i])
        << result.run.diagnostics[i].message;
  }
}

TEST(OutOfRange, of_shared_and_local_memory_says_how_much_there_is) {
  PtxRun run;
  run.globals = ".shared .align 8 .b8 s[64];\n";
  run.body =
      ".local .align 8 .b8 d[8];\nmov.u64 %rd10, s;\nst.shared.u64 [%rd10+64], 1;\nmov.u64 %rd11, "
      "d;\n"
      "st.local.u64 [%rd11+-8], 1;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 2U);
  EXPECT_NE(result.run.diagnostics[0].message.find("64 bytes"), std::string::npos);
  EXPECT_NE(result.run.diagnostics[1].message.find("offset -8"), std::string::npos);
}

TEST(UninitialisedRead, of_shared_memory_is_not_named_like_local_memory_at_the_same_offset) {
  PtxRun run;
  run.globals = ".shared .align 8 .b8 s[64];\n";
  run.body =
      ".local .align 8 .b8 d[64];\nst.local.u32 [d+8], %r1;\nld.local.u32 %r2, [d+8];\n"
      "ld.shared.u32 %r3, [s+8];\nadd.u32 %r2, %r2, %r3;\nst.global.u32 [%rd3], %r2;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_NE(result.run.diagnostics[0].message.find("s[2]"), std::string::npos)
      << result.run.diagnostics[0].message;
}

TEST(OutOfRange, load_gives_zero) {
  PtxRun run;
  run.body =
      "mov.u64 %rd10, 64;\nld.global.u64 %rd11, [%rd10];\nadd.s64 %rd11, %rd11, 3;\nst.global.u64 "
      "[%rd3], %rd11;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.out[0], 3U);
  EXPECT_NE(result.run.diagnostics[0].message.find("far from every array"), std::string::npos);
}

TEST(Misaligned, access_is_reported_and_has_no_effect) {
  PtxRun run;
  run.body = "st.global.u32 [%rd3+2], -1;";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::misaligned);
  EXPECT_EQ(result.out[0], 0U);
}

TEST(Atomic, adds_lane_after_lane_and_returns_the_old_value) {
  PtxRun run;
  run.body =
      "mov.u64 %rd10, 1;\natom.global.add.u64 %rd11, [%rd1+248], %rd10;\nsetp.eq.u32 %p1, %r1, "
      "31;\n"
      "@!%p1 st.global.u64 [%rd3], %rd11;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.out[0], 0U);
  EXPECT_EQ(result.out[30], 30U);
  EXPECT_EQ(result.out[31], 32U);
  EXPECT_TRUE(result.run.in_order);
  EXPECT_EQ(result.accesses[0].access.op, Op::atomic);
}

// As ptxas does: RED, which returns nothing, is cheaper.
TEST(Atomic, is_a_reduction_where_nothing_reads_its_result) {
  const std::pair<const char*, Op> cases[] = {
      {"atom.global.add.u32 %r10, [%rd3], 1;", Op::reduction},
      {"atom.global.add.u32 _, [%rd3], 1;", Op::reduction},
      {"atom.global.add.u32 %r10, [%rd3], 1;\nadd.u32 %r11, %r10, 1;", Op::atomic},
      {"atom.global.exch.b32 %r10, [%rd3], 1;", Op::atomic},
      {"atom.global.cas.b32 %r10, [%rd3], 0, 1;", Op::atomic}};
  for (const auto& [body, op] : cases) {
    PtxRun run;
    run.body = body;
    EXPECT_EQ(run_ptx(run).accesses[0].access.op, op) << body;
  }
}

TEST(Atomic, compares_and_swaps) {
  PtxRun run;
  run.body =
      "atom.global.cas.b32 %r10, [%rd3], 0, 8;\natom.global.cas.b32 %r11, [%rd3], 0, 9;\n"
      "shl.b32 %r11, %r11, 8;\nred.global.or.b32 [%rd3], %r11;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.out[0], 0x808U);
  EXPECT_EQ(result.accesses.back().access.op, Op::reduction);
}

TEST(Atomic, increments_with_wrap_around) {
  PtxRun run;
  run.body =
      "atom.global.inc.u32 %r10, [%rd1], 4;\natom.global.max.s32 %r11, [%rd1+8], %r1;\n"
      "atom.global.add.f32 %f1, [%rd1+16], 0f3F800000;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.out[0], 32U % 5U);
  EXPECT_EQ(result.out[1], 31U);
  EXPECT_EQ(result.out[2], 0x42000000U);  // 32.0f
}

TEST(Shuffle, moves_values_between_lanes) {
  PtxRun run;
  run.body =
      "shfl.sync.down.b32 %r10|%p1, %r1, 16, 31, -1;\nshfl.sync.bfly.b32 %r11, %r1, 1, 31, -1;\n"
      "shfl.sync.up.b32 %r12, %r1, 1, 0, -1;\nshfl.sync.idx.b32 %r13, %r1, 3, 0x181f, -1;\n"
      "mad.lo.u32 %r14, %r11, 100, %r10;\nmad.lo.u32 %r14, %r12, 10000, %r14;\nmad.lo.u32 %r14, "
      "%r13, 1000000, %r14;\n"
      "selp.u32 %r15, 100000000, 0, %p1;\nadd.u32 %r14, %r14, %r15;\ncvt.u64.u32 %rd10, "
      "%r14;\nst.global.u64 [%rd3], %rd10;";
  const PtxResult result = run_ptx(run);
  for (std::uint64_t l = 0; l < 32; ++l) {
    const std::uint64_t down = l < 16 ? l + 16 : l;
    const std::uint64_t up = l == 0 ? 0 : l - 1;
    const std::uint64_t index = (l & 24) + 3;  // segments of 8
    EXPECT_EQ(result.out[l],
              down + 100 * (l ^ 1) + 10000 * up + 1000000 * index + (l < 16 ? 100000000 : 0))
        << l;
  }
}

TEST(Vote, sees_the_active_lanes) {
  PtxRun run;
  run.body =
      "setp.lt.u32 %p1, %r1, 4;\nvote.sync.ballot.b32 %r10, %p1, -1;\nvote.sync.any.pred %p2, %p1, "
      "-1;\n"
      "vote.sync.all.pred %p3, !%p1, -1;\nselp.u32 %r11, 256, 0, %p2;\nselp.u32 %r12, 512, 0, "
      "%p3;\nactivemask.b32 %r13;\n"
      "popc.b32 %r13, %r13;\nshl.b32 %r13, %r13, 16;\nor.b32 %r10, %r10, %r11;\nor.b32 %r10, %r10, "
      "%r12;\n"
      "or.b32 %r10, %r10, %r13;\ncvt.u64.u32 %rd10, %r10;\nst.global.u64 [%rd3], %rd10;";
  EXPECT_EQ(run_ptx(run).out[9], (32U << 16) + 256U + 15U);
}

}  // namespace
}  // namespace lanescope::exec
