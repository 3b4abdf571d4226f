// The kernels of the lesson on nested launches. Only NVRTC compiles them.
#include <numeric>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

using Ints = std::vector<std::int32_t>;

class NestedLesson : public BothCompilers {
 protected:
  // Without findings; clang is expected to refuse the lesson.
  static OutcomePtr run_or_refuse(const std::string& variant, const lesson::Values& values) {
    if (GetParam() == compile::Compiler::nvrtc) {
      OutcomePtr outcome = run_shipped("nested", variant, values);
      if (outcome == nullptr) return nullptr;
      for (const Diagnostic& finding : outcome->report.diagnostics)
        EXPECT_EQ(finding.severity, Severity::note) << variant << ": " << finding.message;
      return outcome;
    }
    RunRequest request;
    request.lesson = "nested";
    request.variant = variant;
    request.overrides = values;
    request.compiler = GetParam();
    const auto outcome = run(request);
    EXPECT_FALSE(outcome);
    if (!outcome) {
      EXPECT_GT(outcome.error().line, 0);
      EXPECT_NE(outcome.error().message.find("NVRTC and nvcc can"), std::string::npos)
          << outcome.error().message;
    }
    return nullptr;
  }
  static void expect_contents(const Outcome& outcome, const std::string& name, const Ints& expected,
                              const std::string& what) {
    const auto& arrays = outcome.report.arrays;
    const auto found = std::find_if(arrays.begin(), arrays.end(),
                                    [&](const auto& array) { return array.name == name; });
    ASSERT_NE(found, arrays.end()) << what;
    EXPECT_EQ(found->fnv1a64, hash_of(expected)) << what;
  }
};

std::uint64_t up(std::uint64_t numbers, std::uint64_t block) {
  return (numbers + block - 1) / block;
}

TEST_P(NestedLesson, rows_are_added_up_by_one_launch_a_thread_one_a_block_or_one_for_the_grid) {
  constexpr std::int64_t n = 3232;  // 101 rows, so the last block has fewer
  const auto in = hashed<std::int32_t>(n, 1000);
  Ints sums(in.size() / 32);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i / 32] += in[i];
  for (const std::uint64_t block : {32, 96}) {
    const std::pair<const char*, std::uint64_t> all[] = {
        {"thread", sums.size()}, {"block", up(sums.size(), block)}, {"grid", 1}};
    std::uint64_t instructions = 0;
    for (const auto& [variant, launches] : all) {
      const OutcomePtr outcome =
          run_or_refuse(variant, {{"N", n}, {"BLOCK", static_cast<std::int64_t>(block)}});
      if (outcome == nullptr) continue;
      expect_contents(*outcome, "out", sums, variant);
      ASSERT_EQ(outcome->report.launched.size(), 1U) << variant;
      const report::LaunchedKernel& launched = outcome->report.launched[0];
      EXPECT_EQ(launched.kernel, "row_sum");
      EXPECT_EQ(launched.launches, launches) << variant;
      EXPECT_EQ(launched.blocks, sums.size()) << variant;
      EXPECT_EQ(launched.depth, 1U) << variant;
      // A row is the same work, whoever launches it.
      if (instructions == 0) instructions = launched.totals.warp_instructions;
      EXPECT_EQ(launched.totals.warp_instructions, instructions) << variant;
    }
  }
}

// The last block has fewer numbers than the others.
TEST_P(NestedLesson, both_reductions_find_the_total_whatever_the_sizes) {
  for (const std::uint64_t n : {1024, 1056, 4000}) {
    for (const std::uint64_t block : {32, 96, 256}) {
      const auto in = hashed<std::int32_t>(static_cast<std::int64_t>(n), 1000);
      const Ints total{std::accumulate(in.begin(), in.end(), 0)};
      std::uint64_t chains = 0;  // launches of `halves`
      std::uint64_t deepest = 0;
      for (std::uint64_t first = 0; first < n; first += block) {
        std::uint64_t depth = 0;
        for (std::uint64_t left = up(std::min(block, n - first), 2); left > 1; left = up(left, 2))
          ++depth;
        chains += depth;
        deepest = std::max(deepest, depth);
      }
      std::uint64_t grids = 0;  // launches of `sums`
      std::uint64_t blocks = 0;
      for (std::uint64_t left = up(n, block); left > 1; ++grids) blocks += left = up(left, block);
      struct Case {
        const char* variant;
        std::uint64_t launches, blocks, depth;
      };
      for (const Case& each :
           {Case{"halves", chains, chains, deepest}, Case{"sums", grids, blocks, grids}}) {
        const OutcomePtr outcome = run_or_refuse(
            each.variant,
            {{"N", static_cast<std::int64_t>(n)}, {"BLOCK", static_cast<std::int64_t>(block)}});
        if (outcome == nullptr) continue;
        const std::string what =
            std::string(each.variant) + " " + std::to_string(n) + " " + std::to_string(block);
        expect_contents(*outcome, "total", total, what);
        ASSERT_EQ(outcome->report.launched.size(), 1U) << what;
        const report::LaunchedKernel& launched = outcome->report.launched[0];
        EXPECT_EQ(launched.launches, each.launches) << what;
        EXPECT_EQ(launched.blocks, each.blocks) << what;
        EXPECT_EQ(launched.depth, each.depth) << what;
      }
    }
  }
}

LANESCOPE_LESSON(NestedLesson);

// ---- which kernels launch kernels, by their text ----

int line_of(const std::string& text) {
  lesson::Resolved resolved;
  resolved.source_text = text;
  EXPECT_EQ(launches_kernels(resolved), line_of_launch(resolved) > 0);
  return line_of_launch(resolved);
}

TEST(LaunchesKernels, by_a_launch_that_is_in_no_comment) {
  EXPECT_EQ(line_of("__global__ void k() { k<<<1, 32>>>(); }"), 1);
  EXPECT_EQ(line_of("// a launch: <<<\n__device__ void f() { /* here: */ k<<<1, 32>>>();\n"
                    "k<<<1, 1>>>(); }"),
            2);
  EXPECT_EQ(line_of(""), 0);
  // The host's member of a class that has a device member, too
  EXPECT_EQ(
      line_of("struct A { __device__ int f() { return 1; }\nvoid run() { k<<<1, 32>>>(); } };"), 0);
  EXPECT_EQ(line_of("struct A { void f() {}\n__device__ void run() { k<<<1, 32>>>(); } };"), 2);
  EXPECT_EQ(line_of("__global__ void k() { x = a << b;\n// k<<<1, 32>>>()\n}"), 0);
  EXPECT_EQ(line_of("/* the host says\n   k<<<1, 32>>>() */ int x;"), 0);
}

TEST(LaunchesKernels, whatever_stands_in_strings) {
  const std::string begin = "__global__ void f() { ";
  EXPECT_EQ(line_of(begin + "printf(\"http://x\"); k<<<1, 32>>>(); }"), 1);
  EXPECT_EQ(line_of(begin + "printf(\"/*\");\nk<<<1, 32>>>(); }"), 2);
  EXPECT_EQ(line_of(begin + "printf(\"k<<<1, 32>>>()\"); }"), 0);
}

TEST(LaunchesKernels, not_by_a_launch_of_the_host) {
  EXPECT_EQ(line_of("__global__ void k() {}\nint main() { k<<<1, 32>>>(); }"), 0);
}

}  // namespace
}  // namespace lanescope::app
