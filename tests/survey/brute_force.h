// A launch's survey computed directly from its traces: every warp of every block, event by event,
// byte by byte.
#pragma once

#include <vector>

#include "sim/survey/survey.h"

namespace lanescope::survey::test {

struct Traced {
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::vector<report::ArrayInfo> arrays;
  memory::MemoryRules machine;
  // Report::traces of every block that ran, in block order.
  std::vector<std::vector<report::WarpTrace>> blocks;
};

// Everything except `sites`, without limits.
[[nodiscard]] Survey brute_force(const Traced& launch);

// The difference as text; empty if there is none. `sites` are not compared.
[[nodiscard]] std::string difference(const Survey& expected, const Survey& found);

}  // namespace lanescope::survey::test
