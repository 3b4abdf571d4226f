// printf, assert and deep recursion in CUDA C++ kernels, with both compilers.
#include <algorithm>

#include <fmt/format.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace printed_test {
namespace {

class Printed : public BothCompilers {};

std::string launch(int grid, int block) {
  return fmt::format("[launch]\ngrid = [{}]\nblock = [{}]\n", grid, block);
}

TEST_P(Printed, lines_come_in_order_of_block_and_thread) {
  const LessonOnDisk lesson(
      "#include <stdio.h>\n__global__ void k(const float* x)\n{\n"
      "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "    if (i % 2 == 0) printf(\"%d of %u: %.2f %s\\n\", i, gridDim.x, x[i], \"even\");\n}\n",
      launch(3, 4) + array("x", "float", "12", "iota"));
  const OutcomePtr outcome = run_good(lesson);
  ASSERT_NE(outcome, nullptr);
  std::string expected;
  for (int i = 0; i < 12; i += 2) expected += fmt::format("{} of 3: {:.2f} even\n", i, 1.0 * i);
  EXPECT_EQ(outcome->report.printed, expected);
}

TEST_P(Printed, an_assertion_that_fails_is_reported_with_its_thread) {
  const LessonOnDisk lesson(
      "#include <assert.h>\n__global__ void k(const int* x)\n{\n"
      "    assert(x[threadIdx.x] < 3);\n}\n",
      launch(1, 8) + array("x", "int", "8", "iota"));
  const OutcomePtr outcome = run_good(lesson);
  ASSERT_NE(outcome, nullptr);
  ASSERT_EQ(outcome->report.diagnostics.size(), 1U);
  const Diagnostic& error = outcome->report.diagnostics[0];
  EXPECT_EQ(error.kind, DiagnosticKind::assertion_failed);
  EXPECT_NE(error.message.find("x[threadIdx.x] < 3"), std::string::npos) << error.message;
  EXPECT_EQ(error.place.line, 4);
  EXPECT_EQ(error.thread, (std::array<std::uint32_t, 3>{3, 0, 0}));
}

TEST_P(Printed, an_assertion_that_holds_says_nothing) {
  const LessonOnDisk lesson(
      "#include <cassert>\n__global__ void k(const int* x)\n{\n"
      "    assert(x[threadIdx.x] < 8);\n}\n",
      launch(1, 8) + array("x", "int", "8", "iota"));
  const OutcomePtr outcome = run_good(lesson);
  ASSERT_NE(outcome, nullptr);
  EXPECT_TRUE(outcome->report.diagnostics.empty());
}

TEST_P(Printed, endless_recursion_is_reported_with_its_line) {
  const LessonOnDisk lesson(
      "__device__ __noinline__ int down(int n, int* out)\n{\n    out[n & 7] = n;\n"
      "    return down(n + 1, out) * 3 + down(n + 2, out);\n}\n"
      "__global__ void k(int* out)\n{\n    out[0] = down(threadIdx.x, out);\n}\n",
      launch(1, 32) + array("out", "int", "8"));
  const OutcomePtr outcome = run_good(lesson);
  ASSERT_NE(outcome, nullptr);
  const auto error = std::ranges::find(outcome->report.diagnostics, DiagnosticKind::stack_overflow,
                                       &Diagnostic::kind);
  ASSERT_NE(error, outcome->report.diagnostics.end());
  EXPECT_EQ(error->place.line, 4);
}

LANESCOPE_BOTH_COMPILERS(Printed);

}  // namespace
}  // namespace printed_test
}  // namespace lanescope::app
