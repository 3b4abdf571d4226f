// Accesses to test with: named patterns, and random ones of every kind.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <random>

#include "sim/memory/access.h"

namespace lanescope::memory {

// So that a failed expectation shows the access itself.
void PrintTo(const WarpAccess& access, std::ostream* out);

}  // namespace lanescope::memory

namespace lanescope::memory::testing {

inline constexpr std::uint32_t all_lanes = 0xffff'ffffU;

struct Kind {
  Space space = Space::global;
  Op op = Op::load;
  std::uint8_t bytes = 4;
};

// Lane l at first + l * stride_bytes.
WarpAccess strided(Kind kind, std::int64_t stride_bytes, std::uint64_t first = 0,
                   std::uint32_t mask = all_lanes);

// Lane l at address_of(l).
WarpAccess pattern(Kind kind, const std::function<std::uint64_t(std::uint64_t lane)>& address_of,
                   std::uint32_t mask = all_lanes);

// Any width, mask, alignment and order: strides, scatters, broadcasts, pairs, straddling and
// far-apart addresses. The same seed gives the same accesses everywhere.
class RandomAccesses {
 public:
  explicit RandomAccesses(std::uint64_t seed) : random_(seed) {}
  WarpAccess next(Space space);

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  std::uint32_t mask();
  std::mt19937_64 random_;  // its sequence is fixed by the standard, unlike the distributions
};

}  // namespace lanescope::memory::testing
