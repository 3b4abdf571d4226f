#include <gtest/gtest.h>

#include "sim/exec/decode/decode.h"
#include "sim/exec/program/program.h"
#include "sim/ptx/parser.h"
#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace {

std::vector<Diagnostic> errors_of(const std::string& body) {
  PtxRun run;
  run.body = ".loc 1 77 9\n" + body;
  return exec::errors_of(run);
}

TEST(Decoder, names_an_instruction_it_can_not_execute_with_ptx_line_and_source_line) {
  const auto errors =
      errors_of("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1}, {%f2}, {%f3}, {%f4};");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].kind, DiagnosticKind::ptx_unsupported);
  EXPECT_NE(errors[0].message.find("wmma.mma.sync"), std::string::npos);
  EXPECT_NE(errors[0].message.find("tensor-core"), std::string::npos);
  EXPECT_GT(errors[0].ptx_line, 0);
  EXPECT_EQ(errors[0].place, (SourcePlace{"k.cu", 77, 9}));
}

TEST(Decoder, reports_every_instruction_it_can_not_execute) {
  EXPECT_EQ(errors_of("sured.b.add.1d.u32.trap [%rd1, {%r1}], %r2;"
                      "\nsetmaxnreg.inc.sync.aligned.u32 40;")
                .size(),
            2U);
}

TEST(Decoder, refuses_suffixes_that_change_a_result_and_are_not_executed) {
  for (const char* body :
       {"add.relu.f32 %f1, %f2, %f3;", "min.sat.f32 %f1, %f2, %f3;",
        "fma.rn.oob.f16 %rs1, %rs2, %rs3, %rs4;", "add.sat.f64 %fd1, %fd2, %fd3;",
        "min.xorsign.abs.f32 %f1, %f2, %f3, %f4;", "neg.ftz.bf16 %rs1, %rs2;",
        "mul.s32 %r1, %r2, %r3;"}) {
    EXPECT_EQ(errors_of(body).size(), 1U) << body;
  }
}

TEST(Decoder, refuses_registers_of_the_wrong_size) {
  EXPECT_EQ(errors_of("add.s32 %r1, %rd2, %r3;").size(), 1U);
  EXPECT_EQ(errors_of("add.s64 %r1, %rd2, %rd3;").size(), 1U);
}

TEST(Decoder, refuses_special_registers_it_does_not_know) {
  const auto errors = errors_of("mov.u32 %r1, %nosuch;");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].message.find("%nosuch"), std::string::npos);
}

TEST(Decoder, refuses_what_tells_of_a_cluster_where_the_kernel_has_one) {
  const std::string kernel =
      "{\n.reg .pred %p<2>;\n.reg .b32 %r<2>;\nmov.u32 %r1, %cluster_ctarank;\n"
      "mov.pred %p1, %is_explicit_cluster;\nret;\n}\n";
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_90\n.address_size 64\n.entry k() .explicitcluster "
      ".reqnctapercluster 4, 2, 1\n" +
      kernel + ".entry of_one_block() .explicitcluster .reqnctapercluster 1, 1, 1\n" + kernel);
  ASSERT_TRUE(module.has_value());
  const auto refused = decode(*module, module->functions[0]);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().size(), 2U);
  EXPECT_NE(refused.error()[0].message.find("clusters are not emulated"), std::string::npos);
  EXPECT_TRUE(decode(*module, module->functions[1]).has_value());
}

TEST(Decoder, refuses_names_that_nothing_declares) {
  const auto errors = errors_of("mov.u64 %rd1, nobody;");
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_NE(errors[0].message.find("nobody"), std::string::npos);
}

TEST(Decoder, places_shared_variables_at_their_alignment_and_dynamic_ones_behind) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.extern .shared .align 16 .b8 d[];\n.shared "
      ".align 1 .b8 a[3];\n"
      ".shared .align 8 .b8 b[8];\n.entry k()\n{\n.reg .b32 %r<4>;\nmov.u32 %r1, a;\nmov.u32 %r2, "
      "b;\nmov.u32 %r3, d;\nret;\n}\n");
  ASSERT_TRUE(module.has_value());
  const auto program = decode(*module, module->functions[0]);
  ASSERT_TRUE(program.has_value());
  EXPECT_EQ(program->static_shared_bytes, 16U);
  EXPECT_EQ(program->variables[0].address, 16U);
  EXPECT_EQ(program->variables[2].address, 8U);
  EXPECT_EQ(program->dynamic_shared_start, 16U);
}

TEST(Decoder, gives_no_room_to_the_shared_arrays_of_other_kernels) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.shared .align 4 .b8 a[40000];\n.shared "
      ".align "
      "4 .b8 b[1000];\n.entry k()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, b;\nret;\n}\n.entry "
      "l()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, a;\nret;\n}\n");
  ASSERT_TRUE(module.has_value());
  EXPECT_EQ(decode(*module, module->functions[0])->static_shared_bytes, 1000U);
  EXPECT_EQ(decode(*module, module->functions[1])->static_shared_bytes, 40000U);
}

TEST(Decoder, refuses_types_and_registers_that_have_no_row_of_their_size) {
  for (const char* body :
       {"add %r1, %r2, %r3;", "setp.lt %p1, %r1, %r2;", "ld.param.b128 %r1, [out];",
        "ld.param.pred %p1, [out];", "popc.pred %r1, %p1;", "clz.b16 %r1, %rs1;",
        "brev.b16 %rs1, %rs2;", "popc.b16 %r1, %rs1;", "bfi.b16 %rs1, %rs2, %rs3, %r1, %r2;",
        "{ .reg .b128 %q; ld.global.u32 %q, [%rd1]; }", "{ .reg .b128 %q; cvt.u32.u32 %r1, %q; }",
        "{ .reg .b128 %q; st.global.u32 [%rd1], %q; }", "{ .reg .b128 %q; mov.b128 %q, %rd1; }"}) {
    EXPECT_FALSE(errors_of(body).empty()) << body;
  }
}

}  // namespace
}  // namespace lanescope::exec
