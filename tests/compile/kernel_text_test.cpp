#include "kernels/compile/kernel_text.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace lanescope::compile::testing {
namespace {

TEST(KernelText, the_file_directive_names_the_users_file) {
  EXPECT_EQ(with_source_name("a\n\t.file\t1 \"/lanescope/source.cu\"\nb", "my.cu"),
            "a\n\t.file\t1 \"my.cu\"\nb");
}

TEST(KernelText, what_follows_the_name_stays) {
  EXPECT_EQ(with_source_name(".file 1 \"/lanescope/source.cu\", 12, 34\n", "my.cu"),
            ".file 1 \"my.cu\", 12, 34\n");
}

TEST(KernelText, other_files_and_other_lines_stay) {
  const std::string ptx = "\t.file\t2 \"/other.h\"\n// \"/lanescope/source.cu\"\n";
  EXPECT_EQ(with_source_name(ptx, "my.cu"), ptx);
}

TEST(KernelText, a_name_cannot_end_the_ptx_string) {
  EXPECT_EQ(with_source_name(".file 1 \"/lanescope/source.cu\"", "a\"b\\c\nd"),
            ".file 1 \"a_b_c_d\"");
}

TEST(KnownHeaders, are_taken_away_and_lines_keep_their_numbers) {
  EXPECT_EQ(without_known_headers("#include <cuda_runtime.h>\n  # include \"math.h\"\nint x;\n",
                                  Compiler::nvrtc),
            "\n\nint x;\n");
}

TEST(KnownHeaders, are_the_only_ones_taken_away) {
  for (const char* text : {"#include <cub/cub.cuh>\n", "// #include <cuda.h>\n", "#include\n",
                           "#define include <cuda.h>\n", "#include <cuda.h"}) {
    EXPECT_EQ(without_known_headers(text, Compiler::clang), text);
  }
}

TEST(KnownHeaders, of_the_toolkit_are_left_to_nvrtc) {
  EXPECT_EQ(without_known_headers("#include <cuda_fp16.h>\n", Compiler::clang), "\n");
  EXPECT_EQ(without_known_headers("#include <cuda_fp16.h>\n", Compiler::nvrtc),
            "#include <cuda_fp16.h>\n");
}

}  // namespace
}  // namespace lanescope::compile::testing
