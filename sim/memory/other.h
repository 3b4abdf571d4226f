// What accesses to constant and local memory cost. These rules come from the CUDA C++ Programming
// Guide, "Device Memory Accesses"; unlike global and shared memory they are not held against our
// own measurements.
#pragma once

#include <cstdint>

#include "sim/memory/access.h"
#include "sim/memory/global.h"

namespace lanescope::memory {

// A constant request is split into as many as there are different addresses in it.
[[nodiscard]] std::uint32_t constant_transactions(const WarpAccess& access);

// Local memory is laid out so that consecutive 4-byte words of one thread lie 32 words apart and
// the same word of neighbouring lanes lies side by side: lanes at the same offset are fully
// coalesced.
[[nodiscard]] GlobalCost local_cost(const WarpAccess& access);

}  // namespace lanescope::memory
