// The cost of accesses to constant and local memory. The rules come from the CUDA C++ Programming
// Guide, "Device Memory Accesses". Unlike those of global and shared memory, they are not checked
// against measurements.
#pragma once

#include <cstdint>

#include "sim/memory/access.h"
#include "sim/memory/global.h"

namespace lanescope::memory {

// A constant request is split into one transaction for each distinct address.
[[nodiscard]] std::uint32_t constant_transactions(const WarpAccess& access);

// In local memory, consecutive 4-byte words of one thread are 32 words apart, and the same word of
// neighbouring lanes is adjacent. So lanes at the same offset are fully coalesced.
[[nodiscard]] GlobalCost local_cost(const WarpAccess& access);

}  // namespace lanescope::memory
