#include "sim/exec/program/parameter_area.h"

#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

PtxRun with_body(const std::string& text) {
  PtxRun run;
  run.body = text;
  return run;
}

TEST(ParameterArea, gives_back_what_was_stored_in_each_lane) {
  const PtxResult result = run_ptx(with_body(
      "{\n.param .align 8 .b8 p[24];\nst.param.b32 [p+20], %r1;\nld.param.u32 %r2, [p+20];\n}\n"
      "cvt.u64.u32 %rd10, %r2;\nst.global.u64 [%rd3], %rd10;"));
  for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i);
}

TEST(ParameterArea, is_read_in_other_pieces_than_it_was_written) {
  const PtxResult result = run_ptx(with_body(
      "{\n.param .align 8 .b8 p[16];\nst.param.v2.b32 [p+8], {%r1, 255};\n"
      "ld.param.b64 %rd10, [p+8];\nld.param.s8 %rs1, [p+12];\n}\n"
      "cvt.s64.s16 %rd11, %rs1;\nadd.s64 %rd10, %rd10, %rd11;\nst.global.u64 [%rd3], %rd10;"));
  for (std::uint64_t i = 0; i < 32; ++i) EXPECT_EQ(result.out[i], i + (255ULL << 32) - 1);
}

TEST(ParameterArea, of_an_inner_scope_hides_the_outer_one) {
  const PtxResult result = run_ptx(
      with_body("{\n.param .b64 p;\nst.param.b64 [p], 5;\n{\n.param .align 8 .b8 p[16];\n"
                "st.param.b64 [p+8], 6;\nst.param.b64 [p], 7;\n}\nld.param.u64 %rd10, [p];\n}\n"
                "st.global.u64 [%rd3], %rd10;"));
  EXPECT_EQ(result.out[9], 5U);
}

TEST(ParameterArea, is_not_a_memory_access) {
  const PtxResult result = run_ptx(with_body(
      "{\n.param .b32 p;\nst.param.b32 [p], %r1;\nld.param.u32 %r2, [p];\n}\nst.global.u32 [%rd3], "
      "%r2;"));
  EXPECT_EQ(result.accesses.size(), 1U);
}

TEST(ParameterArea, refuses_what_is_outside_of_it) {
  const auto errors = errors_of(
      with_body("{\n.param .b32 p;\nst.param.b32 [p+4], %r1;\nst.param.b64 [p], %rd1;\n}"));
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_NE(errors[0].message.find("4 bytes"), std::string::npos);
}

TEST(ParameterArea, refuses_names_out_of_scope) {
  const auto errors = errors_of(with_body("{\n.param .b32 p;\n}\nst.param.b32 [p], %r1;"));
  EXPECT_EQ(errors.size(), 1U);
}

}  // namespace
}  // namespace lanescope::exec
