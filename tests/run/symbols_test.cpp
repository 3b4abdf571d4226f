// [[symbols]]: variables that the host sets before the launch, and kernels that read unset ones.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class Symbols : public BothCompilers {};
LANESCOPE_BOTH_COMPILERS(Symbols);

const std::string launch = "[launch]\ngrid = [1]\nblock = [32]\n";

std::string symbol(const std::string& name, const std::string& type, const std::string& rest) {
  return fmt::format("[[symbols]]\nname = \"{}\"\ntype = \"{}\"\n{}\n", name, type, rest);
}

std::uint64_t unset_in(const Outcome& outcome) {
  return static_cast<std::uint64_t>(std::ranges::count(
      outcome.report.diagnostics, DiagnosticKind::unset_variable, &Diagnostic::kind));
}

TEST_P(Symbols, constant_and_device_variables_have_what_the_lesson_gives_them) {
  const LessonOnDisk lesson(
      "__constant__ int table[32];\n__device__ int offset;\n"
      "namespace own { __device__ int factor; }\n"
      "__global__ void k(int* out)\n{\n    out[threadIdx.x] = own::factor * table[threadIdx.x] + "
      "offset;\n}\n",
      launch + array("out", "int", "32") + symbol("table", "int", "count = 32\ninit = \"iota\"") +
          symbol("offset", "int", "value = 100") + symbol("own::factor", "int", "value = 3"));
  const OutcomePtr outcome = run_good(lesson);
  ASSERT_TRUE(outcome);
  std::vector<int> expected(32);
  for (int i = 0; i < 32; ++i) expected[static_cast<std::size_t>(i)] = 3 * i + 100;
  EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash_of(expected));
  EXPECT_EQ(unset_in(*outcome), 0U);
  EXPECT_EQ(outcome->symbols.size(), 3U);
}

TEST_P(Symbols, what_a_symbol_does_not_cover_keeps_its_value) {
  const LessonOnDisk lesson(
      "__device__ int table[32] = {9, 9, 9, 9};\n"
      "__global__ void k(int* out) { out[threadIdx.x] = table[threadIdx.x]; }\n",
      launch + array("out", "int", "32") + symbol("table", "int", "count = 2\ninit = \"iota\""));
  const OutcomePtr outcome = run_good(lesson);
  ASSERT_TRUE(outcome);
  std::vector<int> expected(32);
  expected[1] = 1;
  expected[2] = expected[3] = 9;
  EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash_of(expected));
}

TEST_P(Symbols, a_name_that_is_nowhere_is_refused_with_the_names_that_are_there) {
  const Problem problem = run_bad(
      LessonOnDisk("__constant__ int table[32];\n"
                   "__global__ void k(int* out) { out[threadIdx.x] = table[threadIdx.x]; }\n",
                   launch + array("out", "int", "32") + symbol("tabel", "int", "value = 1")));
  EXPECT_EQ(problem.exit_code, 2);
  EXPECT_NE(problem.message.find("'tabel'"), std::string::npos) << problem.message;
  EXPECT_NE(problem.message.find("it has: table"), std::string::npos) << problem.message;
}

TEST_P(Symbols, more_bytes_than_the_variable_has_are_refused) {
  const Problem problem = run_bad(
      LessonOnDisk("__constant__ int table[4];\n"
                   "__global__ void k(int* out) { out[threadIdx.x] = table[threadIdx.x % 4]; }\n",
                   launch + array("out", "int", "32") + symbol("table", "int", "count = 5")));
  EXPECT_NE(problem.message.find("20 bytes; the variable has 16"), std::string::npos)
      << problem.message;
}

TEST_P(Symbols, a_kernel_that_reads_an_unset_variable_is_told_so) {
  for (const char* space : {"__constant__", "__device__"}) {
    const OutcomePtr outcome = run_good(LessonOnDisk(
        fmt::format("{} int table[32];\n__global__ void k(int* out)\n{{\n    out[threadIdx.x] = "
                    "table[threadIdx.x];\n}}\n",
                    space),
        launch + array("out", "int", "32")));
    ASSERT_TRUE(outcome);
    ASSERT_EQ(unset_in(*outcome), 1U) << space;
    const auto found = std::ranges::find(outcome->report.diagnostics,
                                         DiagnosticKind::unset_variable, &Diagnostic::kind);
    EXPECT_EQ(found->severity, Severity::warning);
    EXPECT_EQ(found->place.line, 4) << space;
    EXPECT_NE(found->message.find("table"), std::string::npos) << found->message;
  }
}

TEST_P(Symbols, a_variable_that_the_kernel_writes_itself_may_begin_at_zero) {
  const OutcomePtr outcome = run_good(LessonOnDisk(
      "__device__ unsigned count;\n"
      "__global__ void k(int* out) { out[threadIdx.x] = (int)atomicAdd(&count, 1u); }\n",
      launch + array("out", "int", "32")));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(unset_in(*outcome), 0U);
}

}  // namespace
}  // namespace lanescope::app
