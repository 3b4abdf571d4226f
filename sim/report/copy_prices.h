// What asynchronous copies cost, worked out once for those that are alike: most copies of an
// instruction differ only by whole lines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/memory/async_copy.h"

namespace lanescope::report {

class CopyPrices {
 public:
  // `sites`: of the program.
  explicit CopyPrices(std::size_t sites) : recent_(sites) {}

  // As memory::async_copy_cost. `site`: of either half.
  [[nodiscard]] const memory::AsyncCopyCost& of(std::uint32_t site, const memory::AsyncCopy& copy);

 private:
  // Copies with equal shapes cost the same (tests/memory/async_copy_test.cpp holds that).
  struct Shape {
    std::uint32_t from_mask = 0;
    std::uint32_t to_mask = 0;
    std::uint8_t bytes = 0;
    bool past_l1 = false;
    bool fills_zeros = false;
    std::array<std::uint8_t, memory::warp_lanes> bytes_read{};
    // From the line of the first lane that takes part; 0 for lanes that take none.
    std::array<std::uint64_t, memory::warp_lanes> from{};
    std::array<std::uint64_t, memory::warp_lanes> to{};

    bool operator==(const Shape&) const = default;
  };
  static Shape shape_of(const memory::AsyncCopy& copy);

  struct Known {
    Shape shape;
    memory::AsyncCopyCost cost;
  };
  struct Recent {
    std::vector<Known> known;  // at most max_known, in no order
    std::size_t next = 0;      // to be replaced
  };
  static constexpr std::size_t max_known = 4;  // of one site

  std::vector<Recent> recent_;  // of Program::sites
};

}  // namespace lanescope::report
