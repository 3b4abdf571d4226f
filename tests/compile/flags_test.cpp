#include "kernels/compile/flags.h"

#include <gtest/gtest.h>

#include "tests/compile/fixture.h"

namespace lanescope::compile::testing {
namespace {

using Strings = std::vector<std::string>;

TEST(Flags, that_change_what_a_kernel_means_may_be_given) {
  for (const char* flag : {"-DX", "-DX=1", "-DF(x)=x + 1", "-UX", "-Iinclude", "-std=c++20",
                           "--std=c++14", "-O3", "--expt-relaxed-constexpr", "-extended-lambda",
                           "--maxrregcount=32", "-use_fast_math", "--fmad=false"}) {
    EXPECT_EQ(flag_problem(flag), "") << flag;
  }
}

TEST(Flags, others_are_refused_with_the_reason) {
  EXPECT_NE(flag_problem("-lcublas").find("'-lcublas' is not a flag that may be given"),
            std::string::npos);
  EXPECT_NE(flag_problem("-arch=sm_90").find("--use_fast_math"), std::string::npos);
  EXPECT_NE(flag_problem("--fmad=maybe").find("--fmad=true or --fmad=false"), std::string::npos);
  EXPECT_NE(flag_problem("--maxrregcount=$(x)").find("--maxrregcount=32"), std::string::npos);
  for (const char* flag :
       {"", "X", "-D", "-I", "-D1", "-std=c++3", "-O3=1", "-DX=1\n#error", "-DX=1\\", "-DX=1\\ ",
        "-DX=1 /*", "-DX=1 // one", "-UX\\", "--std=c++23"})
    EXPECT_NE(flag_problem(flag), "") << flag;
}

TEST(Flags, of_one_text_are_parted_at_blanks_and_joined_with_their_values) {
  EXPECT_EQ(flags_in("  -D X=1 -I 'my folder' --maxrregcount 32\t-use_fast_math -std c++20"),
            (Strings{"-DX=1", "-Imy folder", "--maxrregcount=32", "-use_fast_math", "-std=c++20"}));
  EXPECT_EQ(flags_in("-DTEXT=\"a b\""), (Strings{"-DTEXT=a b"}));
  EXPECT_EQ(flags_in(""), Strings{});
}

TEST(Flags, folders_are_relative_to_the_files_own) {
  Strings flags{"-DX", "-Isub", "-I/usr/x"};
  std::vector<std::filesystem::path> include;
  take_folders(flags, include, "/home/me");
  EXPECT_EQ(flags, Strings{"-DX"});
  EXPECT_EQ(include, (std::vector<std::filesystem::path>{"/home/me/sub", "/usr/x"}));
}

TEST(Flags, macros_become_lines_of_the_text) {
  EXPECT_EQ(macro_lines({"-DX", "-DY=a + 1", "--ftz=true", "-UZ", "-DF(x)=2 * x"}),
            "#define X 1\n#define Y a + 1\n#undef Z\n#define F(x) 2 * x\n");
}

TEST(Flags, that_come_later_replace_macros_of_their_name) {
  EXPECT_EQ(macro_lines({"-DX=1", "-DF(x)=x", "-DXY=3", "-DX=2", "-DF(a)=2 * a"}),
            "#define XY 3\n#define X 2\n#define F(a) 2 * a\n");
}

TEST(Flags, are_written_as_each_compiler_has_them) {
  const Strings flags{"-O3", "-use_fast_math", "-maxrregcount=32", "-std=c++20",
                      "--expt-relaxed-constexpr"};
  EXPECT_EQ(flags_for(flags, Compiler::nvcc).options,
            (Strings{"--use_fast_math", "--maxrregcount=32", "--expt-relaxed-constexpr"}));
  EXPECT_EQ(flags_for(flags, Compiler::nvrtc).options,
            (Strings{"--use_fast_math", "--maxrregcount=32"}));
  const CompilerFlags clang = flags_for(flags, Compiler::clang);
  EXPECT_EQ(clang.options, Strings{});
  EXPECT_EQ(clang.standard, "c++20");
  // The kernel would compute other numbers than asked for.
  ASSERT_EQ(clang.warnings.size(), 1u);
  EXPECT_NE(clang.warnings[0].text.find("-use_fast_math"), std::string::npos);
}

using CompiledFlags = BothCompilers;
INSTANTIATE_TEST_SUITE_P(, CompiledFlags, ::testing::Values(Compiler::nvrtc, Compiler::clang),
                         compiler_name);

TEST_P(CompiledFlags, reach_the_text_and_are_part_of_the_key) {
  Source source = source_of("__global__ void k(int* p) { p[0] = VALUE; }\n");
  source.flags = {"-DVALUE=101"};
  EXPECT_FALSE(lines_with(ptx_of(source, GetParam()), "101").empty());
  source.flags = {"-DVALUE=102"};
  EXPECT_FALSE(lines_with(ptx_of(source, GetParam()), "102").empty());
}

TEST_P(CompiledFlags, choose_the_standard) {
  Source source = source_of(
      "template <typename T> concept Small = sizeof(T) < 8;\n"
      "__global__ void k(int* p) { p[0] = Small<int>; }\n");
  EXPECT_FALSE(to_ptx(source, GetParam()));
  source.flags = {"-std=c++20"};
  EXPECT_FALSE(ptx_of(source, GetParam()).empty());
}

}  // namespace
}  // namespace lanescope::compile::testing
