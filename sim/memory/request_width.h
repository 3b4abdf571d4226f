// How many lanes one request has on a machine. Internal to sim/memory.
#pragma once

#include "sim/memory/memory_rules.h"

namespace lanescope::memory {

inline constexpr int half_warp = warp_lanes / 2;

// Not for SharedRule::measured, whose groups are in pass_groups.h.
[[nodiscard]] int lanes_per_request(const WarpAccess& access, SharedRule rule);
[[nodiscard]] int lanes_per_request(const WarpAccess& access, GlobalRule rule);

}  // namespace lanescope::memory
