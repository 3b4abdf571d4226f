// How many neighbouring lanes the hardware serves together.
#pragma once

#include <array>
#include <cstdint>

#include "sim/memory/access.h"
#include "sim/memory/memory_rules.h"

namespace lanescope::memory {

// 32, 16 or 8 lanes: a pass group of a shared access, or a request of a global load or store. Not
// for asynchronous copies, where lines and lanes decide.
[[nodiscard]] int lanes_per_pass(const WarpAccess& access, const MemoryRules& machine = {});
// True for a shared load of 8 or 16 bytes whose lanes pair under the H200's rules (see shared.h):
// twice as many lanes are then served together.
[[nodiscard]] bool lanes_go_in_pairs(const WarpAccess& access, const MemoryRules& machine = {});

// The pass groups of a shared-memory access: the lanes that are served together. Internal to
// sim/memory.

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
