// Asynchronous copies, barriers in shared memory, and matrix fragments.
#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

constexpr const char* buffer = ".shared .align 16 .b8 buffer[2048];\n";

// %r20: address of the lane's 8 bytes in the buffer. Input word l is 100 + l.
PtxRun copying(const std::string& body) {
  PtxRun run;
  run.globals = buffer;
  for (U64 lane = 0; lane < 32; ++lane) run.in.push_back(100 + lane);
  run.body =
      "mov.u32 %r21, buffer;\nshl.b32 %r22, %r37, 3;\nadd.u32 %r20, %r21, %r22;\n"
      "mov.u64 %rd10, 1;\nst.shared.u64 [%r20], %rd10;\n" +
      body + "\nst.global.u64 [%rd3], %rd30;";
  return run;
}

std::vector<U64> copied(const std::string& body) {
  const PtxResult result = run_ptx(copying(body));
  return result.out;
}

TEST(AsyncCopy, appears_at_the_wait_and_not_before) {
  const auto before = copied(
      "cp.async.ca.shared.global [%r20], [%rd4], 8;\ncp.async.commit_group;\n"
      "ld.shared.u64 %rd30, [%r20];\ncp.async.wait_group 0;");
  const auto after = copied(
      "cp.async.ca.shared.global [%r20], [%rd4], 8;\ncp.async.commit_group;\n"
      "cp.async.wait_group 0;\nld.shared.u64 %rd30, [%r20];");
  EXPECT_EQ(before[5], 1U);
  EXPECT_EQ(after[5], 105U);
}

TEST(AsyncCopy, stays_pending_while_its_group_may) {
  const char* two_groups =
      "cp.async.ca.shared.global [%r20], [%rd4], 8;\ncp.async.commit_group;\n"
      "cp.async.ca.shared.global [%r20+256], [%rd4], 8;\ncp.async.commit_group;\n"
      "mov.u64 %rd10, 2;\nst.shared.u64 [%r20+256], %rd10;\n";
  const auto first = copied(std::string(two_groups) +
                            "cp.async.wait_group 1;\n"
                            "ld.shared.u64 %rd11, [%r20];\n"
                            "ld.shared.u64 %rd12, [%r20+256];\n"
                            "mad.lo.u64 %rd30, %rd12, 1000, %rd11;");
  EXPECT_EQ(first[7], 2107U);
  const auto neither = copied(std::string(two_groups) +
                              "cp.async.wait_group 2;\n"
                              "ld.shared.u64 %rd30, [%r20];");
  EXPECT_EQ(neither[7], 1U);
}

TEST(AsyncCopy, without_a_group_is_waited_for_only_by_wait_all) {
  const char* issue = "cp.async.ca.shared.global [%r20], [%rd4], 8;\n";
  EXPECT_EQ(copied(std::string(issue) + "cp.async.wait_group 0;\nld.shared.u64 %rd30, [%r20];")[3],
            1U);
  EXPECT_EQ(copied(std::string(issue) + "cp.async.wait_all;\nld.shared.u64 %rd30, [%r20];")[3],
            103U);
}

TEST(AsyncCopy, groups_are_counted_thread_by_thread) {
  // Odd lanes also commit an empty group, so their copy is complete when at most one group is
  // pending.
  const auto out = copied(
      "and.b32 %r23, %r37, 1;\nsetp.eq.u32 %p1, %r23, 1;\n"
      "cp.async.ca.shared.global [%r20], [%rd4], 8;\ncp.async.commit_group;\n"
      "@%p1 cp.async.commit_group;\ncp.async.wait_group 1;\nld.shared.u64 %rd30, [%r20];");
  EXPECT_EQ(out[8], 1U);
  EXPECT_EQ(out[9], 109U);
}

TEST(AsyncCopy, fills_with_zeros_what_it_does_not_read) {
  const auto out = copied(
      "and.b32 %r23, %r37, 7;\nmov.u64 %rd11, 0x8877665544332211;\n"
      "st.global.u64 [%rd4], %rd11;\n"
      "cp.async.ca.shared.global [%r20], [%rd4], 8, %r23;\n"
      "cp.async.wait_all;\nld.shared.u64 %rd30, [%r20];");
  for (U64 lane = 0; lane < 8; ++lane)
    EXPECT_EQ(out[lane], 0x8877'6655'4433'2211U & ((U64{1} << 8 * lane) - 1)) << lane;
}

TEST(AsyncCopy, ignores_the_source_where_its_predicate_holds) {
  const auto out = copied(
      "setp.lt.u32 %p1, %r37, 4;\n"
      "cp.async.ca.shared.global [%r20], [%rd4], 8, %p1;\n"
      "cp.async.wait_all;\nld.shared.u64 %rd30, [%r20];");
  EXPECT_EQ(out[3], 0U);
  EXPECT_EQ(out[4], 104U);
}

TEST(AsyncCopy, is_a_load_and_a_store_with_sites_of_their_own) {
  PtxRun run = copying("cp.async.ca.shared.global [%r20], [%rd4], 8;\ncp.async.wait_all;");
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.accesses.size(), 4U);  // st.shared, the two copies, st.global
  EXPECT_EQ(result.accesses[1].access.space, memory::Space::global);
  EXPECT_EQ(result.accesses[1].access.op, memory::Op::load);
  EXPECT_EQ(result.accesses[1].access.bytes, 8);
  EXPECT_EQ(result.accesses[2].access.space, memory::Space::shared);
  EXPECT_EQ(result.accesses[2].access.op, memory::Op::store);
  EXPECT_NE(result.accesses[1].site, result.accesses[2].site);
}

TEST(AsyncCopy, reports_the_load_and_the_store_of_the_whole_copy) {
  const PtxResult result =
      run_ptx(copying("cp.async.ca.shared.global [%r20], [%rd4], 8;\ncp.async.wait_all;"));
  ASSERT_EQ(result.accesses.size(), 4U);
  EXPECT_FALSE(result.accesses[0].copy);
  EXPECT_FALSE(result.accesses[3].copy);
  for (const std::size_t half : {1U, 2U}) {
    const auto& copy = result.accesses[half].copy;
    ASSERT_TRUE(copy) << half;
    EXPECT_EQ(copy->from.address, result.accesses[1].access.address);
    EXPECT_EQ(copy->to.address, result.accesses[2].access.address);
    EXPECT_FALSE(copy->bypasses_l1);
    EXPECT_FALSE(copy->fills_zeros);
    EXPECT_EQ(copy->bytes_read[31], 8);
  }
}

TEST(AsyncCopy, is_one_load_regardless_of_how_much_its_lanes_read) {
  const PtxResult result =
      run_ptx(copying("and.b32 %r23, %r37, 7;\n"
                      "cp.async.ca.shared.global [%r20], [%rd4], 8, %r23;\ncp.async.wait_all;"));
  ASSERT_EQ(result.accesses.size(), 4U);
  EXPECT_EQ(result.accesses[1].access.space, memory::Space::global);
  EXPECT_EQ(result.accesses[1].access.mask, 0xfefe'fefeU);  // lanes that read anything
  EXPECT_EQ(result.accesses[2].access.mask, 0xffff'ffffU);
  const auto& copy = result.accesses[1].copy;
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->fills_zeros);
  for (std::size_t lane = 0; lane < 32; ++lane) EXPECT_EQ(copy->bytes_read[lane], lane % 8);
}

TEST(AsyncCopy, fills_zeros_unless_it_is_known_to_read_all) {
  const auto fills_zeros = [](const std::string& size) {
    const PtxResult result =
        run_ptx(copying("setp.lt.u32 %p1, %r37, 4;\nmov.u32 %r30, 16;\nmov.u32 %r31, 8;\n"
                        "mov.u32 %r32, 16;\nadd.u32 %r32, %r32, 0;\nshl.b32 %r33, %r37, 4;\n"
                        "add.u32 %r33, %r21, %r33;\n"
                        "cp.async.cg.shared.global [%r33], [%rd2], 16" +
                        size + ";\ncp.async.wait_all;"));
    for (const auto& access : result.accesses) {
      if (access.copy) {
        EXPECT_TRUE(access.copy->bypasses_l1);
        return access.copy->fills_zeros;
      }
    }
    ADD_FAILURE() << "no copy";
    return false;
  };
  EXPECT_FALSE(fills_zeros(""));
  EXPECT_FALSE(fills_zeros(", 16"));
  EXPECT_FALSE(fills_zeros(", %r30"));
  EXPECT_TRUE(fills_zeros(", 8"));
  EXPECT_TRUE(fills_zeros(", %r31"));
  EXPECT_TRUE(fills_zeros(", %r32"));
  EXPECT_TRUE(fills_zeros(", %p1"));
}

TEST(AsyncCopy, of_lanes_that_read_nothing_does_not_load) {
  const PtxResult result = run_ptx(
      copying("mov.u32 %r23, 0;\ncp.async.ca.shared.global [%r20], [%rd4+100000], 8, %r23;\n"
              "cp.async.wait_all;\nld.shared.u64 %rd30, [%r20];"));
  EXPECT_TRUE(result.run.diagnostics.empty());
  EXPECT_EQ(result.out[0], 0U);
}

TEST(AsyncCopy, out_of_range_is_reported_at_the_copy) {
  const PtxResult result = run_ptx(copying("cp.async.ca.shared.global [%r20], [%rd4+8], 8;"));
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  EXPECT_EQ(result.run.diagnostics[0].kind, DiagnosticKind::out_of_range);
  EXPECT_EQ(result.run.diagnostics[0].thread, (Dim3{31, 0, 0}));
}

TEST(AsyncCopy, refuses_bulk_copies_by_name) {
  for (const char* body :
       {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r2, "
        "[%r3];",
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], "
        "[%rd1, {%r2}], [%r3];",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r1], %r2;"}) {
    PtxRun run;
    run.body = body;
    const auto errors = errors_of(run);
    ASSERT_EQ(errors.size(), 1U) << body;
    EXPECT_NE(errors[0].message.find("TMA"), std::string::npos) << errors[0].message;
  }
}

// --- mbarrier ---

TEST(Mbarrier, completes_a_phase_when_all_have_arrived) {
  PtxRun run;
  run.config.block = {64, 1, 1};
  run.out_words = 64;
  run.globals = ".shared .align 8 .b64 gate;\n.shared .align 4 .b32 cell[64];\n";
  run.body =
      "mov.u32 %r20, gate;\nsetp.eq.u32 %p1, %r37, 0;\n@%p1 mbarrier.init.shared.b64 [%r20], 64;\n"
      "bar.sync 0;\nmov.u32 %r21, cell;\nshl.b32 %r22, %r37, 2;\nadd.u32 %r23, %r21, %r22;\n"
      "st.shared.u32 [%r23], %r37;\nmbarrier.arrive.shared.b64 %rd10, [%r20];\n"
      "WAIT:\nmbarrier.try_wait.shared.b64 %p2, [%r20], %rd10;\n@!%p2 bra WAIT;\n"
      "xor.b32 %r22, %r22, 252;\nadd.u32 %r23, %r21, %r22;\nld.shared.u32 %r24, [%r23];\n"
      "cvt.u64.u32 %rd30, %r24;\nst.global.u64 [%rd3], %rd30;";
  const PtxResult result = run_ptx(run);
  EXPECT_EQ(result.run.status, RunStatus::completed);
  for (U64 thread = 0; thread < 64; ++thread) EXPECT_EQ(result.out[thread], 63 - thread);
  // The waiting warp yielded to the other one.
  EXPECT_LT(result.run.counts.warp_instructions, 200U);
}

std::vector<U64> one_thread(const std::string& body) {
  PtxRun run;
  run.config.block = {1, 1, 1};
  run.globals = ".shared .align 8 .b64 gate;\n";
  run.body = "mov.u32 %r20, gate;\nmov.u64 %rd30, 0;\n" + body + "\nst.global.u64 [%rd3], %rd30;";
  const PtxResult result = run_ptx(run);
  return result.out;
}

TEST(Mbarrier, parity_of_the_phase_before_the_first_is_over) {
  EXPECT_EQ(one_thread("mbarrier.init.shared.b64 [%r20], 1;\n"
                       "mbarrier.test_wait.parity.shared.b64 %p1, [%r20], 0;\n"
                       "mbarrier.test_wait.parity.shared.b64 %p2, [%r20], 1;\n"
                       "mbarrier.arrive.shared.b64 _, [%r20];\n"
                       "mbarrier.test_wait.parity.shared.b64 %p3, [%r20], 0;\n"
                       "mbarrier.test_wait.parity.shared.b64 %p4, [%r20], 1;\n"
                       "selp.u64 %rd30, 1, 0, %p1;\n@%p2 add.u64 %rd30, %rd30, 2;\n"
                       "@%p3 add.u64 %rd30, %rd30, 4;\n@%p4 add.u64 %rd30, %rd30, 8;")[0],
            6U);
}

TEST(Mbarrier, counts_arrivals_and_waits_for_announced_bytes) {
  EXPECT_EQ(one_thread("mbarrier.init.shared.b64 [%r20], 3;\n"
                       "mbarrier.arrive.shared.b64 %rd10, [%r20], 2;\n"
                       "mbarrier.arrive.expect_tx.shared.b64 %rd11, [%r20], 16;\n"
                       "mbarrier.test_wait.shared.b64 %p1, [%r20], %rd10;\n"
                       "mbarrier.complete_tx.shared.b64 [%r20], 16;\n"
                       "mbarrier.test_wait.shared.b64 %p2, [%r20], %rd10;\n"
                       "mbarrier.pending_count.b64 %r21, %rd11;\ncvt.u64.u32 %rd30, %r21;\n"
                       "@%p1 add.u64 %rd30, %rd30, 100;\n@%p2 add.u64 %rd30, %rd30, 10;")[0],
            11U);
}

TEST(Mbarrier, a_thread_that_drops_out_is_not_expected_again) {
  EXPECT_EQ(one_thread("mbarrier.init.shared.b64 [%r20], 2;\n"
                       "mbarrier.arrive_drop.shared.b64 %rd10, [%r20];\n"
                       "mbarrier.arrive.shared.b64 %rd11, [%r20];\n"
                       "mbarrier.arrive.shared.b64 %rd12, [%r20];\n"
                       "mbarrier.test_wait.shared.b64 %p1, [%r20], %rd12;\n"
                       "selp.u64 %rd30, 1, 0, %p1;")[0],
            1U);
}

TEST(Mbarrier, arrival_behind_copies_brings_them) {
  const auto out = copied(
      "mov.u32 %r24, buffer;\nadd.u32 %r24, %r24, 1024;\nsetp.eq.u32 %p1, %r37, 0;\n"
      "@%p1 mbarrier.init.shared.b64 [%r24], 32;\n"
      "cp.async.ca.shared.global [%r20], [%rd4], 8;\n"
      "cp.async.mbarrier.arrive.noinc.shared.b64 [%r24];\n"
      "mbarrier.test_wait.parity.shared.b64 %p2, [%r24], 0;\n"
      "@%p2 ld.shared.u64 %rd30, [%r20];");
  EXPECT_EQ(out[6], 106U);
}

// --- matrices ---

// Matrix m, row r, column c in shared memory holds 64 m + 8 r + c. Rows are 16 bytes, contiguous.
// In `body`, %r20 is the address of row %laneid.
std::vector<U64> with_matrices(const std::string& body) {
  PtxRun run;
  run.globals = buffer;
  run.body =
      "mov.u32 %r21, buffer;\nshl.b32 %r22, %r37, 4;\nadd.u32 %r20, %r21, %r22;\n"
      "shl.b32 %r23, %r37, 3;\nmov.u32 %r24, 0;\n"
      "FILL:\nshl.b32 %r25, %r24, 1;\nadd.u32 %r25, %r20, %r25;\nadd.u32 %r26, %r23, %r24;\n"
      "cvt.u16.u32 %rs1, %r26;\nst.shared.u16 [%r25], %rs1;\nadd.u32 %r24, %r24, 1;\n"
      "setp.lt.u32 %p1, %r24, 8;\n@%p1 bra FILL;\nbar.sync 0;\n" +
      body + "\nst.global.u64 [%rd3], %rd30;";
  const PtxResult result = run_ptx(run);
  return result.out;
}

TEST(Matrix, each_lane_gets_two_neighbours_of_a_row) {
  const auto out = with_matrices(
      "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r30}, [%r20];\n"
      "cvt.u64.u32 %rd30, %r30;");
  for (U64 lane = 0; lane < 32; ++lane) {
    const U64 first = lane / 4 * 8 + lane % 4 * 2;
    EXPECT_EQ(out[lane], first | (first + 1) << 16) << lane;
  }
}

TEST(Matrix, transposed_fragments_run_down_a_column) {
  const auto out = with_matrices(
      "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r30, %r31}, [%r20];\n"
      "mov.b64 %rd30, {%r30, %r31};");
  for (U64 lane = 0; lane < 32; ++lane) {
    const U64 row = lane % 4 * 2;
    const U64 column = lane / 4;
    const U64 low = (row * 8 + column) | ((row + 1) * 8 + column) << 16;
    EXPECT_EQ(out[lane] & 0xffff'ffff, low) << lane;
    EXPECT_EQ(out[lane] >> 32, low + 0x40'0040) << lane;
  }
}

TEST(Matrix, four_matrices_take_the_rows_of_all_lanes) {
  const auto out = with_matrices(
      "cvta.shared.u64 %rd5, %rd6;\ncvt.u64.u32 %rd6, %r20;\ncvta.shared.u64 %rd5, %rd6;\n"
      "ldmatrix.sync.aligned.m8n8.x4.b16 {%r30, %r31, %r32, %r33}, [%rd5];\n"
      "mov.b64 %rd30, {%r32, %r33};");
  for (U64 lane = 0; lane < 32; ++lane) {
    const U64 first = lane / 4 * 8 + lane % 4 * 2 + 128;
    const U64 third = first | (first + 1) << 16;
    EXPECT_EQ(out[lane], third | (third + 0x40'0040) << 32) << lane;
  }
}

TEST(Matrix, an_access_has_the_lanes_that_give_addresses) {
  PtxRun run;
  run.globals = buffer;
  run.body =
      "mov.u32 %r21, buffer;\nshl.b32 %r22, %r37, 4;\nadd.u32 %r20, %r21, %r22;\n"
      "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r30, %r31}, [%r20];";
  const PtxResult result = run_ptx(run);
  ASSERT_EQ(result.accesses.size(), 1U);
  EXPECT_EQ(result.accesses[0].access.mask, 0xffffU);
  EXPECT_EQ(result.accesses[0].access.bytes, 16);
}

TEST(Matrix, storing_undoes_loading) {
  for (const char* form : {"", ".trans"}) {
    const auto out =
        with_matrices("ldmatrix.sync.aligned.m8n8.x4" + std::string(form) +
                      ".shared.b16 {%r30, %r31, %r32, %r33}, [%r20];\nbar.sync 0;\n"
                      "stmatrix.sync.aligned.m8n8.x4" +
                      std::string(form) +
                      ".shared.b16 [%r20+512], {%r30, %r31, %r32, %r33};\nbar.sync 0;\n"
                      "ld.shared.u64 %rd30, [%r20+520];");
    for (U64 lane = 0; lane < 32; ++lane) {
      const U64 first = lane * 8 + 4;
      EXPECT_EQ(out[lane], first | (first + 1) << 16 | (first + 2) << 32 | (first + 3) << 48);
    }
  }
}

TEST(Matrix, transposing_a_fragment_equals_loading_it_transposed) {
  const auto moved = with_matrices(
      "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r30}, [%r20];\n"
      "movmatrix.sync.aligned.m8n8.trans.b16 %r30, %r30;\n"
      "cvt.u64.u32 %rd30, %r30;");
  const auto loaded = with_matrices(
      "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r30}, [%r20];"
      "\ncvt.u64.u32 %rd30, %r30;");
  EXPECT_EQ(moved, loaded);
}

TEST(Matrix, other_shapes_are_refused) {
  for (const char* body : {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r1, %r2}, [%r3];",
                           "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1}, [%r3];",
                           "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r1], {%r2};"}) {
    PtxRun run;
    run.body = body;
    EXPECT_EQ(errors_of(run).size(), 1U) << body;
  }
}

}  // namespace
}  // namespace lanescope::exec
