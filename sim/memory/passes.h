// Which part of the warp the hardware serves together, as a number of lanes.
#pragma once

#include "sim/memory/access.h"
#include "sim/memory/machine.h"

namespace lanescope::memory {

// 32, 16 or 8 neighbouring lanes: of a shared access those of a pass group, of a load or store of
// global memory those of a request. Not of asynchronous copies: lines and lanes decide there.
[[nodiscard]] int lanes_a_pass(const WarpAccess& access, const Machine& machine = {});
// A shared load of 8 or 16 bytes, as measured on the H200, whose lanes pair (see shared.h): twice
// as many lanes are served together as else.
[[nodiscard]] bool lanes_go_in_pairs(const WarpAccess& access, const Machine& machine = {});

}  // namespace lanescope::memory
