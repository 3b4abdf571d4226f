// How many blocks of a kernel a multiprocessor holds at a time, and what stops it from holding
// more.
//
// The rules of NVIDIA's occupancy calculator (cuda_occupancy.h of CUDA 13.0 for compute capability
// 3.0 and up, of CUDA 7.0 for 1.x and 2.x), with the machine's figures. Left out: cached global
// loads of 5.2 and 6.1, which halve the multiprocessor for those who ask for them.
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
  std::optional<std::uint32_t> registers;  // a thread; empty: not known
  std::uint64_t shared_bytes = 0;          // static and dynamic, a block
};

// What one resource allows.
struct ResourceLimit {
  bool known = false;          // the machine's figures and the kernel's need are
  bool bounded = false;        // false: the kernel wants none of it
  std::uint64_t blocks = 0;    // where bounded: as many blocks as it is enough for
  std::uint64_t a_block = 0;   // what one block takes, rounded up to what is given out
  std::uint64_t capacity = 0;  // of the multiprocessor
};

struct Occupancy {
  std::uint64_t warps_per_block = 0;
  std::uint64_t blocks = 0;  // at a time on a multiprocessor
  std::uint64_t warps = 0;
  std::uint64_t most_warps = 0;
  std::array<ResourceLimit, resource_count> limits;  // by Resource
  // Those that allow no more than `blocks`; several where they agree.
  std::vector<Resource> limiting;
  // Not known: registers; then everything here is the most that it can be.
  bool complete = true;

  [[nodiscard]] const ResourceLimit& at(Resource resource) const {
    return limits[static_cast<std::size_t>(resource)];
  }
  [[nodiscard]] bool is_limited_by(Resource resource) const;
  [[nodiscard]] double percent() const;  // 0..100
};

// Empty: the machine's file lacks a figure that is needed.
[[nodiscard]] std::optional<Occupancy> occupancy(const KernelNeeds& kernel, const Profile& profile);

// What of a launch the machine would refuse.
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
// In the order of Figure; limits that are not known refuse nothing.
[[nodiscard]] std::vector<LaunchProblem> launch_problems(const LaunchNeeds& launch,
                                                         const Profile& profile);

}  // namespace lanescope::machine
