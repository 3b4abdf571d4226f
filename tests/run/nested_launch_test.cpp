// Kernels that launch kernels, from CUDA C++ to the report. Only NVRTC compiles them.
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class NestedKernel : public BothCompilers {
 protected:
  // The outcome of NVRTC, without errors; clang is expected to refuse the launch on that line.
  OutcomePtr run_or_refuse(const LessonOnDisk& lesson, int line) const {
    if (GetParam() == compile::Compiler::clang) {
      const Problem problem = run_bad(lesson);
      EXPECT_EQ(problem.line, line);
      EXPECT_NE(problem.message.find("NVRTC can"), std::string::npos) << problem.message;
      return nullptr;
    }
    OutcomePtr outcome = run_good(lesson);
    if (outcome == nullptr) return nullptr;
    for (const Diagnostic& diagnostic : outcome->report.diagnostics)
      EXPECT_EQ(diagnostic.severity, Severity::note) << diagnostic.message;
    return outcome;
  }
};

std::string one_dimension(int grid, int block) {
  return fmt::format("[launch]\ngrid = [{}]\nblock = [{}]\n", grid, block);
}

TEST_P(NestedKernel, a_reduction_launches_itself_for_the_lower_half) {
  const LessonOnDisk lesson(
      "__global__ void k(int* d, int half)\n{\n    d[threadIdx.x] += d[threadIdx.x + half];\n"
      "    __syncthreads();\n"
      "    if (threadIdx.x == 0 && half > 1) k<<<1, half / 2>>>(d, half / 2);\n}\n",
      one_dimension(1, 32) + array("d", "int", "64", "iota") + scalar("half", "int", "32"));
  const OutcomePtr outcome = run_or_refuse(lesson, 5);
  if (outcome == nullptr) return;
  std::vector<std::int32_t> expected(64);
  std::iota(expected.begin(), expected.end(), 0);
  for (std::size_t half = 32; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) expected[i] += expected[i + half];
  }
  EXPECT_EQ(expected[0], 2016);
  EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash_of(expected));
  ASSERT_EQ(outcome->report.launched.size(), 1U);
  const report::LaunchedKernel& launched = outcome->report.launched[0];
  EXPECT_EQ(launched.kernel, "k");
  EXPECT_EQ(launched.launches, 5U);
  EXPECT_EQ(launched.blocks, 5U);
  EXPECT_EQ(launched.depth, 5U);
  // Two loads and a store by one warp of each.
  EXPECT_EQ(
      counts_in(launched.totals, report::kind_of(memory::Space::global, memory::Op::load)).requests,
      10U);
  EXPECT_EQ(counts_in(launched.totals, report::kind_of(memory::Space::global, memory::Op::store))
                .requests,
            5U + 4U * 2U);  // and the two arguments of the four that launch
}

TEST_P(NestedKernel, launches_may_come_from_threads_blocks_or_the_grid) {
  struct By {
    const char* condition;
    const char* index;
    std::uint64_t launches;
  };
  const By all[] = {{"true", "blockIdx.x * blockDim.x + threadIdx.x", 64},
                    {"threadIdx.x == 0", "blockIdx.x", 2},
                    {"blockIdx.x == 0 && threadIdx.x == 0", "0", 1}};
  for (const By& by : all) {
    const LessonOnDisk lesson(
        fmt::format("__global__ void child(int* a, int i)\n{{\n    if (threadIdx.x == 0) a[i] += i "
                    "+ 1;\n}}\n"
                    "__global__ void k(int* a)\n{{\n    if ({}) child<<<1, 32>>>(a, {});\n}}\n",
                    by.condition, by.index),
        one_dimension(2, 32) + array("a", "int", "64"));
    const OutcomePtr outcome = run_or_refuse(lesson, 7);
    if (outcome == nullptr) continue;
    std::vector<std::int32_t> expected(64);
    for (std::size_t i = 0; i < by.launches; ++i) expected[i] = static_cast<std::int32_t>(i) + 1;
    EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash_of(expected)) << by.condition;
    ASSERT_EQ(outcome->report.launched.size(), 1U);
    EXPECT_EQ(outcome->report.launched[0].kernel, "child");
    EXPECT_EQ(outcome->report.launched[0].launches, by.launches);
    EXPECT_EQ(outcome->report.launched[0].depth, 1U);
    EXPECT_EQ(outcome->report.blocks_simulated, 2U);
  }
}

TEST_P(NestedKernel, what_is_said_of_a_launch_names_its_line) {
  if (GetParam() == compile::Compiler::clang) return;
  const OutcomePtr outcome = run_good(LessonOnDisk(
      "__global__ void child(int* a) { a[threadIdx.x] = 1; }\n"
      "__global__ void k(int* a)\n{\n    if (threadIdx.x == 0) child<<<1, 2000>>>(a);\n}\n",
      one_dimension(1, 32) + array("a", "int", "64")));
  ASSERT_TRUE(outcome);
  ASSERT_EQ(outcome->report.diagnostics.size(), 2U);
  const Diagnostic& refused = outcome->report.diagnostics[0];
  EXPECT_EQ(refused.kind, DiagnosticKind::launch_invalid);
  EXPECT_EQ(refused.place.file, outcome->resolved.source_name);
  EXPECT_EQ(refused.place.line, 4);
  const std::string& in_order = outcome->report.diagnostics[1].message;
  EXPECT_NE(in_order.find("(line 4)"), std::string::npos) << in_order;
  for (const report::Activity& each : outcome->report.instructions)
    EXPECT_LE(each.place.line, 5) << "PTX line " << each.ptx_line;
}

LANESCOPE_BOTH_COMPILERS(NestedKernel);

}  // namespace
}  // namespace lanescope::app
