#include "tests/memory/async_copy_table.h"

#include "tests/memory/csv_table.h"

namespace lanescope::memory::testing {
namespace {

std::uint32_t number(const CsvRow& row, const std::string& column) {
  return static_cast<std::uint32_t>(std::stoul(row.at(column), nullptr, 0));
}

AsyncCopy copy_in(const CsvRow& row) {
  AsyncCopy copy;
  copy.bypasses_l1 = row.at("cache") == "cg";
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
  std::vector<MeasuredCopy> table;
  for (const CsvRow& row : read_csv(file)) {
    table.push_back({row.line, row.at("name"), copy_in(row), number(row, "aside") == 1,
                     number(row, "sectors"), number(row, "tag_lookups"),
                     number(row, "wavefronts")});
  }
  return table;
}

}  // namespace lanescope::memory::testing
