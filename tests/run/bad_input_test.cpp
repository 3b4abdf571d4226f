// Errors that only show up when the kernel is compiled or runs. tests/lesson covers bad lesson
// files.
#include <fmt/format.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class BadInput : public BothCompilers {};

const std::string launch = "[launch]\ngrid = [1]\nblock = [32]\n";
const std::string good_kernel =
    "__global__ void k(float* a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }\n";

// Expects "file:line: key: ..."; `line` is in the lesson file that LessonOnDisk writes.
void expect_place(const Problem& problem, int line, const std::string& key) {
  EXPECT_EQ(problem.exit_code, 2);
  EXPECT_NE(problem.message.find(fmt::format("lesson.toml:{}: {}", line, key)), std::string::npos)
      << problem.message;
}

TEST_P(BadInput, an_unknown_kernel_name_is_refused_with_the_list_of_kernels) {
  const LessonOnDisk lesson(good_kernel + "__global__ void other() {}\n",
                            launch + array("a", "float", "32"), "kk");
  const Problem problem = run_bad(lesson);
  expect_place(problem, 2, "kernel");
  EXPECT_NE(problem.message.find("k, other"), std::string::npos) << problem.message;
}

TEST_P(BadInput, a_text_without_kernels_is_refused_with_a_hint) {
  const Problem problem =
      run_bad(LessonOnDisk("__device__ int f() { return 1; }\n", launch + scalar("n", "int", "1")));
  EXPECT_NE(problem.message.find("__global__"), std::string::npos) << problem.message;
}

TEST_P(BadInput, too_few_arguments_are_refused_with_what_the_kernel_takes) {
  const Problem problem = run_bad(LessonOnDisk(good_kernel, launch + array("a", "float", "32")));
  expect_place(problem, 6, "args");
  EXPECT_NE(problem.message.find("float*, int"), std::string::npos) << problem.message;
}

TEST_P(BadInput, an_array_of_another_type_is_refused) {
  const Problem problem = run_bad(
      LessonOnDisk(good_kernel, launch + array("a", "int", "32") + scalar("n", "int", "4")));
  expect_place(problem, 6, "args[0].type");
}

TEST_P(BadInput, a_scalar_where_the_kernel_takes_a_pointer_is_refused) {
  const Problem problem = run_bad(
      LessonOnDisk(good_kernel, launch + scalar("a", "float", "1") + scalar("n", "int", "4")));
  EXPECT_NE(problem.message.find("must be an array"), std::string::npos) << problem.message;
}

TEST_P(BadInput, an_array_where_the_kernel_takes_a_value_is_refused) {
  const Problem problem = run_bad(
      LessonOnDisk(good_kernel, launch + array("a", "float", "32") + array("n", "int", "4")));
  EXPECT_NE(problem.message.find("must be a scalar"), std::string::npos) << problem.message;
}

TEST_P(BadInput, a_scalar_of_another_type_of_the_same_size_is_refused) {
  const Problem problem = run_bad(
      LessonOnDisk(good_kernel, launch + array("a", "float", "32") + scalar("n", "float", "4")));
  EXPECT_NE(problem.message.find("args[1].type"), std::string::npos) << problem.message;
}

TEST_P(BadInput, an_extern_c_kernel_is_checked_by_size) {
  const std::string text =
      "extern \"C\" __global__ void k(double* a, double x) { a[threadIdx.x] = x; }\n";
  const Problem problem =
      run_bad(LessonOnDisk(text, launch + array("a", "double", "32") + scalar("x", "float", "4")));
  EXPECT_NE(problem.message.find("4 bytes here and 8 in the kernel"), std::string::npos)
      << problem.message;
}

TEST_P(BadInput, more_than_48_kib_of_static_shared_memory_is_refused_at_its_declaration) {
  const auto with_words = [](int words) {
    return LessonOnDisk(fmt::format("__global__ void k(float* a) {{\n"
                                    "  // __shared__ s is below\n"
                                    "  const float t = a[0];\n"
                                    "  __shared__ float s[{}];\n"
                                    "  s[threadIdx.x] = t; __syncthreads();\n"
                                    "  a[threadIdx.x] = s[31 - threadIdx.x];\n}}\n",
                                    words),
                        launch + array("a", "float", "32"));
  };
  EXPECT_TRUE(run_good(with_words(12 * 1024)));
  const Problem problem = run_bad(with_words(12 * 1024 + 1));
  EXPECT_EQ(problem.exit_code, 2);
  EXPECT_TRUE(problem.message.starts_with("kernel.cu:4")) << problem.message;
  EXPECT_NE(problem.message.find("49156 bytes"), std::string::npos) << problem.message;
  ASSERT_EQ(problem.errors.size(), 1U);
  EXPECT_EQ(problem.errors.front().line, 4);
}

TEST_P(BadInput, too_much_shared_memory_names_the_limit) {
  const std::string text =
      "__global__ void k(float* a) { extern __shared__ float d[]; __shared__ float s[8192]; "
      "s[threadIdx.x] = a[0]; "
      "d[threadIdx.x] = 2; __syncthreads(); a[threadIdx.x] = s[31 - threadIdx.x] + d[threadIdx.x]; "
      "}\n";
  const Problem problem =
      run_bad(LessonOnDisk(text, launch + "dynamic_shared = 204800\n" + array("a", "float", "32")));
  expect_place(problem, 5, "launch");
  EXPECT_NE(problem.message.find("232448"), std::string::npos) << problem.message;
}

TEST_P(BadInput, an_instruction_that_can_not_be_executed_is_named_with_its_source_line) {
  const std::string text =
      "__global__ void k(float* a)\n{\n    asm volatile(\"setmaxnreg.inc.sync.aligned.u32 40;\");\n"
      "    a[threadIdx.x] = 1;\n}\n";
  const Problem problem = run_bad(LessonOnDisk(text, launch + array("a", "float", "32")));
  EXPECT_EQ(problem.exit_code, 2);
  EXPECT_NE(problem.message.find("setmaxnreg"), std::string::npos) << problem.message;
  EXPECT_NE(problem.message.find("PTX line"), std::string::npos);
  EXPECT_EQ(problem.file, "kernel.cu");
  EXPECT_EQ(problem.line, 3);
}

TEST_P(BadInput, text_that_does_not_compile_gives_file_line_and_the_line_itself) {
  const std::string text = "__global__ void k(float* a)\n{\n    a[threadIdx.x] = nobody;\n}\n";
  const Problem problem = run_bad(LessonOnDisk(text, launch + array("a", "float", "32")));
  EXPECT_EQ(problem.exit_code, 2);
  EXPECT_EQ(problem.line, 3);
  EXPECT_NE(problem.message.find("kernel.cu:3:"), std::string::npos) << problem.message;
  EXPECT_NE(problem.message.find("a[threadIdx.x] = nobody;"), std::string::npos);
}

TEST_P(BadInput, an_endless_loop_is_stopped_and_its_line_named) {
  const std::string text =
      "__global__ void k(volatile float* a)\n{\n    while (a[0] == 0)\n        a[1] = 2;\n}\n";
  RunRequest request;
  const LessonOnDisk lesson(text, launch + array("a", "float", "32"));
  request = lesson.request();
  request.compiler = GetParam();
  request.max_warp_instructions = 50'000;
  const auto outcome = run(request);
  ASSERT_TRUE(outcome.has_value());
  EXPECT_FALSE((*outcome)->report.complete);
  ASSERT_EQ((*outcome)->report.diagnostics.size(), 1U);
  const Diagnostic& diagnostic = (*outcome)->report.diagnostics[0];
  EXPECT_EQ(diagnostic.kind, DiagnosticKind::budget_exceeded);
  EXPECT_GE(diagnostic.place.line, 3);
  EXPECT_LE(diagnostic.place.line, 4);
}

TEST_P(BadInput, accesses_out_of_range_are_reported_and_the_rest_still_counted) {
  const std::string text =
      "__global__ void k(float* a)\n{\n    a[threadIdx.x + 16] = 3;\n    __syncwarp();\n"
      "    a[threadIdx.x] = 1;\n}\n";
  const OutcomePtr outcome = run_good(LessonOnDisk(text, launch + array("a", "float", "32")));
  ASSERT_NE(outcome, nullptr);
  ASSERT_EQ(outcome->report.diagnostics.size(), 1U);
  EXPECT_EQ(outcome->report.diagnostics[0].place.line, 3);
  EXPECT_EQ(outcome->report.diagnostics[0].thread, (report::Dim3{16, 0, 0}));
  EXPECT_EQ(outcome->report.totals.global_store.requests, 2U);
  EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash_of(std::vector<float>(32, 1.0F)));
}

TEST_P(BadInput, a_run_that_is_stopped_says_it_was_cancelled) {
  const LessonOnDisk lesson(good_kernel,
                            launch + array("a", "float", "32") + scalar("n", "int", "4"));
  std::stop_source source;
  source.request_stop();
  const auto outcome = run(lesson.request(), nullptr, source.get_token());
  ASSERT_FALSE(outcome.has_value());
  EXPECT_TRUE(outcome.error().cancelled);
}

LANESCOPE_BOTH_COMPILERS(BadInput);

TEST(MissingLesson, is_refused_by_name) {
  RunRequest request;
  request.lesson = "no-such-lesson";
  const auto outcome = run(request);
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().exit_code, 2);
  EXPECT_NE(outcome.error().message.find("no-such-lesson"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::app
