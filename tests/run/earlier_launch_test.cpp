// [[before]]: kernels that run before the lesson's own and hand arrays on.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class EarlierLaunch : public BothCompilers {};
LANESCOPE_BOTH_COMPILERS(EarlierLaunch);

const std::string one_block = "[launch]\ngrid = [1]\nblock = [32]\n";
const std::string a_and_out = array("a", "int", "32") + array("out", "int", "32");
const std::string adds_one_kernel =
    "__global__ void k(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x] + 1; }\n";

std::string earlier_entry(const std::string& kernel, const std::string& args, int blocks = 1) {
  return fmt::format(
      "[[before]]\nkernel = \"{}\"\nlaunch = {{ grid = [{}], block = [32] }}\nargs = [{}]\n",
      kernel, blocks, args);
}

// first, first + step, ...
std::vector<int> steps_from(int first, int step) {
  std::vector<int> all;
  for (int i = 0; i < 32; ++i) all.push_back(first + i * step);
  return all;
}

TEST_P(EarlierLaunch, hands_its_arrays_on_and_only_the_last_one_is_counted) {
  const std::string fills =
      "__global__ void fill(int* a, int by) { a[threadIdx.x] = by * (int)threadIdx.x; }\n"
      "__global__ void twice(int* a) { a[threadIdx.x] *= 2; }\n";
  const LessonOnDisk lesson(
      adds_one_kernel + fills,
      one_block + a_and_out +
          earlier_entry("fill", "{ pointer = \"a\" }, { type = \"int\", value = 3 }") +
          earlier_entry("twice", "{ pointer = \"a\" }"));
  RunRequest request = lesson.request();
  request.compiler = GetParam();
  request.want_arrays = true;
  const auto outcome = run(request);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ((*outcome)->report.arrays[1].fnv1a64, hash_of(steps_from(1, 6)));
  EXPECT_EQ((*outcome)->arrays[0].initial, std::vector<std::byte>(128));
  EXPECT_EQ((*outcome)->arrays[0].before, (*outcome)->arrays[0].after);
  EXPECT_EQ((*outcome)->arrays[0].bytes_written, 0U);
  EXPECT_EQ((*outcome)->earlier_symbols.size(), 2U);

  const OutcomePtr alone = run_good(LessonOnDisk(adds_one_kernel + fills, one_block + a_and_out));
  ASSERT_TRUE(alone);
  EXPECT_EQ((*outcome)->report.totals.warp_instructions, alone->report.totals.warp_instructions);
  EXPECT_EQ(alone->report.arrays[1].fnv1a64, hash_of(steps_from(1, 0)));
}

TEST_P(EarlierLaunch, hands_device_variables_on) {
  for (const int start : {0, 10}) {
    const std::string symbols =
        start == 0 ? "" : "[[symbols]]\nname = \"shift\"\ntype = \"int\"\nvalue = 10\n";
    const OutcomePtr outcome = run_good(LessonOnDisk(
        "__device__ int shift;\n"
        "__global__ void set(int by) { shift += by; }\n"
        "__global__ void k(int* out) { out[threadIdx.x] = shift + (int)threadIdx.x; }\n",
        one_block + array("out", "int", "32") + symbols +
            "[[before]]\nkernel = \"set\"\nlaunch = { grid = [1], block = [1] }\n"
            "args = [{ type = \"int\", value = 5 }]\n"));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash_of(steps_from(start + 5, 1)));
    for (const Diagnostic& each : outcome->report.diagnostics)
      EXPECT_NE(each.kind, DiagnosticKind::unset_variable) << each.message;
  }
}

TEST_P(EarlierLaunch, runs_in_order_where_its_blocks_depend_on_each_other) {
  const OutcomePtr outcome = run_good(LessonOnDisk(
      adds_one_kernel + "__global__ void count(volatile int* a) { a[threadIdx.x] += 1; }\n",
      one_block + a_and_out + earlier_entry("count", "{ pointer = \"a\" }", 64)));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(steps_from(65, 0)));
}

TEST_P(EarlierLaunch, with_a_mistake_ends_the_run) {
  const Problem problem = run_bad(LessonOnDisk(
      adds_one_kernel + "__global__ void fill(int* a)\n{\n    a[threadIdx.x + 1] = 0;\n}\n",
      one_block + a_and_out + earlier_entry("fill", "{ pointer = \"a\" }")));
  EXPECT_EQ(problem.exit_code, 2);
  EXPECT_EQ(problem.line, 4);
  EXPECT_NE(problem.message.find("in fill, which runs before"), std::string::npos)
      << problem.message;
}

TEST_P(EarlierLaunch, with_a_race_is_reported_and_the_run_goes_on) {
  const std::string shifts =
      "__global__ void shift(int* a)\n{\n    a[threadIdx.x] = blockIdx.x;\n}\n"
      "__global__ void turn(int* a)\n{\n    __shared__ int s[64];\n    s[threadIdx.x] = 1;\n"
      "    __syncthreads();\n    s[threadIdx.x] = 1;\n"
      "    a[threadIdx.x] = s[threadIdx.x ^ 32];\n}\n";
  for (const bool is_shared : {false, true}) {
    std::string entry =
        earlier_entry(is_shared ? "turn" : "shift", "{ pointer = \"a\" }", is_shared ? 1 : 2);
    if (is_shared) entry.replace(entry.find("block = [32]"), 12, "block = [64]");
    const OutcomePtr outcome =
        run_good(LessonOnDisk(adds_one_kernel + shifts, one_block + array("a", "int", "64") +
                                                            array("out", "int", "32") + entry));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(steps_from(2, 0)));
    EXPECT_TRUE(outcome->report.diagnostics.empty());
    const std::vector<Diagnostic>& remarks = outcome->report.remarks;
    const auto race = std::ranges::find(
        remarks, is_shared ? DiagnosticKind::shared_race : DiagnosticKind::global_race,
        &Diagnostic::kind);
    ASSERT_NE(race, remarks.end());
    EXPECT_EQ(race->severity, Severity::error);
    EXPECT_EQ(race->place.line, is_shared ? 11 : 4);
    EXPECT_NE(race->message.find("which runs before"), std::string::npos) << race->message;
  }
}

TEST_P(EarlierLaunch, that_does_not_fit_the_text_is_refused_at_its_place) {
  const std::string fill = "__global__ void fill(int* a) { a[threadIdx.x] = 0; }\n";
  Problem problem = run_bad(LessonOnDisk(
      adds_one_kernel + fill, one_block + a_and_out + earlier_entry("fil", "{ pointer = \"a\" }")));
  EXPECT_EQ(problem.key, "before[0].kernel");
  EXPECT_NE(problem.message.find("no kernel 'fil'"), std::string::npos) << problem.message;
  problem = run_bad(
      LessonOnDisk(adds_one_kernel + fill,
                   one_block + a_and_out + earlier_entry("fill", "{ type = \"int\", value = 3 }")));
  EXPECT_EQ(problem.key, "before[0].args[0].count") << problem.message;
  problem = run_bad(
      LessonOnDisk(adds_one_kernel + fill, one_block + a_and_out + earlier_entry("fill", "")));
  EXPECT_EQ(problem.key, "before[0].args") << problem.message;
}

}  // namespace
}  // namespace lanescope::app
