// A memory in 64 parts, so that one word says roughly where something lies in it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace lanescope::exec {

class MemoryParts {
 public:
  explicit MemoryParts(std::uint64_t bytes)
      : shift_(static_cast<std::uint32_t>(
            std::bit_width((std::max<std::uint64_t>(bytes, 1) - 1) / 64))) {}

  // One bit for each part that the bytes [first, last] lie in, or between them. Precondition: they
  // are in the memory.
  [[nodiscard]] std::uint64_t of(std::uint64_t first, std::uint64_t last) const {
    return (~std::uint64_t{0} << (first >> shift_)) &
           (~std::uint64_t{0} >> (63 - (last >> shift_)));
  }

 private:
  std::uint32_t shift_;
};

}  // namespace lanescope::exec
