#include "kernels/compile/log.h"

#include <gtest/gtest.h>

namespace lanescope::compile::testing {
namespace {

const Source source{"dir/my kernel.cu", "first\n\tsecond line\r\n    third\n", {}};

TEST(NvrtcLog, an_error_has_file_line_and_text) {
  const auto messages = parse_nvrtc_log(
      "/lanescope/source.cu(2): error: identifier \"PAX\" is undefined\n"
      "      something else\n"
      "      ^\n"
      "\n"
      "1 error detected in the compilation of \"/lanescope/source.cu\".\n",
      source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].severity, MessageSeverity::error);
  EXPECT_EQ(messages[0].file, "dir/my kernel.cu");
  EXPECT_EQ(messages[0].line, 2);
  EXPECT_EQ(messages[0].text, "identifier \"PAX\" is undefined");
  EXPECT_EQ(messages[0].line_text, "\tsecond line");
}

TEST(NvrtcLog, a_caret_below_the_very_line_gives_the_column) {
  const auto messages =
      parse_nvrtc_log("/lanescope/source.cu(3): error: no\n      third\n         ^\n", source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].column, 8);
}

TEST(NvrtcLog, a_caret_below_another_text_gives_no_column) {
  const auto messages =
      parse_nvrtc_log("/lanescope/source.cu(3): error: no\n      macro\n         ^\n", source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].column, 0);
}

TEST(NvrtcLog, a_path_may_contain_brackets) {
  const auto messages =
      parse_nvrtc_log("kernels (2): copy/tile.h(12): error: no f(3): error: here\n", source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].file, "kernels (2): copy/tile.h");
  EXPECT_EQ(messages[0].line, 12);
  EXPECT_EQ(messages[0].text, "no f(3): error: here");
}

TEST(NvrtcLog, a_numbered_warning_is_a_warning) {
  const auto messages = parse_nvrtc_log(
      "/lanescope/source.cu(1): warning #177-D: variable \"x\" was declared but never referenced\n",
      source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].severity, MessageSeverity::warning);
  EXPECT_EQ(messages[0].text, "variable \"x\" was declared but never referenced");
}

TEST(NvrtcLog, a_catastrophic_error_is_an_error) {
  const auto messages = parse_nvrtc_log(
      "/lanescope/source.cu(1): catastrophic error: could not open source file \"vector\"\n",
      source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_TRUE(has_error(messages));
}

TEST(NvrtcLog, an_error_of_the_command_has_no_place) {
  const auto messages =
      parse_nvrtc_log("nvrtc: error: invalid value for --gpu-architecture (-arch)\n", source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].file, "");
  EXPECT_EQ(messages[0].line, 0);
}

TEST(ClangLog, an_error_has_file_line_column_and_text) {
  const auto messages = parse_clang_log(
      "/lanescope/source.cu:2:9: error: use of undeclared identifier 'PAX'\n"
      "1 error generated when compiling for sm_80.\n",
      source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].formatted(),
            "dir/my kernel.cu:2:9: error: use of undeclared identifier 'PAX'\n    \tsecond line");
}

TEST(ClangLog, notes_are_left_out) {
  EXPECT_TRUE(parse_clang_log("/lanescope/source.cu:2:9: note: declared here\n", source).empty());
}

TEST(ClangLog, fatal_errors_are_errors) {
  EXPECT_TRUE(has_error(parse_clang_log(
      "/lanescope/source.cu:1:10: fatal error: 'vector' file not found\n", source)));
}

TEST(ClangLog, the_users_file_name_is_in_the_text_too) {
  const auto messages =
      parse_clang_log("/lanescope/source.cu:1:1: error: in /lanescope/source.cu: no\n", source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].text, "in dir/my kernel.cu: no");
}

TEST(ClangLog, an_error_of_the_command_has_no_place) {
  const auto messages =
      parse_clang_log("clang: error: unsupported CUDA gpu architecture: sm_80\n", source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].line, 0);
  EXPECT_EQ(messages[0].text, "unsupported CUDA gpu architecture: sm_80");
}

TEST(ClangLog, an_error_of_the_back_end_is_the_only_one) {
  // The stack dump and the driver's last line say nothing that a reader could use.
  const auto messages = parse_clang_log(
      "fatal error: error in backend: Undefined external symbol \"__divti3\"\n"
      "PLEASE submit a bug report to https://github.com/llvm/llvm-project/issues/\n"
      "Stack dump:\n0.\tProgram arguments: clang -x cuda -\n1.\t<eof> parser at end of file\n"
      " #0 0x00007fc16a8a5291 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int)\n"
      "clang: error: clang frontend command failed with exit code 70 (use -v to see invocation)\n",
      source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].severity, MessageSeverity::error);
  EXPECT_EQ(messages[0].text, "error in backend: Undefined external symbol \"__divti3\"");
  EXPECT_EQ(messages[0].line, 0);
}

TEST(ClangLog, the_drivers_last_line_is_kept_where_nothing_else_is_said) {
  const auto messages =
      parse_clang_log("clang: error: clang frontend command failed with exit code 70\n", source);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].text, "clang frontend command failed with exit code 70");
}

TEST(LineOf, counts_from_one) {
  EXPECT_EQ(line_of("a\nb\nc", 1), "a");
  EXPECT_EQ(line_of("a\nb\nc", 3), "c");
}

TEST(LineOf, is_empty_where_there_is_no_line) {
  EXPECT_EQ(line_of("a\nb", 0), "");
  EXPECT_EQ(line_of("a\nb", 3), "");
  EXPECT_EQ(line_of("", 1), "");
}

constexpr std::string_view reported_by_ptxas =
    "ptxas info    : 272 bytes gmem\n"
    "ptxas info    : Compiling entry function '_Z5otherPd' for 'sm_90'\n"
    "ptxas info    : Function properties for _Z5otherPd\n"
    "ptxas         .     40 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 24 registers, used 0 barriers, 40 bytes cumulative stack size\n"
    "ptxas info    : Function properties for __internal_trig_reduction_slowpathd\n"
    "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
    "ptxas info    : Used 10 registers, used 1 barriers, 256 bytes smem\n";

TEST(RegistersInLog, are_those_of_the_kernel_that_is_asked_for) {
  EXPECT_EQ(registers_in_log(reported_by_ptxas, "_Z5otherPd"), 24U);
  EXPECT_EQ(registers_in_log(reported_by_ptxas, "k"), 10U);
}

TEST(RegistersInLog, are_not_known_of_a_kernel_that_the_log_does_not_name) {
  EXPECT_FALSE(registers_in_log(reported_by_ptxas, "other"));
  EXPECT_FALSE(registers_in_log("", "k"));
  EXPECT_FALSE(
      registers_in_log("Compiling entry function 'k' for 'sm_90'\n"
                       "Compiling entry function 'l' for 'sm_90'\nUsed 3 registers\n",
                       "k"));
}

TEST(NvccLog, has_the_messages_of_all_its_parts) {
  const auto messages = parse_nvcc_log(
      "In file included from /lanescope/source.cu:1:\n"
      "/lanescope/source.cu:2:10: fatal error: no.h: No such file or directory\n"
      "compilation terminated.\n"
      "/lanescope/source.cu(3): error: identifier \"PAX\" is undefined\n"
      "      third\n"
      "      ^\n"
      "\n"
      "1 error detected in the compilation of \"source.cu\".\n"
      "/lanescope/source.cu(3): error: identifier \"PAX\" is undefined\n"
      "nvcc fatal   : Unknown option '--foo'\n"
      "nvcc warning : something\n"
      "cc1plus: fatal error: opening output file x: No such file or directory\n",
      source);
  ASSERT_EQ(messages.size(), 4u);
  EXPECT_EQ(messages[0].formatted(),
            "dir/my kernel.cu:2:10: error: no.h: No such file or directory\n    \tsecond line");
  EXPECT_EQ(messages[1].formatted(),
            "dir/my kernel.cu:3:5: error: identifier \"PAX\" is undefined\n        third");
  EXPECT_EQ(messages[2].formatted(), "error: Unknown option '--foo'");
  EXPECT_EQ(messages[3].line, 0);
}

}  // namespace
}  // namespace lanescope::compile::testing
