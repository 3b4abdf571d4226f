// Launch limits: those of compute capability 2.0 and later (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability"; before 3.0 grids were smaller in x).
#pragma once

#include <cstdint>

namespace lanescope::launch {

// Also the limit of the block's x and y.
inline constexpr std::uint32_t max_threads_per_block = 1024;
inline constexpr std::uint32_t max_block_z = 64;
inline constexpr std::uint64_t max_grid_x = 0x7fff'ffffULL;
inline constexpr std::uint64_t max_grid_yz = 65535;

}  // namespace lanescope::launch
