#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace special_register_test {
namespace {

using U64 = std::uint64_t;

PtxResult run_body(const std::string& body, LaunchConfig config = {{1, 1, 1}, {32, 1, 1}, 0}) {
  PtxRun run;
  run.config = config;
  run.out_words = std::size_t{config.grid[0]} * config.grid[1] * config.block[0];
  run.body = body + "\nst.global.u64 [%rd3], %rd30;";
  return run_ptx(run);
}

TEST(SpecialRegister, is_read_as_16_bits_where_old_ptx_does) {
  const PtxResult result = run_body(
      "mov.u16 %rs1, %tid.x;\nmov.u16 %rs2, %ntid.x;\nmov.u16 %rs3, %laneid;\n"
      "mad.lo.u16 %rs4, %rs2, %rs1, %rs3;\ncvt.u64.u16 %rd30, %rs4;");
  for (U64 lane = 0; lane < 32; ++lane) EXPECT_EQ(result.out[lane], 33 * lane);
}

TEST(SpecialRegister, of_a_grid_without_clusters_gives_clusters_of_one_block) {
  const PtxResult result = run_body(
      "mov.u32 %r10, %clusterid.x;\nmov.u32 %r11, %nclusterid.x;\nmov.u32 %r12, %cluster_ctarank;\n"
      "mov.u32 %r13, %cluster_nctarank;\nmov.u32 %r14, %cluster_ctaid.x;\n"
      "mov.u32 %r15, %cluster_nctaid.y;\nmov.pred %p1, %is_explicit_cluster;\n"
      "mad.lo.u32 %r16, %r11, 10, %r10;\nmad.lo.u32 %r16, %r16, 10, %r12;\n"
      "mad.lo.u32 %r16, %r16, 10, %r13;\nmad.lo.u32 %r16, %r16, 10, %r14;\n"
      "mad.lo.u32 %r16, %r16, 10, %r15;\n@%p1 mov.u32 %r16, 0;\ncvt.u64.u32 %rd30, %r16;",
      {{3, 1, 1}, {32, 1, 1}, 0});
  EXPECT_EQ(result.out[2 * 32], 320101U);
}

TEST(SpecialRegister, of_four_elements_has_zero_in_the_fourth) {
  for (const char* name : {"%tid", "%ntid", "%ctaid", "%nctaid", "%clusterid", "%nclusterid",
                           "%cluster_ctaid", "%cluster_nctaid"}) {
    const PtxResult result =
        run_body("mov.u32 %r10, " + std::string(name) + ".w;\ncvt.u64.u32 %rd30, %r10;");
    EXPECT_EQ(result.out[31], 0U) << name;
  }
}

TEST(SpecialRegister, of_all_shared_memory_counts_what_an_h200_reserves) {
  const PtxResult result = run_body(
      ".shared .align 4 .b8 s[100];\nmov.u32 %r10, %total_smem_size;\n"
      "mov.u32 %r11, %aggr_smem_size;\nmov.u32 %r12, %dynamic_smem_size;\n"
      "sub.u32 %r11, %r11, %r10;\nmad.lo.u32 %r11, %r12, 10000, %r11;\n"
      "cvt.u64.u32 %rd30, %r11;",
      {{1, 1, 1}, {32, 1, 1}, 64});
  EXPECT_EQ(result.out[0], 641'024U);
}

TEST(SpecialRegister, of_reserved_shared_memory_is_refused_by_name) {
  for (const std::string end : {"_begin", "_end", "_cap", "_0", "_1"}) {
    PtxRun run;
    run.body = "mov.u32 %r10, %reserved_smem_offset" + end + ";";
    const std::vector<Diagnostic> errors = errors_of(run);
    ASSERT_EQ(errors.size(), 1U) << end;
    EXPECT_NE(errors[0].message.find("the system reserves"), std::string::npos);
  }
}

TEST(SpecialRegister, of_the_driver_is_zero) {
  const PtxResult result = run_body(
      "mov.u32 %r10, %envreg3;\nmov.u32 %r11, %pm0;\nmov.u64 %rd10, %pm1_64;\n"
      "mov.u64 %rd11, %current_graph_exec;\nadd.u32 %r10, %r10, %r11;\ncvt.u64.u32 %rd30, %r10;\n"
      "add.u64 %rd30, %rd30, %rd10;\nadd.u64 %rd30, %rd30, %rd11;");
  EXPECT_EQ(result.out[0], 0U);
}

TEST(SpecialRegister, clock_counts_the_instructions_in_between) {
  const PtxResult result = run_body(
      "mov.u32 %r10, %clock;\nadd.u32 %r12, %r12, 1;\nadd.u32 %r12, %r12, 1;\n"
      "mov.u32 %r11, %clock;\nsub.u32 %r13, %r11, %r10;\ncvt.u64.u32 %rd30, %r13;");
  EXPECT_EQ(result.out[7], 3U);
}

TEST(SpecialRegister, clocks_run_on_over_the_warps_of_a_block_and_start_again_in_each_block) {
  const std::string body = "mov.u64 %rd10, %clock64;\nmov.u64 %rd30, %rd10;\n";
  const PtxResult result = run_body(body, {{2, 1, 1}, {64, 1, 1}, 0});
  EXPECT_LT(result.out[0], result.out[32]);
  EXPECT_EQ(result.out[0], result.out[64]);
  EXPECT_EQ(result.out[32], result.out[96]);
}

TEST(SpecialRegister, upper_half_of_the_clock_is_that_of_clock64) {
  const PtxResult result = run_body(
      "mov.u32 %r10, %clock_hi;\nmov.u32 %r11, %globaltimer_hi;\n"
      "add.u32 %r10, %r10, %r11;\ncvt.u64.u32 %rd30, %r10;");
  EXPECT_EQ(result.out[0], 0U);
}

TEST(SpecialRegister, multiprocessors_take_the_blocks_in_turn) {
  const PtxResult result = run_body(
      "mov.u32 %r10, %smid;\nmov.u32 %r11, %nsmid;\nmad.lo.u32 %r10, %r11, 1000, %r10;\n"
      "cvt.u64.u32 %rd30, %r10;",
      {{134, 1, 1}, {1, 1, 1}, 0});
  EXPECT_EQ(result.out[5], 132'005U);
  EXPECT_EQ(result.out[133], 132'001U);
}

TEST(SpecialRegister, with_a_modelled_value_is_reported_once) {
  const PtxResult result = run_body(
      "mov.u32 %r10, %clock;\nmov.u32 %r11, %smid;\n"
      "mov.u32 %r12, %clock;\nmov.u64 %rd30, 0;",
      {{3, 1, 1}, {32, 1, 1}, 0});
  ASSERT_EQ(result.run.diagnostics.size(), 1U);
  const Diagnostic& note = result.run.diagnostics[0];
  EXPECT_EQ(note.kind, DiagnosticKind::model_value);
  EXPECT_EQ(note.severity, Severity::note);
  EXPECT_NE(note.message.find("%clock, %smid"), std::string::npos) << note.message;
  EXPECT_EQ(note.place.line, 10);
}

TEST(SpecialRegister, is_not_read_with_more_bits_than_it_has) {
  for (const char* body : {"mov.u64 %rd10, %tid.x;", "mov.u32 %r10, %clock64;",
                           "mov.u64 %rd10, %clock;", "mov.u32 %r10, %nothing;"}) {
    PtxRun run;
    run.body = body;
    EXPECT_EQ(errors_of(run).size(), 1U) << body;
  }
}

}  // namespace
}  // namespace special_register_test
}  // namespace lanescope::exec
