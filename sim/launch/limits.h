// How large a launch may be: limits of compute capability 2.0 and later (CUDA C++ Programming
// Guide, "Technical Specifications per Compute Capability"; grids were smaller in x before 3.0).
#pragma once

#include <cstdint>

namespace lanescope::launch {

inline constexpr std::uint32_t max_threads_per_block = 1024;  // in x, in y, and in all
inline constexpr std::uint32_t max_block_z = 64;
inline constexpr std::uint64_t max_grid_x = 0x7fff'ffffULL;
inline constexpr std::uint64_t max_grid_yz = 65535;

}  // namespace lanescope::launch
