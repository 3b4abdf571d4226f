// Accesses to shared memory as the search for races sees them.
#pragma once

#include <cstdint>

#include "sim/exec/lanes/affine.h"
#include "sim/exec/lanes/instruction.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/observer.h"

namespace lanescope::exec {

// A recorded access to shared memory.
struct SharedRecord {
  std::uint32_t stamp = 0;
  std::uint32_t site = 0;
  std::uint32_t thread = 0;
  Strength strength = Strength::plain;
};

// One warp's access. The addresses of lanes in `mask` are in range and multiples of `bytes`.
struct SharedAccess {
  std::uint32_t site = 0;
  std::uint32_t warp = 0;
  std::uint32_t mask = 0;
  std::uint32_t bytes = 4;  // per lane
  bool reads = true;
  bool writes = false;
  Strength strength = Strength::plain;
  const std::uint64_t* address = nullptr;
  // The lowest and the highest of these addresses.
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// A plain load or store by all lanes of a warp at affine addresses (row_form.h), in range and
// aligned.
struct AffineAccess {
  std::uint32_t site = 0;
  std::uint32_t warp = 0;
  std::uint32_t bytes = 4;  // per lane
  std::uint32_t width = warp_lanes;
  std::uint64_t base = 0;
  std::uint64_t step_x = 0;
  std::uint64_t step_y = 0;
  // All lanes' bytes are in [base + to_first, base + to_last].
  std::uint64_t to_first = 0;
  std::uint64_t to_last = 0;

  [[nodiscard]] static AffineAccess of(const AffineAccessRecord& access, const FormSpan& span) {
    return {access.site,
            access.warp,
            access.bytes,
            access.width,
            access.base,
            access.step_x,
            access.step_y,
            static_cast<std::uint64_t>(span.low),
            static_cast<std::uint64_t>(span.high) + access.bytes - 1};
  }
  [[nodiscard]] std::uint64_t first() const { return base + to_first; }
  [[nodiscard]] std::uint64_t last() const { return base + to_last; }
  [[nodiscard]] std::uint64_t address(std::uint32_t lane) const {
    return affine_lane(base, step_x, step_y, width, lane);
  }
  // Whether f(address) holds for each of the lanes' different addresses.
  template <class F>
  [[nodiscard]] bool holds_for_addresses(F f) const {
    const std::uint32_t columns = step_x == 0 ? 1 : width;
    const std::uint32_t rows = step_y == 0 ? 1 : warp_lanes / width;
    for (std::uint32_t y = 0; y < rows; ++y) {
      for (std::uint32_t x = 0; x < columns; ++x) {
        if (!f(base + step_x * x + step_y * y)) return false;
      }
    }
    return true;
  }
};

}  // namespace lanescope::exec
