// Findings with two places: races. Where each was found, and how it looks from the other access.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/diagnostics/diagnostic.h"

namespace lanescope {

// Bytes of the kernel's memory, by device address.
struct ByteRange {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;

  bool operator==(const ByteRange&) const = default;
};

// A race in global memory, and every place where it was found: ascending, apart from each other.
struct Raced {
  Diagnostic finding;
  std::vector<ByteRange> places;
};

// The same finding as seen from its second place. It must have one.
[[nodiscard]] Diagnostic from_other_place(Diagnostic finding);

}  // namespace lanescope
