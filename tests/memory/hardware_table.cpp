#include "tests/memory/hardware_table.h"

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace lanescope::memory::testing {
namespace {

using Row = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

std::optional<std::uint32_t> count_in(const Row& row, const std::string& column) {
  const std::string& cell = row.at(column);
  if (cell.empty()) return std::nullopt;
  return static_cast<std::uint32_t>(std::stoul(cell));
}

WarpAccess access_in(const Row& row) {
  static const std::map<std::string, Op> ops{
      {"ld", Op::load}, {"st", Op::store}, {"atom", Op::atomic}, {"red", Op::reduction}};
  WarpAccess access;
  access.space = row.at("space") == "shared" ? Space::shared : Space::global;
  access.op = ops.at(row.at("op"));
  access.bytes = static_cast<std::uint8_t>(std::stoul(row.at("bytes")));
  access.mask = static_cast<std::uint32_t>(std::stoul(row.at("mask"), nullptr, 16));
  for (std::size_t lane = 0; lane < warp_lanes; ++lane) {
    access.address[lane] = std::stoull(row.at("o" + std::to_string(lane)));
  }
  return access;
}

}  // namespace

std::vector<MeasuredAccess> read_hardware_table(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  if (!std::getline(stream, line)) throw std::runtime_error("cannot read " + file.string());
  const std::vector<std::string> columns = split(line);
  std::vector<MeasuredAccess> table;
  for (int number = 2; std::getline(stream, line); ++number) {
    const std::vector<std::string> cells = split(line);
    if (cells.size() != columns.size()) {
      throw std::runtime_error(file.string() + ":" + std::to_string(number) +
                               ": wrong number of cells");
    }
    Row row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[columns[i]] = cells[i];
    table.push_back({number, row.at("name"), access_in(row), count_in(row, "requests"),
                     count_in(row, "sectors"), count_in(row, "tag_lookups"),
                     count_in(row, "wavefronts"), count_in(row, "conflicts")});
  }
  return table;
}

}  // namespace lanescope::memory::testing
