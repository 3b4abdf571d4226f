// The cost of one access in any space, and the access as an event of a trace.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/exec/program/program.h"
#include "sim/exec/state/observer.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/memory_rules.h"
#include "sim/report/report.h"

namespace lanescope::report {

struct AccessCost {
  Counts counts;           // requests == 1
  std::uint32_t cost = 0;  // sectors, or wavefronts
  std::uint32_t ideal = 0;
  std::uint32_t ways = 0;  // shared memory: N-way
};
[[nodiscard]] AccessCost price(const memory::WarpAccess& access,
                               const memory::MemoryRules& machine = {});
// The half of an asynchronous copy in this space: the load from global memory or the store to
// shared memory.
[[nodiscard]] AccessCost price_of_half(memory::Space space, const memory::AsyncCopyCost& copy);

// Event::site is an index into Program::sites.
[[nodiscard]] Event access_event(const exec::AccessRecord& record, const AccessCost& cost,
                                 const exec::Program& program, const memory::MemoryRules& machine);
[[nodiscard]] Event barrier_event(const exec::BarrierRecord& record, const exec::Program& program);

// Costs of asynchronous copies, computed once for equal ones: most copies of an instruction differ
// only by whole lines.

class CopyPrices {
 public:
  // `sites`: the number of sites in the program.
  explicit CopyPrices(std::size_t sites) : recent_(sites) {}

  // The same result as memory::async_copy_cost. `site`: the site of either half.
  [[nodiscard]] const memory::AsyncCopyCost& of(std::uint32_t site, const memory::AsyncCopy& copy);
  // The cost of any access, halves of copies included.
  [[nodiscard]] AccessCost price(const exec::AccessRecord& record,
                                 const memory::MemoryRules& machine) {
    if (record.copy == nullptr) return report::price(record.access, machine);
    return price_of_half(record.access.space, of(record.site, *record.copy));
  }

 private:
  // Copies with equal shapes cost the same (tests/memory/async_copy_test.cpp checks this).
  struct Shape {
    std::uint32_t from_mask = 0;
    std::uint32_t to_mask = 0;
    std::uint8_t bytes = 0;
    bool bypasses_l1 = false;
    bool fills_zeros = false;
    std::array<std::uint8_t, memory::warp_lanes> bytes_read{};
    // Offsets from the line of the first participating lane; 0 for other lanes.
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
    std::vector<Known> known;  // at most max_known, in any order
    std::size_t next = 0;      // the entry to replace next
  };
  static constexpr std::size_t max_known = 4;  // entries per site

  std::vector<Recent> recent_;  // one for each entry of Program::sites
};

}  // namespace lanescope::report
