// Which arrays an address can have been made from: data flow from the kernel's pointer arguments
// and the addresses of its variables through the registers to each load and store. Once a launch;
// without regard to the order of instructions, since compilers give nearly every value a register
// of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/exec/launch_state.h"

namespace lanescope::exec {

// Of one memory site, for accesses to global memory.
struct Provenance {
  enum class Kind : std::uint8_t {
    unknown,  // a pointer that was loaded, came from another lane, or whose way was lost
    arrays,   // one of `arrays`
    none,     // from numbers only
  };
  Kind kind = Kind::unknown;
  std::vector<std::uint32_t> arrays;  // indices into GlobalMemory::arrays(), ascending
};

// By site. `launch` is prepared.
[[nodiscard]] std::vector<Provenance> provenance_of_sites(const LaunchState& launch);

}  // namespace lanescope::exec
