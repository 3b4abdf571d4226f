// Reads the rows of tests/data/h200_async_copies.csv.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/memory/async_copy.h"

namespace lanescope::memory::testing {

struct MeasuredCopy {
  int row = 0;  // line of the file, from 1
  std::string name;
  AsyncCopy copy;
  bool aside = false;  // held out: measured after the rules were written
  std::uint32_t sectors = 0;
  std::uint32_t tag_lookups = 0;
  std::uint32_t wavefronts = 0;
};

// Throws std::runtime_error if the file does not have the expected format.
std::vector<MeasuredCopy> read_async_copies(const std::filesystem::path& file);

}  // namespace lanescope::memory::testing
