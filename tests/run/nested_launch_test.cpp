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
      EXPECT_NE(problem.message.find("NVRTC and nvcc can"), std::string::npos) << problem.message;
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
  EXPECT_EQ(outcome->report.launches_per_depth, (std::vector<std::uint64_t>{1, 1, 1, 1, 1, 1}));
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
  const Diagnostic& in_order = outcome->report.diagnostics[1];
  EXPECT_EQ(in_order.kind, DiagnosticKind::blocks_in_order);
  EXPECT_EQ(in_order.place.line, 4);
  for (const report::Activity& each : outcome->report.instructions)
    EXPECT_LE(each.place.line, 5) << "PTX line " << each.ptx_line;
}

TEST_P(NestedKernel, a_tail_launch_is_a_group_of_its_own) {
  if (GetParam() == compile::Compiler::clang) return;
  const OutcomePtr outcome =
      run_good(LessonOnDisk("__global__ void child(int* a) { a[threadIdx.x] = 1; }\n"
                            "__global__ void k(int* a)\n{\n"
                            "    child<<<1, 32, 0, cudaStreamTailLaunch>>>(a);\n}\n",
                            one_dimension(1, 1) + array("a", "int", "32")));
  ASSERT_TRUE(outcome);
  ASSERT_EQ(outcome->report.launch_tree.size(), 1U);
  EXPECT_TRUE(outcome->report.launch_tree[0].is_tail);
}

// Grids that differ by thread: what does not fit is counted.
TEST_P(NestedKernel, the_tree_has_a_limit) {
  if (GetParam() == compile::Compiler::clang) return;
  const OutcomePtr outcome = run_good(LessonOnDisk(
      "__global__ void child(int* a) { if (threadIdx.x == 0) atomicAdd(a, 1); }\n"
      "__global__ void k(int* a)\n{\n    child<<<1, 1 + blockIdx.x * 32 + threadIdx.x>>>(a);\n}\n",
      one_dimension(10, 32) + array("a", "int", "1")));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.launch_tree.size(), report::max_launch_groups);
  EXPECT_EQ(outcome->report.launches_left_out, 320 - report::max_launch_groups);
  EXPECT_EQ(outcome->report.launched[0].launches, 320U);
  EXPECT_EQ(outcome->report.launches_per_depth, (std::vector<std::uint64_t>{1, 320}));
}

TEST_P(NestedKernel, launches_alike_are_one_group_of_the_tree) {
  const LessonOnDisk lesson(
      "__global__ void leaf(int* a)\n{\n    if (a[0] == 7) a[1] = 1;  // never\n}\n"
      "__global__ void child(int* a)\n{\n"
      "    if (threadIdx.x == 0) leaf<<<3, 32>>>(a);\n}\n"
      "__global__ void k(int* a)\n{\n"
      "    if (threadIdx.x < 4) child<<<2, 32>>>(a);\n"
      "    if (threadIdx.x == 0 && blockIdx.x == 1) leaf<<<1, 64>>>(a);\n}\n",
      one_dimension(2, 32) + array("a", "int", "4"));
  if (GetParam() == compile::Compiler::clang) return;
  const OutcomePtr outcome = run_good(lesson);
  if (outcome == nullptr) return;
  const std::vector<report::LaunchGroup>& tree = outcome->report.launch_tree;
  ASSERT_EQ(tree.size(), 3U);
  using By = report::LaunchGroup::By;
  std::uint64_t instructions = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const report::LaunchGroup& group = tree[i];
    instructions += group.warp_instructions;
    if (group.kernel == "child") {
      EXPECT_FALSE(group.parent);
      EXPECT_EQ(group.place.line, 11);
      EXPECT_EQ(group.launches, 8U);
      EXPECT_EQ(group.launching_blocks, 2U);
      EXPECT_EQ(group.by, By::thread);
      EXPECT_EQ(group.blocks, 16U);
      EXPECT_EQ(group.depth, 1U);
    } else if (group.depth == 1) {
      EXPECT_FALSE(group.parent);
      EXPECT_EQ(group.place.line, 12);
      EXPECT_EQ(group.launches, 1U);
      EXPECT_EQ(group.by, By::grid);
      EXPECT_EQ(group.block, (report::Dim3{64, 1, 1}));
    } else {
      ASSERT_TRUE(group.parent && *group.parent < i);
      EXPECT_EQ(tree[*group.parent].kernel, "child");
      EXPECT_EQ(group.kernel, "leaf");
      EXPECT_EQ(group.depth, 2U);
      EXPECT_EQ(group.launches, 16U);
      EXPECT_EQ(group.launching_blocks, 16U);
      EXPECT_EQ(group.by, By::block);
      EXPECT_EQ(group.blocks, 48U);
    }
  }
  std::uint64_t expected = 0;
  for (const report::LaunchedKernel& kernel : outcome->report.launched)
    expected += kernel.totals.warp_instructions;
  EXPECT_EQ(instructions, expected);
  EXPECT_EQ(outcome->report.launches_per_depth, (std::vector<std::uint64_t>{1, 9, 16}));
}

LANESCOPE_BOTH_COMPILERS(NestedKernel);

}  // namespace
}  // namespace lanescope::app
