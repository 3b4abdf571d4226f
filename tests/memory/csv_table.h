// A table with a row of names above it, read the plain way.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lanescope::memory::testing {

struct CsvRow {
  int line = 0;                              // of the file, from 1
  std::map<std::string, std::string> cells;  // by the names of the columns

  // Throws std::out_of_range when there is no such column.
  [[nodiscard]] const std::string& at(const std::string& column) const { return cells.at(column); }
};

// Throws std::runtime_error when the file can't be read, or a row has another number of cells.
[[nodiscard]] std::vector<CsvRow> read_csv(const std::filesystem::path& file);

}  // namespace lanescope::memory::testing
