// How many blocks of a kernel can be resident on a multiprocessor, and which resource sets the
// limit.
//
// The rules are those of NVIDIA's occupancy calculator (cuda_occupancy.h of CUDA 13.0 for compute
// capability 3.0 and later, of CUDA 7.0 for 1.x and 2.x), with the machine's figures. Left out:
// cached global loads of 5.2 and 6.1, which halve the multiprocessor for kernels that opt in.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/machine/profile.h"

namespace lanescope::machine {

enum class Resource : std::uint8_t { registers, shared, warps, blocks };
inline constexpr std::size_t resource_count = 4;
[[nodiscard]] std::string_view name_of(Resource resource);  // "registers", ...

struct KernelNeeds {
  std::uint32_t threads_per_block = 1;
  std::optional<std::uint32_t> registers;  // per thread; empty: not known
  std::uint64_t shared_bytes = 0;          // per block, static and dynamic
  std::uint64_t dynamic_shared_bytes = 0;  // of these
};

// The limit that one resource sets.
struct ResourceLimit {
  bool known = false;           // both the machine's figures and the kernel's needs are known
  bool bounded = false;         // false: the kernel uses none of the resource
  std::uint64_t blocks = 0;     // if bounded: the number of blocks that fit
  std::uint64_t per_block = 0;  // amount per block, rounded up to the allocation unit
  std::uint64_t capacity = 0;   // amount per multiprocessor
};

struct Occupancy {
  std::uint64_t warps_per_block = 0;
  std::uint64_t blocks = 0;  // resident on one multiprocessor
  std::uint64_t warps = 0;
  std::uint64_t max_resident_warps = 0;
  std::array<ResourceLimit, resource_count> limits;  // indexed by Resource
  // The resources whose limit equals `blocks`; several if they tie.
  std::vector<Resource> limiting;
  // False: the number of registers is not known, so all values here are upper limits.
  bool complete = true;

  [[nodiscard]] const ResourceLimit& at(Resource resource) const {
    return limits[static_cast<std::size_t>(resource)];
  }
  [[nodiscard]] bool is_limited_by(Resource resource) const;
  [[nodiscard]] double percent() const;  // 0..100
};

// Empty if the machine's file lacks a required figure.
[[nodiscard]] std::optional<Occupancy> occupancy(const KernelNeeds& kernel, const Profile& profile);

// A limit of the machine that a launch exceeds.
struct LaunchProblem {
  Figure limit = Figure::threads_per_block;
  std::uint64_t wanted = 0;
  std::uint64_t most = 0;
};
struct LaunchNeeds {
  std::array<std::uint64_t, 3> grid{1, 1, 1};
  std::array<std::uint64_t, 3> block{1, 1, 1};
  KernelNeeds kernel;
};
// How a launch's blocks fill the whole machine. Occupancy is a limit per multiprocessor; a small
// grid leaves multiprocessors empty however high that limit is.
struct GridSpread {
  std::uint64_t blocks = 0;           // in the grid
  std::uint64_t multiprocessors = 0;  // of the machine
  std::uint64_t idle = 0;             // multiprocessors without a block
  std::uint64_t at_once = 0;          // blocks resident on the whole machine at most
  std::uint64_t waves = 0;            // rounds of `at_once` blocks, the last one perhaps not full
};
// Empty: the number of multiprocessors is not known, or no block fits.
[[nodiscard]] std::optional<GridSpread> grid_spread(const LaunchNeeds& launch,
                                                    const Occupancy& occupancy,
                                                    const Profile& profile);

// The figure that limits a block's shared memory: kernels opt in where they can. Only dynamic
// shared memory can.
[[nodiscard]] Figure shared_limit_of(const KernelNeeds& kernel, const Profile& profile);

// In the order of Figure. An unknown limit rejects nothing.
[[nodiscard]] std::vector<LaunchProblem> launch_problems(const LaunchNeeds& launch,
                                                         const Profile& profile);

}  // namespace lanescope::machine
