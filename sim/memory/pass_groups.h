// Which lanes a shared-memory access serves together. Internal to sim/memory.
#pragma once

#include <array>
#include <cstdint>

#include "sim/memory/access.h"

namespace lanescope::memory {

struct PassGroups {
  // Participating lanes of each group, as masks; the first `count` are set, none is 0.
  std::array<std::uint32_t, 4> lanes{};
  int count = 0;
};

[[nodiscard]] PassGroups pass_groups(const WarpAccess& access);
// Of a whole group, whoever takes part.
[[nodiscard]] int lanes_a_group(const WarpAccess& access);
// Only loads pair, and one of the two conditions has to hold for the whole warp.
[[nodiscard]] bool lanes_pair(const WarpAccess& access);

}  // namespace lanescope::memory
