#include "sim/exec/decode/kernel_names.h"

#include <gtest/gtest.h>

#include "sim/ptx/parser.h"

namespace lanescope::exec {
namespace {

TEST(KernelName, has_the_parameters_types_of_a_mangled_name) {
  const KernelName name = kernel_name("_Z14transpose_tilePKfPfi");
  EXPECT_EQ(name.plain, "transpose_tile");
  EXPECT_EQ(name.parameters, (std::vector<std::string>{"float const*", "float*", "int"}));
}

TEST(KernelName, keeps_template_arguments_and_drops_the_return_type) {
  EXPECT_EQ(kernel_name("_Z6reduceILi256EEvPf").plain, "reduce<256>");
}

TEST(KernelName, of_an_extern_c_kernel_has_no_types) {
  const KernelName name = kernel_name("saxpy");
  EXPECT_EQ(name.plain, "saxpy");
  EXPECT_FALSE(name.has_parameters);
}

ptx::Module module_with(const std::vector<std::string>& kernels) {
  std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n";
  for (const std::string& kernel : kernels) text += ".entry " + kernel + "()\n{\nret;\n}\n";
  auto module = ptx::parse(text);
  EXPECT_TRUE(module.has_value());
  return std::move(*module);
}

TEST(FindKernel, takes_the_plain_name) {
  const ptx::Module module = module_with({"_Z1aPf", "_Z1bPf"});
  ASSERT_NE(find_kernel(module, "b"), nullptr);
  EXPECT_EQ(find_kernel(module, "b")->name, "_Z1bPf");
}

TEST(FindKernel, takes_a_template_without_arguments_when_there_is_one_instance) {
  EXPECT_NE(find_kernel(module_with({"_Z6reduceILi256EEvPf"}), "reduce"), nullptr);
  EXPECT_EQ(find_kernel(module_with({"_Z6reduceILi256EEvPf", "_Z6reduceILi128EEvPf"}), "reduce"),
            nullptr);
}

TEST(FindKernel, tells_overloads_apart_by_their_parameters) {
  const ptx::Module module = module_with({"_Z3addPKfi", "_Z3addPd", "_Z3subPf"});
  EXPECT_EQ(find_kernel(module, "add"), nullptr);
  ASSERT_NE(find_kernel(module, "add(float const*,int)"), nullptr);
  EXPECT_EQ(find_kernel(module, "add(float const*,int)")->name, "_Z3addPKfi");
  EXPECT_EQ(kernel_names(module),
            (std::vector<std::string>{"add(float const*, int)", "add(double*)", "sub"}));
}

TEST(FindKernel, takes_template_arguments_and_symbols) {
  const ptx::Module module = module_with({"_Z6reduceILi256EEvPf", "_Z6reduceILi128EEvPf"});
  ASSERT_NE(find_kernel(module, "reduce< 128 >"), nullptr);
  EXPECT_EQ(find_kernel(module, "reduce< 128 >")->name, "_Z6reduceILi128EEvPf");
  EXPECT_NE(find_kernel(module, "_Z6reduceILi256EEvPf"), nullptr);
}

TEST(FindKernel, takes_names_without_unnamed_namespaces) {
  const ptx::Module module = module_with({"_ZN1a12_GLOBAL__N_11kEPf", "_ZN12_GLOBAL__N_13addEi"});
  for (const char* name : {"a::k", "a::(anonymous namespace)::k", "a::k(float*)"})
    EXPECT_EQ(find_kernel(module, name), &module.functions[0]) << name;
  EXPECT_EQ(find_kernel(module, "add"), &module.functions[1]);
}

TEST(FindKernel, takes_an_extern_c_kernel_with_the_namespaces_of_the_text) {
  const ptx::Module module = module_with({"scale", "_Z1ki"});
  EXPECT_EQ(find_kernel(module, "a::b::scale"), &module.functions[0]);
  EXPECT_EQ(find_kernel(module, "a::k"), nullptr);
}

TEST(FindKernel, finds_nothing_under_a_wrong_name) {
  const ptx::Module module = module_with({"_Z1aPf"});
  EXPECT_EQ(find_kernel(module, "c"), nullptr);
  EXPECT_EQ(kernel_names(module), (std::vector<std::string>{"a"}));
}

}  // namespace
}  // namespace lanescope::exec
