// The effect of one access on a survey: the elements and sectors that it touches, relative to an
// origin, and its cost. Accesses that differ only by whole lines have the same effect at another
// place, so it is computed once for all of them. Internal to sim/survey.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/memory/async_copy.h"
#include "sim/memory/memory_rules.h"
#include "sim/survey/survey.h"

namespace lanescope::survey {

struct Imprint {
  // Neighbouring elements that are each touched by the same number of threads.
  struct Elements {
    std::int64_t first = 0;  // relative to the element at the origin
    std::uint32_t count = 0;
    std::uint32_t threads = 0;
  };
  struct Sector {
    std::int64_t at = 0;  // relative to the sector at the origin
    std::uint32_t moves = 0;
    std::uint32_t used = 0;  // distinct bytes used
  };

  Cost cost;
  // Global memory only:
  std::vector<Elements> elements;  // ascending, not adjacent
  std::vector<Sector> sectors;     // ascending
  // All bytes used lie in [first_byte, end_byte), relative to the origin.
  std::int64_t first_byte = 0;
  std::int64_t end_byte = 0;
  std::uint64_t touches = 0;  // sum over `elements`
  std::uint64_t moves = 0;    // sum over `sectors`
  std::uint64_t used = 0;
  // Shared memory only:
  BankPattern banks;
};

// The multiple of 128 at or below the address: elements, sectors and lines all begin there.
[[nodiscard]] constexpr std::uint64_t origin_of(std::uint64_t address) {
  return address & ~std::uint64_t{memory::line_bytes - 1};
}

// `copy`: the copy that the access is half of, or nullptr. `element_bytes`: element size of the
// array that contains the access. `origin`: a value of origin_of; for global memory only.
[[nodiscard]] Imprint imprint_of(const memory::WarpAccess& access, const memory::AsyncCopy* copy,
                                 const memory::MemoryRules& machine, std::uint32_t element_bytes,
                                 std::uint64_t origin);

}  // namespace lanescope::survey
