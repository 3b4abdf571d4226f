// 95 kernels of divergent control flow, 41 written by hand and 54 by a random generator, compared
// with an NVIDIA H100: the arrays bit for bit, and the counts of accesses, which tell how the lanes
// came together. tests/data/README.md describes the table.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "app/session/sweeps/quantity.h"
#include "tests/memory/csv_table.h"
#include "tests/paths.h"
#include "tests/run/lesson_on_disk.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

const std::string folder = LANESCOPE_TEST_DATA "/control_flow/";

// The GPU's figures hold for the PTX of these compilers. Others may order the blocks differently;
// then only the arrays are compared.
const std::map<std::string, std::string> measured_with{{"nvrtc", "13.0"}, {"clang", "14.0.6"}};

// Where the counts differ from the GPU's, and why.
struct Difference {
  std::string compiler;
  std::string kernel;
  std::string reason;
};
// The places are those of the machine code for sm_90 of ptxas 13.0.
const std::string two_heads =
    "a loop with two entries: ptxas copies its second half in front of it (00f0 to 0170)";
const std::string jump_tables =
    "ptxas makes jump tables of comparisons (BRX), so blocks have other paths";
const std::string equal_length =
    "two meeting points exclude each other; the code behind them has the same length for ptxas, "
    "and in PTX that of the one which it does not choose is longer: ";
const std::string no_barrier =
    "lanes leave the loop in two places for the store behind it (04f0 and 0590 to 0930), where the "
    "machine code has no barrier, as here; the GPU counts it once less";
const Difference known_differences[] = {
    {"nvrtc", "into_the_loop", two_heads},
    {"nvrtc", "table", jump_tables},
    {"nvrtc", "table_in_loop", jump_tables},
    {"nvrtc", "loop_8", equal_length + "BSSY at 0260 for S(6), not S(3)"},
    {"nvrtc", "mix_1", equal_length + "BSSY at 02b0 for S(12), not S(3), which has one IADD3"},
    {"clang", "mix_1", equal_length + "BSSY at 02b0 for S(12), not S(3), which has one IADD3"},
    {"nvrtc", "mix_14", no_barrier},
    {"clang", "mix_14", no_barrier},
};

class MeasuredControlFlow : public BothCompilers {};

TEST_P(MeasuredControlFlow, leaves_the_arrays_and_counts_of_an_h100) {
  const std::string compiler = GetParam() == compile::Compiler::nvrtc ? "nvrtc" : "clang";
  std::map<std::string, std::string> texts;
  std::set<std::string> differ;
  for (const memory::testing::CsvRow& row : memory::testing::read_csv(folder + "h100.csv")) {
    if (row.at("compiler") != compiler) continue;
    const std::string& kernel = row.at("kernel");
    std::string& text = texts[row.at("source")];
    if (text.empty()) text = tests::text_of(folder + row.at("source") + ".cu");
    const LessonOnDisk lesson(text,
                              "[launch]\ngrid = [1]\nblock = [64]\n" +
                                  array("a", "int", "1024", "hash:100") + array("o", "int", "4096"),
                              kernel);
    const OutcomePtr outcome = run_good(lesson);
    ASSERT_NE(outcome, nullptr) << kernel;
    for (const Diagnostic& finding : outcome->report.diagnostics)
      ADD_FAILURE() << kernel << ": " << finding.message;
    EXPECT_EQ(outcome->report.arrays[1].fnv1a64, row.at("o")) << kernel;
    if (outcome->ptx.compiler_version != measured_with.at(compiler)) continue;
    const LaunchFacts facts = facts_of(outcome->report);
    std::string wrong;
    for (const auto& [name, count] : row.cells) {
      if (name.find('.') == std::string::npos) continue;
      const double found = quantity(name, facts).value_or(0);
      if (found != std::stod(count)) wrong += fmt::format(" {} {} not {}", name, found, count);
    }
    if (wrong.empty()) continue;
    differ.insert(kernel);
    const bool is_known = std::ranges::any_of(known_differences, [&](const Difference& known) {
      return known.compiler == compiler && known.kernel == kernel;
    });
    EXPECT_TRUE(is_known) << kernel << ":" << wrong;
  }
  for (const Difference& known : known_differences) {
    if (known.compiler != compiler || differ.empty()) continue;
    EXPECT_TRUE(differ.contains(known.kernel))
        << known.kernel << " no longer differs: " << known.reason;
  }
}

LANESCOPE_BOTH_COMPILERS(MeasuredControlFlow);

}  // namespace
}  // namespace lanescope::app
