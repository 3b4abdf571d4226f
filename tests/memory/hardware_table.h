// Reads the rows of tests/data/h200_warp_accesses.csv.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/memory/access.h"

namespace lanescope::memory::testing {

struct MeasuredAccess {
  int row = 0;  // line of the file, from 1
  std::string name;
  WarpAccess access;
  std::optional<std::uint32_t> requests, sectors, tag_lookups, wavefronts,
      conflicts;  // empty cells are nullopt
};

// Throws std::runtime_error if the file does not have the expected format.
std::vector<MeasuredAccess> read_hardware_table(const std::filesystem::path& file);

}  // namespace lanescope::memory::testing
