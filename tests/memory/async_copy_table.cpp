#include "tests/memory/async_copy_table.h"

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

std::uint32_t number(const Row& row, const std::string& column) {
  return static_cast<std::uint32_t>(std::stoul(row.at(column), nullptr, 0));
}

AsyncCopy copy_in(const Row& row) {
  AsyncCopy copy;
  copy.past_l1 = row.at("cache") == "cg";
  copy.fills_zeros = row.at("size") == "register" || row.at("size") == "predicate";
  copy.from.space = Space::global;
  copy.from.op = Op::load;
  copy.to.space = Space::shared;
  copy.to.op = Op::store;
  copy.from.bytes = copy.to.bytes = static_cast<std::uint8_t>(number(row, "bytes"));
  copy.to.mask = number(row, "mask");
  copy.from.mask = number(row, "reads");
  copy.bytes_read.fill(copy.from.bytes);
  for (std::size_t lane = 0; lane < warp_lanes; ++lane) {
    copy.from.address[lane] = number(row, "g" + std::to_string(lane));
    copy.to.address[lane] = number(row, "s" + std::to_string(lane));
  }
  return copy;
}

}  // namespace

std::vector<MeasuredCopy> read_async_copies(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string line;
  if (!std::getline(stream, line)) throw std::runtime_error("cannot read " + file.string());
  const std::vector<std::string> columns = split(line);
  std::vector<MeasuredCopy> table;
  for (int at = 2; std::getline(stream, line); ++at) {
    const std::vector<std::string> cells = split(line);
    if (cells.size() != columns.size()) {
      throw std::runtime_error(file.string() + ":" + std::to_string(at) +
                               ": wrong number of cells");
    }
    Row row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[columns[i]] = cells[i];
    table.push_back({at, row.at("name"), copy_in(row), number(row, "aside") == 1,
                     number(row, "sectors"), number(row, "tag_lookups"),
                     number(row, "wavefronts")});
  }
  return table;
}

}  // namespace lanescope::memory::testing
