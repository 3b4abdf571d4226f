// The rules in sim/memory against every access measured on a GPU.

#include "tests/memory/hardware_table.h"

#include <gtest/gtest.h>

#include "sim/memory/global.h"
#include "sim/memory/shared.h"
#include "tests/paths.h"

namespace lanescope::memory::testing {
namespace hardware_table_test {
namespace {

std::vector<MeasuredAccess> table() {
  return read_hardware_table(LANESCOPE_TEST_DATA "/h200_warp_accesses.csv");
}

// One line per row and counter that differ: "row name counter measured rule".
std::vector<std::string> differences(const MeasuredAccess& measured) {
  std::vector<std::string> found;
  const auto compare = [&](const char* counter, std::optional<std::uint32_t> truth,
                           std::uint32_t rule) {
    if (truth && *truth != rule) {
      found.push_back(std::to_string(measured.row) + " " + measured.name + " " + counter + " " +
                      std::to_string(*truth) + " " + std::to_string(rule));
    }
  };
  if (measured.access.space == Space::shared) {
    const SharedCost cost = shared_cost(measured.access);
    compare("wavefronts", measured.wavefronts, cost.wavefronts);
    compare("conflicts", measured.conflicts, cost.conflicts);
  } else {
    const GlobalCost cost = global_cost(measured.access);
    compare("requests", measured.requests, measured.access.mask != 0 ? 1 : 0);
    compare("sectors", measured.sectors, cost.sectors);
    compare("tag_lookups", measured.tag_lookups, cost.tag_lookups);
  }
  return found;
}

TEST(HardwareTable, has_737_rows_and_a_counter_to_compare_in_each) {
  const auto rows = table();
  EXPECT_EQ(rows.size(), 737U);
  for (const MeasuredAccess& row : rows)
    EXPECT_TRUE(row.sectors || row.conflicts) << "row " << row.row;
}

TEST(HardwareTable, every_row_agrees_but_two_scattered_global_atomics) {
  std::vector<std::string> found;
  for (const MeasuredAccess& row : table()) {
    for (std::string& difference : differences(row)) found.push_back(std::move(difference));
  }
  const std::vector<std::string> known{"723 rand512 sectors 26 25", "725 rand512 sectors 26 25"};
  EXPECT_EQ(found, known);
}

TEST(HardwareTable, the_schedule_of_every_shared_row_has_the_measured_wavefronts) {
  int compared = 0;
  for (const MeasuredAccess& row : table()) {
    if (row.access.space != Space::shared || !row.wavefronts) continue;
    EXPECT_EQ(shared_schedule(row.access).wavefronts.size(), *row.wavefronts) << "row " << row.row;
    ++compared;
  }
  EXPECT_GT(compared, 300);
}

}  // namespace
}  // namespace hardware_table_test
}  // namespace lanescope::memory::testing
