#include "tests/memory/hardware_table.h"

#include <map>

#include "tests/memory/csv_table.h"

namespace lanescope::memory::testing {
namespace {

std::optional<std::uint32_t> count_in(const CsvRow& row, const std::string& column) {
  const std::string& cell = row.at(column);
  if (cell.empty()) return std::nullopt;
  return static_cast<std::uint32_t>(std::stoul(cell));
}

WarpAccess access_in(const CsvRow& row) {
  static const std::map<std::string, Op> ops{
      {"ld", Op::load}, {"st", Op::store}, {"atom", Op::atomic}, {"red", Op::reduction}};
  WarpAccess access;
  access.space = row.at("space") == "shared" ? Space::shared : Space::global;
  access.op = ops.at(row.at("op"));
  access.bytes = static_cast<std::uint8_t>(std::stoul(row.at("bytes")));
  access.mask = static_cast<std::uint32_t>(std::stoul(row.at("mask"), nullptr, 16));
  for (std::size_t lane = 0; lane < warp_lanes; ++lane)
    access.address[lane] = std::stoull(row.at("o" + std::to_string(lane)));
  return access;
}

}  // namespace

std::vector<MeasuredAccess> read_hardware_table(const std::filesystem::path& file) {
  std::vector<MeasuredAccess> table;
  for (const CsvRow& row : read_csv(file)) {
    table.push_back({row.line, row.at("name"), access_in(row), count_in(row, "requests"),
                     count_in(row, "sectors"), count_in(row, "tag_lookups"),
                     count_in(row, "wavefronts"), count_in(row, "conflicts")});
  }
  return table;
}

}  // namespace lanescope::memory::testing
