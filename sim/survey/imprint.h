// What one access leaves in a survey: which elements and sectors it touches, relative to a place,
// and what it costs. Accesses that differ only by whole lines leave the same at another place, so
// it is worked out once for all of them. Internal to sim/survey.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/memory/async_copy.h"
#include "sim/memory/machine.h"
#include "sim/survey/survey.h"

namespace lanescope::survey {

struct Imprint {
  // Neighbouring elements that are touched by as many threads each.
  struct Elements {
    std::int64_t first = 0;  // from the one at the origin
    std::uint32_t count = 0;
    std::uint32_t threads = 0;
  };
  struct Sector {
    std::int64_t at = 0;  // from the one at the origin
    std::uint32_t moves = 0;
    std::uint32_t used = 0;  // different bytes wanted
  };

  Cost cost;
  // Global memory only:
  std::vector<Elements> elements;  // ascending, apart
  std::vector<Sector> sectors;     // ascending
  // All bytes that threads want lie in [first_byte, end_byte), from the origin.
  std::int64_t first_byte = 0;
  std::int64_t end_byte = 0;
  std::uint64_t touches = 0;  // sums over `elements`
  std::uint64_t moves = 0;    // and `sectors`
  std::uint64_t used = 0;
  // Shared memory only:
  BankPattern banks;
};

// Where elements, sectors and lines begin: a multiple of 128 at or below the address.
[[nodiscard]] constexpr std::uint64_t origin_of(std::uint64_t address) {
  return address & ~std::uint64_t{memory::line_bytes - 1};
}

// `copy`: of which the access is one half; or nullptr. `element_bytes`: of the array that the
// access lies in. `origin`: of origin_of; global memory only.
[[nodiscard]] Imprint imprint_of(const memory::WarpAccess& access, const memory::AsyncCopy* copy,
                                 const memory::Machine& machine, std::uint32_t element_bytes,
                                 std::uint64_t origin);

}  // namespace lanescope::survey
