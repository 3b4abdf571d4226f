// Accesses for tests: named patterns, and random ones of every kind.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <random>

#include "sim/memory/access.h"

namespace lanescope::memory {

// Shows the access when an expectation fails.
void PrintTo(const WarpAccess& access, std::ostream* out);

}  // namespace lanescope::memory

namespace lanescope::memory::testing {

inline constexpr std::uint32_t all_lanes = 0xffff'ffffU;

struct Kind {
  Space space = Space::global;
  Op op = Op::load;
  std::uint8_t bytes = 4;
};

// Lane l accesses first + l * stride_bytes.
WarpAccess strided(Kind kind, std::int64_t stride_bytes, std::uint64_t first = 0,
                   std::uint32_t mask = all_lanes);

// Lane l accesses address_of(l).
WarpAccess pattern(Kind kind, const std::function<std::uint64_t(std::uint64_t lane)>& address_of,
                   std::uint32_t mask = all_lanes);

// Random accesses of every width, mask, alignment and order: strides, scatters, broadcasts, pairs,
// straddling and distant addresses. A seed gives the same accesses on every machine.
class RandomAccesses {
 public:
  explicit RandomAccesses(std::uint64_t seed) : random_(seed) {}
  WarpAccess next(Space space);

 private:
  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  std::uint32_t mask();
  std::mt19937_64 random_;  // the standard fixes its sequence, but not that of the distributions
};

}  // namespace lanescope::memory::testing
