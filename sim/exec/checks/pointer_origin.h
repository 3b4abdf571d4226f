// The arrays of a launch and the shared variables that an address may have been computed from:
// address_origins.h applied to the launch's arguments.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/exec/state/launch_state.h"

namespace lanescope::exec {

// The origin of one site's address.
struct PointerOrigin {
  enum class Kind : std::uint8_t {
    unknown,  // a pointer that was loaded, came from another lane, or could not be traced
    arrays,   // one of `arrays`
    none,     // numbers only
  };
  Kind kind = Kind::unknown;
  std::vector<std::uint32_t> arrays;  // indices into GlobalMemory::arrays(), ascending
  // For shared memory: indices into Program::variables, ascending; empty: not known.
  std::vector<std::uint32_t> shared;
};

// Indexed by site. Precondition: `launch` is prepared.
[[nodiscard]] std::vector<PointerOrigin> pointer_origins_of_sites(const LaunchState& launch);

}  // namespace lanescope::exec
