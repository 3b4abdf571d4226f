// Reads a CSV table with a header row.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lanescope::memory::testing {

struct CsvRow {
  int line = 0;                              // in the file, from 1
  std::map<std::string, std::string> cells;  // by column name

  // Throws std::out_of_range if there is no such column.
  [[nodiscard]] const std::string& at(const std::string& column) const { return cells.at(column); }
};

// Throws std::runtime_error if the file can't be read or a row has the wrong number of cells.
[[nodiscard]] std::vector<CsvRow> read_csv(const std::filesystem::path& file);

}  // namespace lanescope::memory::testing
