// Texts with host code: what is left out, what stays, and what is said where that is not enough.
#include "kernels/compile/host_code.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/compile/fixture.h"
#include "tests/repetitions.h"
#include "tests/temporary_folder.h"

namespace lanescope::compile::testing {
namespace {

constexpr const char* kernel = "__global__ void k(float* p) { p[threadIdx.x] = 1; }\n";

using Lines = std::vector<std::string>;

// "2 function main", of headers "host.h:2 function main", with " (missing)"
Lines as_text(const std::vector<LeftOut>& left_out) {
  Lines lines;
  for (const LeftOut& each : left_out) {
    const std::string file = std::filesystem::path(each.file).filename().string();
    lines.push_back((file == "kernel.cu" ? "" : file + ":") + std::to_string(each.line) + " " +
                    each.what + (each.is_missing ? " (missing)" : ""));
  }
  return lines;
}

class HostCodeOf : public BothCompilers {
 protected:
  [[nodiscard]] Source source(std::string text) const {
    Source result = source_of(std::move(text));
    result.folder = files_.path();
    return result;
  }
  // What is left out of a text that then compiles.
  [[nodiscard]] Lines left_out(std::string text) const {
    const tl::expected<Ptx, Failure> result = to_ptx(source(std::move(text)), GetParam());
    if (result) {
      EXPECT_NE(result->text.find(".entry"), std::string::npos);
      return as_text(result->left_out);
    }
    ADD_FAILURE() << result.error().summary;
    for (const Message& each : result.error().messages) ADD_FAILURE() << each.formatted();
    return {};
  }
  // The only message for a text that must not compile.
  [[nodiscard]] Message told(std::string text) const {
    const tl::expected<Ptx, Failure> result = to_ptx(source(std::move(text)), GetParam());
    if (result) {
      ADD_FAILURE() << "it compiled";
      return {};
    }
    EXPECT_EQ(result.error().messages.size(), 1U);
    return result.error().messages.empty() ? Message{} : result.error().messages.front();
  }

  tests::TemporaryFolder files_;
};

INSTANTIATE_TEST_SUITE_P(, HostCodeOf, ::testing::Values(Compiler::nvrtc, Compiler::clang),
                         compiler_name);

bool says(const Message& message, const std::string& part) {
  return message.text.find(part) != std::string::npos;
}

TEST_P(HostCodeOf, a_text_without_any_is_compiled_as_it_stands) {
  EXPECT_EQ(left_out(kernel), Lines{});
}

TEST_P(HostCodeOf, a_program_is_its_main_function) {
  EXPECT_EQ(left_out(std::string(kernel) + "int main(int argc, char** argv)\n{\n  float* p;\n"
                                           "  cudaMalloc(&p, 128);\n  k<<<1, 32>>>(p);\n}\n"),
            (Lines{"2 function main"}));
}

TEST_P(HostCodeOf, a_program_that_only_launches_is_its_main_function) {
  EXPECT_EQ(left_out(std::string(kernel) + "int main() { k<<<1, 32>>>(nullptr); }\n"),
            (Lines{"2 function main"}));
}

TEST_P(HostCodeOf, headers_of_the_library_are_skipped_silently) {
  EXPECT_EQ(left_out("#include <iostream>\n#include <vector>\n#include <chrono>\n"
                     "#include <sys/time.h>\n#include <cublas_v2.h>\n#include \"helper_cuda.h\"\n"
                     "#include <opencv2/core.hpp>\n" +
                     std::string(kernel)),
            Lines{});
}

TEST_P(HostCodeOf, a_function_on_vectors_is_left_out) {
  EXPECT_EQ(left_out("#include <vector>\nvoid fill(std::vector<float>& v) { v[0] = 1; }\n" +
                     std::string(kernel)),
            (Lines{"2 function fill"}));
}

TEST_P(HostCodeOf, variables_types_and_names_of_the_library_are_left_out) {
  EXPECT_EQ(left_out("#include <string>\nstd::string name = \"a\";\n"
                     "struct Options { std::string name; int n; };\n"
                     "typedef std::pair<int, int> Pair;\nusing Names = std::vector<int>;\n" +
                     std::string(kernel)),
            (Lines{"2 variable name", "3 type Options", "4 using Pair", "5 using Names"}));
}

TEST_P(HostCodeOf, what_depends_on_it_is_left_out_too) {
  EXPECT_EQ(
      left_out("struct Options { std::string name; };\nOptions options;\n"
               "void show(Options* o);\nvoid Options_use() { show(&options); }\n" +
               std::string(kernel)),
      (Lines{"1 type Options", "2 variable options", "3 function show", "4 function Options_use"}));
}

TEST_P(HostCodeOf, member_functions_of_the_host_are_left_out_of_a_class_of_both) {
  EXPECT_EQ(left_out("struct Point {\n  float x;\n  __device__ float twice() const { return 2 * x; "
                     "}\n  void print() const { std::cout << x; std::cout << x; }\n"
                     "  friend std::ostream& operator<<(std::ostream& o, const Point& p)\n"
                     "  { return o << p.x; }\n};\n"
                     "__global__ void k(float* p, Point q) { p[0] = q.twice(); }\n"),
            (Lines{"4 function print", "5 function operator<<"}));
}

TEST_P(HostCodeOf, a_class_of_the_host_alone_goes_with_its_members) {
  EXPECT_EQ(left_out("class Timer {\n  std::string name_;\n public:\n"
                     "  Timer(std::string name) : name_(name) {}\n  ~Timer() { std::cout << name_; "
                     "}\n};\n" +
                     std::string(kernel)),
            (Lines{"1 type Timer"}));
}

// Without it the kernel would be compiled to something else.
TEST_P(HostCodeOf, a_specialisation_that_its_template_would_replace_stays_with_its_error) {
  const tl::expected<Ptx, Failure> result = to_ptx(
      source("#include <string>\n"
             "template <typename T> struct Tile { static constexpr int size = 1; };\n"
             "template <> struct Tile<float> { static constexpr int size = 4; std::string s; };\n"
             "__global__ void k(float* a) { a[0] = Tile<float>::size; }\n"),
      GetParam());
  ASSERT_FALSE(result);
  ASSERT_FALSE(result.error().messages.empty());
  EXPECT_EQ(result.error().messages[0].line, 3);
}

TEST_P(HostCodeOf, a_type_of_another_branch_is_no_replacement) {
  EXPECT_EQ(left_out(std::string("#ifdef _WIN32\ntypedef HANDLE Thread;\n#else\n#if 1\n#endif\n"
                                 "typedef pthread_t Thread;\n#endif\n") +
                     kernel + "void stop(Thread thread);\n"),
            (Lines{"6 using Thread", "9 function stop"}));
}

TEST_P(HostCodeOf, a_type_that_is_declared_before_goes) {
  EXPECT_EQ(left_out("#include <string>\nstruct Name;\nstruct Name { std::string text; };\n" +
                     std::string(kernel)),
            (Lines{"3 type Name"}));
}

TEST_P(HostCodeOf, tests_and_macros_of_absent_headers_are_left_out) {
  EXPECT_EQ(left_out(std::string(kernel) + "BENCHMARK(k);\nTEST(Kernel, runs) { ASSERT_EQ(1, 1); "
                                           "}\n"),
            (Lines{"2 macro BENCHMARK", "3 function TEST"}));
}

TEST_P(HostCodeOf, templates_that_launch_are_left_out) {
  EXPECT_EQ(left_out("template <class T> __global__ void t(T* p) { p[0] = 1; }\n"
                     "template <class T> void run(T* p) { t<T><<<1, 32>>>(p); }\n"
                     "namespace a { struct Runner { void go() { run<int>(nullptr); } }; }\n" +
                     std::string(kernel) + "int main() { a::Runner().go(); cudaFree(0); }\n"),
            (Lines{"2 function run", "3 function go", "5 function main"}));
}

TEST_P(HostCodeOf, a_header_that_is_missing_is_told_as_missing) {
  EXPECT_EQ(left_out("#include \"absent.h\"\n#include <lib/absent.hpp>\n" + std::string(kernel)),
            (Lines{"1 include absent.h (missing)", "2 include lib/absent.hpp (missing)"}));
}

TEST_P(HostCodeOf, a_quoted_header_of_an_ordinary_name_is_told_as_missing) {
  EXPECT_EQ(left_out("#include \"timer.h\"\n#include \"list\"\n" + std::string(kernel)),
            (Lines{"1 include timer.h (missing)", "2 include list (missing)"}));
}

TEST_P(HostCodeOf, a_missing_header_in_a_branch_that_is_switched_off_is_not_told) {
  EXPECT_EQ(left_out("#include \"absent.h\"\n#ifdef _WIN32\n#include \"win_absent.h\"\n"
                     "#include \"absent.h\"\n#endif\n" +
                     std::string(kernel)),
            (Lines{"1 include absent.h (missing)"}));
}

TEST_P(HostCodeOf, more_missing_headers_than_rounds_are_told) {
  std::string includes;
  for (int i = 0; i < 20; ++i) includes += "#include \"absent" + std::to_string(i) + ".h\"\n";
  EXPECT_EQ(left_out(includes + kernel).size(), 20U);
}

TEST_P(HostCodeOf, a_marker_that_a_flag_defines_is_known) {
  Source program = source(
      "#include <vector>\nKERNEL void k(float* p) { p[threadIdx.x] = 1; }\n"
      "int main() { std::vector<int> v; k<<<1, 32>>>(nullptr); }\n");
  program.flags = {"-DKERNEL=__global__"};
  const tl::expected<Ptx, Failure> result = to_ptx(program, GetParam());
  ASSERT_TRUE(result) << result.error().summary;
  EXPECT_NE(result->text.find(".entry"), std::string::npos);
  EXPECT_EQ(as_text(result->left_out), (Lines{"3 function main"}));
}

TEST_P(HostCodeOf, a_header_beside_the_file_is_read_without_its_host_code) {
  files_.write("host.h",
               "#pragma once\n#include <cuda_runtime.h>\n#include <vector>\n#include \"more.h\"\n"
               "inline void fill(std::vector<float>& v) { v[0] = 1; }\n"
               "__device__ inline float half_of(float x) {\n"
               "  return __shfl_xor_sync(0xffffffffu, x, 1) * MORE; }\n");
  files_.write("more.h", "#include <string>\n#define MORE 0.5f\nstd::string more;\n");
  EXPECT_EQ(left_out("#include \"host.h\"\n"
                     "__global__ void k(float* p) { p[0] = half_of(p[0]); }\n"
                     "int main() { std::vector<float> v; fill(v); }\n"),
            (Lines{"3 function main", "host.h:5 function fill", "more.h:3 variable more"}));
}

TEST_P(HostCodeOf, a_header_beside_the_file_may_include_what_kernels_need) {
  files_.write("half.h",
               "#include <cuda_fp16.h>\n#include <stdio.h>\n#include <string>\n"
               "__device__ inline half twice(half x) { return __hadd(x, x); }\n");
  EXPECT_EQ(left_out("#include \"half.h\"\n"
                     "__global__ void k(__half* p) { p[0] = twice(p[0]); }\n"),
            Lines{});
}

// With nvcc a header of cuBLAS includes those of the half types.
TEST(HostCodeByClang, that_is_cublas_leaves_the_half_types) {
  const tl::expected<Ptx, Failure> result = to_ptx(
      source_of("#include <cublas_v2.h>\n#include <string>\nstd::string name;\n"
                "__global__ void k(__nv_bfloat16* p, half* q) { p[1] = p[0]; q[1] = q[0]; }\n"
                "void host(cublasHandle_t handle) {}\n"),
      Compiler::clang);
  EXPECT_TRUE(result) << result.error().summary;
}

TEST_P(HostCodeOf, a_macro_of_the_text_that_makes_host_code_is_left_out) {
  EXPECT_EQ(left_out("#define SHOW(T) void show(std::vector<T>& v) { std::cout << v[0]; }\n"
                     "#define KERNEL(T) __global__ void k(T* p) { p[0] = 1; }\n"
                     "SHOW(int)\nKERNEL(float)\n"),
            (Lines{"3 macro SHOW"}));
}

TEST_P(HostCodeOf, a_header_beside_the_file_keeps_its_name_in_the_ptx) {
  files_.write("sub/host.h",
               "#include <string>\nstd::string name;\n"
               "__device__ __noinline__ float f(float x) { return sinf(x); }\n");
  const tl::expected<Ptx, Failure> result =
      to_ptx(source("#include \"sub/host.h\"\n__global__ void k(float* p) { p[0] = f(p[0]); }\n"),
             GetParam());
  ASSERT_TRUE(result);
  int count = 0;
  for (const std::string& line : lines_with(result->text, ".file")) {
    if (line.find("host.h") == std::string::npos) continue;
    const std::size_t quote = line.find('"');
    const std::filesystem::path named = line.substr(quote + 1, line.rfind('"') - quote - 1);
    EXPECT_EQ(named.lexically_normal(), files_.path() / "sub/host.h");
    ++count;
  }
  EXPECT_EQ(count, 1);
}

TEST_P(HostCodeOf, lines_and_columns_stay_those_of_the_text) {
  const std::string host =
      "#include <vector>\r\nvoid fill(std::vector<float>& v)\r\n{\r\n  v[0] = 1;\r\n}\r\n";
  const Message message = told(host + "__global__ void k(float* p)\r\n{\r\n  p[0] = x;\r\n}\r\n");
  EXPECT_EQ(message.line, 8);
  EXPECT_EQ(message.column, 10);
  EXPECT_EQ(message.line_text, "  p[0] = x;");
  const tl::expected<Ptx, Failure> result =
      to_ptx(source(host + "__global__ void k(float* p)\r\n{\r\n  p[0] = 1;\r\n}\r\n"), GetParam());
  ASSERT_TRUE(result);
  EXPECT_FALSE(lines_with(result->text, ".loc\t1 8 ").empty());
}

TEST_P(HostCodeOf, a_text_with_a_byte_order_mark_is_compiled) {
  EXPECT_EQ(left_out("\xEF\xBB\xBF#include <iostream>\n" + std::string(kernel) +
                     "int main() { std::cout << 1; }\n"),
            (Lines{"3 function main"}));
}

TEST_P(HostCodeOf, conditions_around_it_stay) {
  EXPECT_EQ(left_out("#if 1\nvoid f(std::vector<int>& v)\n{\n#ifdef A\n  g();\n#endif\n}\n#endif\n"
                     "#if 0\nit's not read\n#endif\n" +
                     std::string(kernel)),
            (Lines{"2 function f"}));
}

TEST_P(HostCodeOf, macros_defined_within_it_stay) {
  EXPECT_EQ(left_out("void f(std::vector<int>& v)\n{\n#define VALUE 3\n#pragma unroll\n"
                     "  for (int x : v) g(x);\n}\n"
                     "__global__ void k(int* p) { p[0] = VALUE; }\n"),
            (Lines{"1 function f"}));
}

TEST_P(HostCodeOf, functions_that_a_macro_marks_stay) {
  const Message message = told("#define HD __host__ __device__\nHD int f() { return nothing; }\n" +
                               std::string(kernel) + "int main() { std::cout << f(); }\n");
  EXPECT_EQ(message.line, 2);
}

TEST_P(HostCodeOf, a_kernel_that_needs_it_is_told_so_in_one_message) {
  const Message message = told(
      "#include <vector>\n\nfloat first(std::vector<float>& v)\n"
      "{ return v[0]; }\n__global__ void k(float* p)\n"
      "{\n  p[0] = first(p);\n  p[1] = first(p);\n}\n"
      "int main() { k<<<1, 1>>>(nullptr); }\n");
  EXPECT_EQ(message.line, 7);
  EXPECT_TRUE(says(message, "'first' of kernel.cu:3")) << message.text;
  EXPECT_TRUE(says(message, "host code")) << message.text;
}

TEST_P(HostCodeOf, a_type_of_the_host_in_a_kernel_is_told) {
  const Message message =
      told("struct Grid { std::vector<int> cells; };\n__global__ void k(Grid* g) { }\n");
  EXPECT_EQ(message.line, 2);
  EXPECT_TRUE(says(message, "the type 'Grid' of kernel.cu:1")) << message.text;
}

TEST_P(HostCodeOf, a_name_that_a_missing_header_may_declare_names_the_header_and_its_folder) {
  const Message message = told("#include \"absent.h\"\n__global__ void k(Absent* p) { use(p); }\n");
  EXPECT_EQ(message.line, 2);
  EXPECT_TRUE(says(message, "absent.h (kernel.cu:1)")) << message.text;
  EXPECT_TRUE(says(message, files_.path().string())) << message.text;
}

TEST_P(HostCodeOf, the_summary_of_a_cause_is_one_line) {
  const tl::expected<Ptx, Failure> result =
      to_ptx(source("#include \"absent.h\"\n__global__ void k(Absent* p) { }\n"), GetParam());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().summary.find('\n'), std::string::npos);
  EXPECT_NE(result.error().summary.find("absent.h"), std::string::npos);
}

TEST_P(HostCodeOf, an_error_in_a_kernel_is_the_only_one_told) {
  const Message message = told(
      "#include <iostream>\n__global__ void k(int* p) { p[0] = x; }\n"
      "int main() { std::cout << 1; std::vector<int> v; }\n");
  EXPECT_EQ(message.line, 2);
}

TEST_P(HostCodeOf, a_thousand_host_functions_are_left_out) {
  std::string text = "#include <vector>\n";
  for (int i = 0; i < 1000; ++i)
    text += "void host" + std::to_string(i) + "(std::vector<int>& v) { std::cout << v[0]; }\n";
  EXPECT_EQ(left_out(text + kernel).size(), 1000U);
}

TEST(HostCodeChain, is_left_out_whole_or_kept_whole) {
  constexpr int length = 3000;
  std::string chain = "int f0() { return 0; }\n";
  for (int i = 1; i <= length; ++i)
    chain += "int f" + std::to_string(i) + "() { return f" + std::to_string(i - 1) + "(); }\n";
  const auto count_left_out = [&](const std::string& kernel_text) {
    const Source source = source_of(kernel_text + chain);
    const Headers none;
    HostCode host(source, Compiler::clang, none);
    const Message error{MessageSeverity::error, source.name, 1, 0, "something is wrong", ""};
    static_cast<void>(host.leave_out({Failure::Kind::rejected, "", {error}}));
    return host.left_out().size();
  };
  EXPECT_EQ(count_left_out("__global__ void k(int* p) { *p = 1; }\n"), length + 1U);
  EXPECT_EQ(
      count_left_out("__global__ void k(int* p) { *p = f" + std::to_string(length) + "(); }\n"),
      0U);
}

TEST_P(HostCodeOf, many_errors_are_cut) {
  std::string text = "__global__ void k(int* p) {\n";
  for (int i = 0; i < 90; ++i) text += "  p[0] = name" + std::to_string(i) + ";\n";
  const tl::expected<Ptx, Failure> result = to_ptx(source(text + "}\n"), GetParam());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().messages.size(), 21U);
  EXPECT_EQ(result.error().messages.back().text, "and 70 more errors");
}

TEST_P(HostCodeOf, what_was_left_out_is_kept_in_both_caches) {
  ::setenv("LANESCOPE_CACHE", "", 1);
  ::setenv("XDG_CACHE_HOME", (files_.path() / "cache").c_str(), 1);
  const Source program =
      source("#include \"absent.h\"\n" + std::string(kernel) + "int main() { std::cout << 1; }\n");
  const tl::expected<Ptx, Failure> first = to_ptx(program, GetParam());
  const tl::expected<Ptx, Failure> from_memory = to_ptx(program, GetParam());
  clear_cache();
  const tl::expected<Ptx, Failure> from_disk = to_ptx(program, GetParam());
  ::unsetenv("XDG_CACHE_HOME");
  ::setenv("LANESCOPE_CACHE", "off", 1);
  ASSERT_TRUE(first && from_memory && from_disk);
  EXPECT_EQ(as_text(first->left_out), (Lines{"1 include absent.h (missing)", "3 function main"}));
  EXPECT_TRUE(from_memory->from_cache && from_disk->from_cache);
  EXPECT_EQ(from_memory->left_out, first->left_out);
  EXPECT_EQ(from_disk->left_out, first->left_out);
  EXPECT_EQ(from_disk->text, first->text);
}

TEST_P(HostCodeOf, a_missing_header_that_appears_is_read) {
  const Source program = source("#include \"late.h\"\n" + std::string(kernel));
  EXPECT_EQ(as_text(to_ptx(program, GetParam())->left_out), (Lines{"1 include late.h (missing)"}));
  files_.write("late.h", "\n");
  EXPECT_EQ(as_text(to_ptx(program, GetParam())->left_out), Lines{});
}

// A pass over all parts for each of them would take minutes.
TEST(HostCodeOfALongText, is_left_out_and_listed) {
  constexpr int parts = tests::repetitions(25'000);
  std::string text = kernel;
  for (int i = 0; i < parts; ++i)
    text += fmt::format("std::string name{0};\nint use{0}() {{ return 0; }}\n", i);
  const Source source = source_of(text);
  const Headers no_headers;
  HostCode host(source, Compiler::clang, no_headers);
  Message error;
  error.file = source.name;
  error.line = 2;
  error.text = "no type named 'string' in namespace 'std'";
  ASSERT_TRUE(host.leave_out({Failure::Kind::rejected, "", {error}}));
  EXPECT_EQ(host.left_out().size(), 2U * parts);
  EXPECT_EQ(host.rest().text.find("std"), std::string::npos);
  EXPECT_TRUE(host.rest().text.starts_with(kernel));
}

TEST(HostCodeOfALongText, of_a_class_is_listed_with_it_not_with_its_members) {
  const Source source = source_of(std::string(kernel) +
                                  "struct A {\n  std::string f() { return {}; }\n};\n"
                                  "std::string after;\n");
  const Headers no_headers;
  HostCode host(source, Compiler::clang, no_headers);
  Message error;
  error.file = source.name;
  error.text = "no type named 'string' in namespace 'std'";
  error.line = 5;
  Message of_class = error;
  of_class.line = 2;
  of_class.text = "expected a class name";
  ASSERT_TRUE(host.leave_out({Failure::Kind::rejected, "", {error, of_class}}));
  EXPECT_EQ(as_text(host.left_out()), (Lines{"2 type A", "5 variable after"}));
}

// For NVRTC they are device code.
TEST(HostCodeByNvrtc, leaves_the_unmarked_functions_that_a_kernel_needs) {
  ::setenv("LANESCOPE_CACHE", "off", 1);
  if (!why_unusable(Compiler::nvrtc).empty()) GTEST_SKIP() << why_unusable(Compiler::nvrtc);
  const tl::expected<Ptx, Failure> result =
      to_ptx(source_of("int inner(int x) { return x; }\nint outer(int x) { return inner(x); }\n"
                       "int unused(int x) { return inner(x); }\n"
                       "__global__ void k(int* p) { p[0] = outer(1); }\n"
                       "int main() { std::cout << unused(1); }\n"),
             Compiler::nvrtc);
  ASSERT_TRUE(result) << result.error().summary;
  EXPECT_EQ(as_text(result->left_out), (Lines{"3 function unused", "5 function main"}));
}

TEST(HostCodeForAGpu, is_left_out_too) {
  if (!why_unusable(Compiler::nvrtc).empty()) GTEST_SKIP() << why_unusable(Compiler::nvrtc);
  const Source program = source_of(std::string(kernel) + "int main() { std::cout << 1; }\n");
  EXPECT_TRUE(to_device_code(program, 90).has_value());
}

}  // namespace
}  // namespace lanescope::compile::testing
