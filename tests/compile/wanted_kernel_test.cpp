// A kernel that is named by an expression: an instance of a template, or one of several overloads.
#include "kernels/compile/wanted_kernel.h"

#include <gtest/gtest.h>

#include "tests/compile/fixture.h"

namespace lanescope::compile::testing {
namespace {

TEST(WantedKernel, is_asked_for_only_where_the_name_is_not_plain) {
  EXPECT_FALSE(is_kernel_expression("scan"));
  EXPECT_FALSE(is_kernel_expression("ns::scan"));
  EXPECT_FALSE(is_kernel_expression(""));
  EXPECT_TRUE(is_kernel_expression("scan<int, 256>"));
  EXPECT_TRUE(is_kernel_expression("add(float*, int)"));
  // It would be more than an expression.
  EXPECT_FALSE(is_kernel_expression("scan<int>; int x"));
  EXPECT_FALSE(is_kernel_expression("scan<\n#error>"));
  EXPECT_FALSE(is_kernel_expression("<int>"));
}

TEST(WantedKernel, takes_its_address_behind_the_text) {
  EXPECT_EQ(wanted_kernel_text("scan<int, 2>", Compiler::nvcc),
            "\n#line 1 \"/lanescope/kernel\"\n"
            "extern \"C\" __global__ void __lanescope_wanted(void** p) "
            "{ *p = (void*)(scan<int, 2>); }\n");
  EXPECT_EQ(wanted_kernel_text("ns::add (float*, int)", Compiler::clang),
            "\n#line 1 \"/lanescope/kernel\"\n"
            "extern \"C\" __device__ void* __lanescope_wanted = "
            "(void*)(void (*)(float*, int))(ns::add);\n");
  EXPECT_EQ(wanted_kernel_text("scan", Compiler::nvcc), "");
}

TEST(WantedKernel, leaves_nothing_but_its_symbol_in_the_ptx) {
  const std::string ptx = with_wanted_kernel(
      "\t// .globl\t__lanescope_wanted\n"
      ".visible .entry __lanescope_wanted(\n\t.param .u64 __lanescope_wanted_param_0\n)\n{\n"
      "\tld.param.u64 \t%rd1, [__lanescope_wanted_param_0];\n"
      "\tmov.u64 \t%rd2, 8;\n\tmov.u64 \t%rd3, _Z3addPdi;\n\tret;\n\n}\n"
      "\t// .globl\t_Z3addPdi\n.visible .entry _Z3addPdi()\n{\n\tret;\n}\n"
      "\t.file\t1 \"/lanescope/source.cu\"\n\t.file\t2 \"/lanescope/kernel\"\n");
  EXPECT_EQ(ptx,
            "\t// .globl\t_Z3addPdi\n.visible .entry _Z3addPdi()\n{\n\tret;\n}\n"
            "\t.file\t1 \"/lanescope/source.cu\"\n// lanescope kernel: _Z3addPdi\n");
  EXPECT_EQ(wanted_kernel_in(ptx), "_Z3addPdi");
  EXPECT_EQ(wanted_kernel_in("no such line\n"), "");
  EXPECT_EQ(with_wanted_kernel("\n.visible .global .align 8 .u64 __lanescope_wanted = _Z1kPi;\n"),
            "\n// lanescope kernel: _Z1kPi\n");
}

using NamedKernel = BothCompilers;
INSTANTIATE_TEST_SUITE_P(, NamedKernel,
                         ::testing::Values(Compiler::nvrtc, Compiler::clang, Compiler::nvcc),
                         compiler_name);

Source kernels() {
  Source source = source_of(
      "template <typename T, int B> __global__ void scan(T* a, int n) { a[threadIdx.x] = B + n; }\n"
      "namespace ns { template <int B = 3> __global__ void fill(int* a) { a[0] = B; } }\n"
      "__global__ void add(float* a, int n) { a[n] += 1; }\n"
      "__global__ void add(const double* a, double* b) { b[0] = a[0]; }\n");
  source.defines = {{"TILE", "128"}};
  return source;
}

// The symbol that the compiler finds for the name.
std::string symbol_of(const std::string& kernel, Compiler compiler) {
  Source source = kernels();
  source.kernel = kernel;
  const tl::expected<Ptx, Failure> result = to_ptx(source, compiler);
  if (!result) {
    ADD_FAILURE() << result.error().summary;
    for (const Message& each : result.error().messages) ADD_FAILURE() << each.formatted();
    return "";
  }
  EXPECT_EQ(result->text.find("__lanescope_wanted"), std::string::npos) << result->text;
  EXPECT_EQ(result->text.find("/lanescope/kernel"), std::string::npos) << result->text;
  return result->kernel;
}

TEST_P(NamedKernel, is_an_instance_that_the_text_lacks) {
  EXPECT_EQ(symbol_of("scan<float, 2 * TILE>", GetParam()), "_Z4scanIfLi256EEvPT_i");
  EXPECT_EQ(symbol_of("ns::fill<>", GetParam()), "_ZN2ns4fillILi3EEEvPi");
}

TEST_P(NamedKernel, is_one_of_several_overloads) {
  EXPECT_EQ(symbol_of("add(float*, int)", GetParam()), "_Z3addPfi");
  EXPECT_EQ(symbol_of("add(double const*, double*)", GetParam()), "_Z3addPKdPd");
}

TEST_P(NamedKernel, that_the_text_does_not_have_is_left_out) {
  EXPECT_EQ(symbol_of("scan<float>", GetParam()), "");
  EXPECT_EQ(symbol_of("none<3>", GetParam()), "");
}

TEST_P(NamedKernel, comes_from_the_cache_with_its_symbol) {
  Source source = kernels();
  source.kernel = "scan<int, 1>";
  ASSERT_TRUE(to_ptx(source, GetParam()));
  const tl::expected<Ptx, Failure> again = to_ptx(source, GetParam());
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->from_cache);
  EXPECT_EQ(again->kernel, "_Z4scanIiLi1EEvPT_i");
}

TEST_P(NamedKernel, has_its_own_errors_at_their_places) {
  Source source =
      source_of("\ntemplate <typename T> __global__ void k(T* a)\n{\n    a->x = 1;\n}\n");
  source.kernel = "k<float>";
  const tl::expected<Ptx, Failure> result = to_ptx(source, GetParam());
  ASSERT_FALSE(result);
  ASSERT_FALSE(result.error().messages.empty());
  EXPECT_EQ(result.error().messages[0].file, "kernel.cu");
  EXPECT_EQ(result.error().messages[0].line, 4);
}

}  // namespace
}  // namespace lanescope::compile::testing
