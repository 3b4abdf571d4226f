// How many neighbouring lanes the hardware serves together.
#pragma once

#include "sim/memory/access.h"
#include "sim/memory/memory_rules.h"

namespace lanescope::memory {

// 32, 16 or 8 lanes: a pass group of a shared access, or a request of a global load or store. Not
// for asynchronous copies, where lines and lanes decide.
[[nodiscard]] int lanes_per_pass(const WarpAccess& access, const MemoryRules& machine = {});
// True for a shared load of 8 or 16 bytes whose lanes pair under the H200's rules (see shared.h):
// twice as many lanes are then served together.
[[nodiscard]] bool lanes_go_in_pairs(const WarpAccess& access, const MemoryRules& machine = {});

}  // namespace lanescope::memory
