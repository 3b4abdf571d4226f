#include "kernels/compile/compile.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stop_token>
#include <thread>

#include "kernels/compile/cache.h"
#include "kernels/compile/clang.h"
#include "kernels/compile/process.h"
#include "tests/compile/fixture.h"
#include "tests/environment.h"
#include "tests/temporary_folder.h"

namespace lanescope::compile::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* doubled = R"(
__global__ void twice(float* p)
{
    p[threadIdx.x] *= FACTOR;
}
)";

Source doubled_by(const std::string& factor) {
  Source source = source_of(doubled);
  source.defines = {{"FACTOR", factor}};
  return source;
}

// The only message for a text that must not compile.
Failure rejection(const Source& source, Compiler compiler) {
  const tl::expected<Ptx, Failure> result = to_ptx(source, compiler);
  if (result) {
    ADD_FAILURE() << "it compiled";
    return {};
  }
  EXPECT_EQ(result.error().kind, Failure::Kind::rejected);
  return result.error();
}

using Compile = BothCompilers;
INSTANTIATE_TEST_SUITE_P(, Compile, ::testing::Values(Compiler::nvrtc, Compiler::clang),
                         compiler_name);

TEST_P(Compile, a_kernel_becomes_an_entry_of_the_ptx) {
  EXPECT_EQ(lines_with(ptx_of(doubled_by("2.0f"), GetParam()), ".visible .entry").size(), 1u);
}

// As nvcc reads it: to C++ this is one literal.
TEST_P(Compile, extern_c_needs_no_blank_before_global) {
  const std::string ptx =
      ptx_of(source_of("extern \"C\"__global__ void k(int* p) { p[0] = 1; }\n"), GetParam());
  EXPECT_EQ(lines_with(ptx, ".visible .entry k(").size(), 1u);
}

TEST_P(Compile, ptx_names_the_users_file_exactly) {
  Source source = doubled_by("2.0f");
  source.name = "my folder/a kernel (1).cu";
  const std::string ptx = ptx_of(source, GetParam());
  EXPECT_EQ(lines_with(ptx, ".file"),
            std::vector<std::string>{".file\t1 \"my folder/a kernel (1).cu\""});
}

// Generated code nests them by hundreds. clang goes to 1024; NVRTC ends at 200, and `automatic`
// asks nvcc then (nvcc_test.cpp).
TEST_P(Compile, templates_nested_500_deep_compile_or_are_refused_at_their_line) {
  const Source source = source_of(nested_templates);
  const tl::expected<Ptx, Failure> result = to_ptx(source, GetParam());
  if (GetParam() == Compiler::clang) {
    EXPECT_TRUE(result) << result.error().summary;
    return;
  }
  ASSERT_FALSE(result);
  const std::vector<Message>& messages = result.error().messages;
  for (const Message& each : messages) EXPECT_EQ(each.line, 2) << each.text;
  const Message& message = messages.at(0);
  EXPECT_EQ(message.file, "kernel.cu");
  EXPECT_EQ(message.line, 2);
  EXPECT_NE(message.text.find("excessive recursion at instantiation of"), std::string::npos)
      << message.text;
  EXPECT_EQ(message.text.find('\n'), std::string::npos) << message.text;
}

TEST_P(Compile, lines_are_those_of_the_kernels_text) {
  const std::string ptx = ptx_of(doubled_by("2.0f"), GetParam());
  EXPECT_FALSE(lines_with(ptx, ".loc\t1 4 ").empty());
}

TEST_P(Compile, a_text_of_50_000_lines_that_end_as_on_windows_has_its_lines) {
  std::string text;
  for (int i = 0; i < 49'997; ++i) text += "// a line\r\n";
  const std::string ptx =
      ptx_of(source_of(text + "__global__ void k(float* p) {\r\n  p[threadIdx.x] = 1;\r\n}\r\n"),
             GetParam());
  EXPECT_FALSE(lines_with(ptx, ".loc\t1 49999 ").empty());
}

TEST_P(Compile, a_header_that_includes_itself_is_refused_and_the_next_text_compiles) {
  const tests::TemporaryFolder folder;
  folder.write("self.h", "#include \"self.h\"\n");
  Source source = doubled_by("2.0f");
  source.text = "#include \"self.h\"\n" + source.text;
  source.folder = folder.path();
  const tl::expected<Ptx, Failure> result = to_ptx(source, GetParam());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Failure::Kind::rejected);
  EXPECT_LT(result.error().messages.size(), 3U);
  EXPECT_FALSE(result.error().summary.empty());
  folder.write("self.h", "#pragma once\n#include \"self.h\"\n");
  EXPECT_FALSE(ptx_of(source, GetParam()).empty());
}

TEST_P(Compile, a_define_reaches_the_text) {
  Source source = source_of(
      "__global__ void k(float* p) {\n"
      "    __shared__ float S[32][32 + PAD];\n"
      "    S[threadIdx.x][threadIdx.y] = p[0];\n"
      "    __syncthreads();\n"
      "    p[1] = S[threadIdx.y][threadIdx.x];\n"
      "}\n");
  source.defines = {{"PAD", "0"}};
  EXPECT_EQ(lines_with(ptx_of(source, GetParam()), "[4096]").size(), 1u);
  source.defines = {{"PAD", "1"}};
  EXPECT_EQ(lines_with(ptx_of(source, GetParam()), "[4224]").size(), 1u);
}

TEST_P(Compile, a_define_may_have_any_name_that_a_kernel_may_use) {
  // Names that would break the prelude if it came after the defines.
  Source source =
      source_of("__global__ void k(int* p) { p[threadIdx.x] = N + value + lane + T; }\n");
  source.defines = {{"N", "1"}, {"value", "2"}, {"lane", "3"}, {"T", "4"}};
  EXPECT_FALSE(ptx_of(source, GetParam()).empty());
}

TEST_P(Compile, says_which_compiler_made_the_ptx) {
  const tl::expected<Ptx, Failure> result = to_ptx(doubled_by("2.0f"), GetParam());
  ASSERT_TRUE(result);
  EXPECT_EQ(result->compiler, GetParam() == Compiler::nvrtc ? "nvrtc" : "clang");
  EXPECT_NE(result->compiler_version.find('.'), std::string::npos);
  EXPECT_GT(result->compile_ms, 0.0);
}

TEST_P(Compile, an_unknown_name_is_a_message_with_its_place) {
  const Failure failure = rejection(doubled_by("UNKNOWN"), GetParam());
  ASSERT_EQ(failure.messages.size(), 1u);
  const Message& message = failure.messages[0];
  EXPECT_EQ(message.severity, MessageSeverity::error);
  EXPECT_EQ(message.file, "kernel.cu");
  EXPECT_EQ(message.line, 4);
  EXPECT_NE(message.text.find("UNKNOWN"), std::string::npos);
  EXPECT_EQ(message.line_text, "    p[threadIdx.x] *= FACTOR;");
  EXPECT_NE(failure.summary.find("kernel.cu"), std::string::npos);
}

TEST_P(Compile, the_column_of_an_error_is_known) {
  const Failure failure =
      rejection(source_of("__global__ void k(int* p)\n{\n    p[0] = elsewhere;\n}\n"), GetParam());
  ASSERT_FALSE(failure.messages.empty());
  EXPECT_EQ(failure.messages[0].line, 3);
  EXPECT_EQ(failure.messages[0].column, 12);
}

TEST_P(Compile, every_error_of_a_text_is_reported) {
  const Failure failure = rejection(
      source_of("__global__ void k(int* p)\n{\n    p[0] = one;\n    p[1] = two;\n}\n"), GetParam());
  ASSERT_EQ(failure.messages.size(), 2u);
  EXPECT_EQ(failure.messages[0].line, 3);
  EXPECT_EQ(failure.messages[1].line, 4);
}

TEST_P(Compile, a_missing_semicolon_is_an_error) {
  const Failure failure =
      rejection(source_of("__global__ void k(int* p)\n{\n    p[0] = 1\n}\n"), GetParam());
  ASSERT_FALSE(failure.messages.empty());
  EXPECT_GE(failure.messages[0].line, 3);
  EXPECT_LE(failure.messages[0].line, 4);
}

TEST_P(Compile, a_text_cut_short_is_an_error) {
  EXPECT_FALSE(rejection(source_of("__global__ void k(int* p) {"), GetParam()).messages.empty());
}

TEST_P(Compile, a_header_that_is_not_there_is_named_if_a_kernel_needs_it) {
  const Failure failure =
      rejection(source_of("\n#include <absent.h>\n__global__ void k(Absent* p) {}\n"), GetParam());
  ASSERT_FALSE(failure.messages.empty());
  EXPECT_EQ(failure.messages[0].line, 3);
  EXPECT_NE(failure.messages[0].text.find("absent.h (kernel.cu:2)"), std::string::npos);
}

TEST(CompileByClang, a_header_of_the_toolkit_names_the_compiler_that_has_it) {
  ::setenv("LANESCOPE_CACHE", "off", 1);
  if (!why_unusable(Compiler::clang).empty()) GTEST_SKIP() << why_unusable(Compiler::clang);
  const Failure failure =
      rejection(source_of("#include <of_the_toolkit.h>\n"
                          "__global__ void k() { of_the_toolkit::thread_block b; }\n"),
                Compiler::clang);
  ASSERT_FALSE(failure.messages.empty());
  EXPECT_NE(failure.messages[0].text.find("NVRTC has the others"), std::string::npos);
}

TEST(CompileByNvrtc, the_toolkits_headers_are_found_beside_the_library) {
  ::setenv("LANESCOPE_CACHE", "off", 1);
  if (!why_unusable(Compiler::nvrtc).empty()) GTEST_SKIP() << why_unusable(Compiler::nvrtc);
  EXPECT_FALSE(ptx_of(source_of("#include <cuda_fp16.h>\n"
                                "__global__ void k(half* p) { p[0] = p[1] + p[2]; }\n"),
                      Compiler::nvrtc)
                   .empty());
}

TEST_P(Compile, host_functions_cannot_be_called) {
  const Failure failure = rejection(source_of("__host__ int host(int x) { return x; }\n"
                                              "__global__ void k(int* p) { p[0] = host(1); }\n"),
                                    GetParam());
  ASSERT_FALSE(failure.messages.empty());
  EXPECT_EQ(failure.messages[0].line, 2);
  EXPECT_NE(failure.messages[0].text.find("'host' of kernel.cu:1"), std::string::npos)
      << failure.messages[0].text;
}

// A pasted file often has helpers without __device__, or even main.
TEST(CompileByNvrtc, unmarked_functions_are_for_the_device) {
  if (!why_unusable(Compiler::nvrtc).empty()) GTEST_SKIP() << why_unusable(Compiler::nvrtc);
  const tl::expected<Ptx, Failure> result =
      to_ptx(source_of("struct Offset { int by; Offset(int n) : by(n) {} };\n"
                       "int twice(int x) { return 2 * x; }\nint main() { return 0; }\n"
                       "__global__ void k(int* p) { Offset o(3); p[0] = twice(o.by); }\n"),
             Compiler::nvrtc);
  ASSERT_TRUE(result) << result.error().summary;
}

// NVRTC leaves the runtime's types out where the text does not seem to need them.
TEST(CompileByNvrtc, the_runtimes_types_are_there_when_their_names_are_put_together) {
  if (!why_unusable(Compiler::nvrtc).empty()) GTEST_SKIP() << why_unusable(Compiler::nvrtc);
  EXPECT_NE(ptx_of(source_of("#define JOIN(a, b) a##b\n"
                             "__global__ void k(int* p) { *p = JOIN(cu, daErrorInvalidValue); }"),
                   Compiler::nvrtc)
                .find("st.global"),
            std::string::npos);
}

// Only NVRTC compiles a kernel that launches kernels.
TEST_P(Compile, a_launch_by_a_kernel_needs_nvrtc) {
  const Source source = source_of(
      "__global__ void child(int* p) { p[threadIdx.x] = 1; }\n"
      "__global__ void k(int* p)\n{\n    if (threadIdx.x == 0) child<<<1, 32>>>(p);\n}\n");
  if (GetParam() == Compiler::nvrtc) {
    EXPECT_NE(ptx_of(source, Compiler::nvrtc).find("LaunchDevice"), std::string::npos);
    return;
  }
  const Failure failure = rejection(source, Compiler::clang);
  ASSERT_EQ(failure.messages.size(), 1u);
  EXPECT_EQ(failure.messages[0].line, 4);
  EXPECT_NE(failure.messages[0].text.find("NVRTC and nvcc can"), std::string::npos)
      << failure.messages[0].text;
}

// Here the compilers' only complaint is that they do not know the stream.
TEST_P(Compile, a_tail_launch_by_a_kernel_needs_nvrtc) {
  const Source source =
      source_of("__global__ void k(int* p)\n{\n    k<<<1, 32, 0, cudaStreamTailLaunch>>>(p);\n}\n");
  if (GetParam() == Compiler::nvrtc) {
    EXPECT_NE(ptx_of(source, Compiler::nvrtc).find("LaunchDevice"), std::string::npos);
    return;
  }
  const Failure failure = rejection(source, Compiler::clang);
  ASSERT_EQ(failure.messages.size(), 1u);
  EXPECT_EQ(failure.messages[0].line, 3);
  EXPECT_NE(failure.messages[0].text.find("NVRTC and nvcc can"), std::string::npos)
      << failure.messages[0].text;
}

TEST_P(Compile, warnings_come_with_the_ptx) {
  const tl::expected<Ptx, Failure> result = to_ptx(
      source_of("__global__ void k(int* p) { p[0] = 1; }\n#warning look here\n"), GetParam());
  ASSERT_TRUE(result);
  ASSERT_EQ(result->warnings.size(), 1u);
  EXPECT_EQ(result->warnings[0].severity, MessageSeverity::warning);
  EXPECT_EQ(result->warnings[0].line, 2);
}

TEST_P(Compile, an_empty_text_has_no_entry) {
  EXPECT_TRUE(lines_with(ptx_of(source_of(""), GetParam()), ".entry").empty());
}

TEST_P(Compile, the_same_text_again_comes_from_the_cache) {
  const tl::expected<Ptx, Failure> first = to_ptx(doubled_by("2.0f"), GetParam());
  const tl::expected<Ptx, Failure> second = to_ptx(doubled_by("2.0f"), GetParam());
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(first->from_cache);
  EXPECT_TRUE(second->from_cache);
  EXPECT_EQ(first->text, second->text);
}

TEST_P(Compile, another_define_or_name_is_compiled_again) {
  ASSERT_TRUE(to_ptx(doubled_by("2.0f"), GetParam()));
  const tl::expected<Ptx, Failure> tripled = to_ptx(doubled_by("3.0f"), GetParam());
  ASSERT_TRUE(tripled);
  EXPECT_FALSE(tripled->from_cache);
  Source renamed = doubled_by("2.0f");
  renamed.name = "other.cu";
  const tl::expected<Ptx, Failure> other = to_ptx(renamed, GetParam());
  ASSERT_TRUE(other);
  EXPECT_FALSE(other->from_cache);
}

TEST_P(Compile, a_cleared_cache_compiles_again) {
  ASSERT_TRUE(to_ptx(doubled_by("2.0f"), GetParam()));
  clear_cache();
  const tl::expected<Ptx, Failure> again = to_ptx(doubled_by("2.0f"), GetParam());
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->from_cache);
}

TEST_P(Compile, an_endless_loop_is_not_compiled_away) {
  const std::string ptx = ptx_of(
      source_of("__global__ void k(float* a)\n{\n    while (true) a[0] = 1;\n}\n"), GetParam());
  EXPECT_FALSE(lines_with(ptx, "bra").empty()) << ptx;
}

TEST_P(Compile, a_define_of_two_lines_is_refused) {
  EXPECT_NE(rejection(doubled_by("1\n#error"), GetParam()).summary.find("FACTOR"),
            std::string::npos);
}

TEST_P(Compile, a_define_must_be_an_identifier) {
  Source source = source_of(doubled);
  source.defines = {{"FACTOR", "1"}, {"A-B", "1"}};
  EXPECT_NE(rejection(source, GetParam()).summary.find("'A-B'"), std::string::npos);
}

TEST(CompileChoice, automatic_takes_nvrtc_where_it_can) {
  ::setenv("LANESCOPE_CACHE", "off", 1);
  const std::string no_nvrtc = why_unusable(Compiler::nvrtc);
  if (!no_nvrtc.empty() && !why_unusable(Compiler::clang).empty())
    GTEST_SKIP() << "no compiler here";
  const tl::expected<Ptx, Failure> result = to_ptx(doubled_by("2.0f"));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->compiler, no_nvrtc.empty() ? "nvrtc" : "clang");
}

TEST(CompileChoice, every_compiler_is_usable_or_says_why_not) {
  const std::vector<Availability> all = available();
  ASSERT_EQ(all.size(), 3u);
  for (const Availability& each : all) {
    EXPECT_EQ(each.usable, each.why_not.empty()) << each.why_not;
    EXPECT_EQ(each.usable, !each.version.empty()) << each.version;
  }
}

TEST(CompileChoice, a_clang_that_is_not_there_is_named_in_the_failure) {
  const tests::Variable forced("LANESCOPE_CLANG", "/nowhere/clang");
  const tl::expected<Ptx, Failure> result = to_ptx(doubled_by("2.0f"), Compiler::clang);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Failure::Kind::unavailable);
  EXPECT_NE(result.error().summary.find("/nowhere/clang"), std::string::npos);
}

TEST(CompileChoice, a_program_that_is_not_clang_is_not_used) {
  const tests::Variable forced("LANESCOPE_CLANG", "true");
  const tl::expected<Ptx, Failure> result = to_ptx(doubled_by("2.0f"), Compiler::clang);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Failure::Kind::unavailable);
  EXPECT_NE(result.error().summary.find("is not clang"), std::string::npos);
}

TEST(CompileChoice, what_a_clang_says_of_itself_is_kept_until_it_is_replaced) {
  const tests::TemporaryFolder folder;
  const tests::Variable cache("XDG_CACHE_HOME", folder.path().string());
  const tests::Variable is_on("LANESCOPE_CACHE", "on");
  const fs::path program = folder.write("clang", "");
  const tests::Variable forced("LANESCOPE_CLANG", program.string());
  const auto replace_by = [&program](const char* other) {
    fs::remove(program);
    fs::copy_file(program_path(other), program);
  };
  replace_by("true");
  EXPECT_FALSE(Clang::find().availability().usable);

  const auto keep = [&program](const std::string& question, std::string_view answer) {
    DiskCache::from_environment().insert("answer to " + question + " of " + file_stamp(program),
                                         answer);
  };
  keep("--version", "clang version 99.1");
  keep("--print-targets", "nvptx64");
  EXPECT_EQ(Clang::find().availability().version, "99.1");

  replace_by("false");
  EXPECT_FALSE(Clang::find().availability().usable);
}

// A clang that says it is one and runs `body` to compile.
std::string clang_that(const tests::TemporaryFolder& folder, const std::string& body) {
  const fs::path file =
      folder.write("bin/clang",
                   "#!/bin/sh\ncase \"$*\" in\n"
                   "*--version*) echo 'clang version 14.0.6'; exit 0;;\n"
                   "*--print-targets*) echo '    nvptx64 - NVIDIA PTX'; exit 0;;\n"
                   "esac\n" +
                       body + "\n");
  fs::permissions(file, fs::perms::owner_all);
  return file.string();
}

TEST(CompileChoice, a_clang_that_prints_without_end_is_stopped) {
  const tests::TemporaryFolder folder;
  const std::string program = clang_that(folder, "exec yes 'kernel.cu:1:1: error: again' >&2");
  const tests::Variable forced("LANESCOPE_CLANG", program);
  const tl::expected<Ptx, Failure> result = to_ptx(doubled_by("3.0f"), Compiler::clang);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Failure::Kind::rejected);
  EXPECT_NE(result.error().summary.find("print without end"), std::string::npos)
      << result.error().summary;
}

TEST(CompileChoice, a_clang_that_hangs_can_be_cancelled) {
  const tests::TemporaryFolder folder;
  const std::string program = clang_that(folder, "exec sleep 60");
  const tests::Variable forced("LANESCOPE_CLANG", program);
  std::stop_source stop;
  std::thread impatient([&] {
    while (!has_child_process()) std::this_thread::yield();
    stop.request_stop();
  });
  const auto start = std::chrono::steady_clock::now();
  const tl::expected<Ptx, Failure> result =
      to_ptx(doubled_by("5.0f"), Compiler::clang, stop.get_token());
  impatient.join();
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, Failure::Kind::cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(Message, is_written_as_compilers_write_them) {
  const Message message{MessageSeverity::error, "a.cu", 3, 7, "no such thing", "  int x = y;"};
  EXPECT_EQ(message.formatted(), "a.cu:3:7: error: no such thing\n      int x = y;");
}

TEST(Message, leaves_out_what_is_not_known) {
  EXPECT_EQ((Message{MessageSeverity::warning, "a.cu", 3, 0, "odd", ""}.formatted()),
            "a.cu:3: warning: odd");
  EXPECT_EQ((Message{MessageSeverity::error, "", 0, 0, "bad option", ""}.formatted()),
            "error: bad option");
}

}  // namespace
}  // namespace lanescope::compile::testing
