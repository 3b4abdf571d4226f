// Whole CUDA programs print with the simulator what they printed on a GPU (NAME.out), whichever
// compiler builds them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/compile/compile.h"
#include "kernels/compile/process.h"
#include "tests/built.h"
#include "tests/paths.h"
#include "tests/temporary_folder.h"

namespace lanescope::app::testing {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const fs::path folder = fs::path(LANESCOPE_SOURCE_DIR) / "tests" / "programs";

struct ProgramRow {
  std::string name, flags, input, compiler;
  Words files, arguments;
  int exit_code = 0;
};
void PrintTo(const ProgramRow& row, std::ostream* out) { *out << row.name << " " << row.compiler; }

Words words_of(const std::string& text) {
  std::istringstream stream(text);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// A row for each compiler. `./run test all` sets the variable.
std::vector<ProgramRow> rows() {
  const bool all = std::getenv("LANESCOPE_TEST_EVERYTHING") != nullptr;
  std::ifstream table(folder / "programs.txt");
  std::vector<ProgramRow> rows;
  for (std::string line; std::getline(table, line);) {
    if (line.empty() || line.front() == '#') continue;
    Words cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, '|');) cells.push_back(trimmed(cell));
    cells.resize(8);
    ProgramRow row{cells[0],           trimmed("-std=c++17 " + cells[4]),
                   cells[6],           {},
                   words_of(cells[1]), words_of(cells[5])};
    row.files.insert(row.files.begin(), row.name + ".cu");
    if (!cells[7].empty()) row.exit_code = std::stoi(cells[7]);
    for (const std::string& compiler : words_of(cells[all ? 2 : 3])) {
      row.compiler = compiler;
      rows.push_back(row);
    }
  }
  return rows;
}

class ProgramsRun : public ::testing::TestWithParam<ProgramRow> {
 protected:
  void SetUp() override {
    for (const compile::Availability& each : compile::available()) {
      if (name_of(each.compiler) == GetParam().compiler && !each.usable)
        GTEST_SKIP() << each.why_not;
    }
  }
};
INSTANTIATE_TEST_SUITE_P(All, ProgramsRun, ::testing::ValuesIn(rows()), [](const auto& each) {
  return each.param.name + "_" + each.param.compiler;
});

TEST_P(ProgramsRun, prints_what_it_prints_on_a_gpu) {
  const ProgramRow& row = GetParam();
  Words words{"-C",  folder.string(), tests::built("bin/lanescope"),
              "run", "--compiler",    row.compiler};
  words.insert(words.end(), row.files.begin(), row.files.end());
  words.insert(words.end(), {"--flags", row.flags, "--"});
  words.insert(words.end(), row.arguments.begin(), row.arguments.end());
  const std::string input = row.input.empty() ? "" : tests::text_of(folder / row.input);
  const compile::ProcessResult ended =
      compile::run_process("/usr/bin/env", words, input, std::chrono::seconds(110));
  EXPECT_EQ(ended.output, tests::text_of(folder / (row.name + ".out"))) << ended.errors;
  EXPECT_EQ(ended.exit_status, row.exit_code) << ended.errors;
  // The programs of the error table make mistakes, the others none.
  if (row.name.starts_with("errors_")) return;
  EXPECT_EQ(ended.errors.find(": error: "), std::string::npos) << ended.errors;
  EXPECT_EQ(ended.errors.find(": warning: "), std::string::npos) << ended.errors;
}

}  // namespace
}  // namespace lanescope::app::testing
