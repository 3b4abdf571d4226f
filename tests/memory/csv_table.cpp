#include "tests/memory/csv_table.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lanescope::memory::testing {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

}  // namespace

std::vector<CsvRow> read_csv(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  if (!std::getline(stream, line)) throw std::runtime_error("cannot read " + file.string());
  const std::vector<std::string> columns = split(line);
  std::vector<CsvRow> rows;
  for (int number = 2; std::getline(stream, line); ++number) {
    const std::vector<std::string> cells = split(line);
    if (cells.size() != columns.size()) {
      throw std::runtime_error(file.string() + ":" + std::to_string(number) +
                               ": wrong number of cells");
    }
    CsvRow row{number, {}};
    for (std::size_t i = 0; i < cells.size(); ++i) row.cells[columns[i]] = cells[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace lanescope::memory::testing
