// The pass groups of a shared-memory access: the lanes that are served together. Internal to
// sim/memory.
#pragma once

#include <array>
#include <cstdint>

#include "sim/memory/access.h"

namespace lanescope::memory {

struct PassGroups {
  // Masks of the participating lanes of each group. The first `count` are set; none of these is 0.
  std::array<std::uint32_t, 4> lanes{};
  int count = 0;
};

[[nodiscard]] PassGroups pass_groups(const WarpAccess& access);
// Lanes in a whole group, participating or not.
[[nodiscard]] int lanes_per_group(const WarpAccess& access);
// True if a load meets one of the two pairing conditions for the whole warp. Other accesses never
// pair.
[[nodiscard]] bool lanes_pair(const WarpAccess& access);

}  // namespace lanescope::memory
