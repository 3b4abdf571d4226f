// Which arrays of a launch, and which shared variables, an address can have been made from: what
// address_origins.h found in the program, with the launch's arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/exec/launch_state.h"

namespace lanescope::exec {

// Of one memory site.
struct Provenance {
  enum class Kind : std::uint8_t {
    unknown,  // a pointer that was loaded, came from another lane, or whose way was lost
    arrays,   // one of `arrays`
    none,     // from numbers only
  };
  Kind kind = Kind::unknown;
  std::vector<std::uint32_t> arrays;  // indices into GlobalMemory::arrays(), ascending
  // Of accesses to shared memory: indices into Program::variables, ascending; none: not known.
  std::vector<std::uint32_t> shared;
};

// By site. `launch` is prepared.
[[nodiscard]] std::vector<Provenance> provenance_of_sites(const LaunchState& launch);

}  // namespace lanescope::exec
