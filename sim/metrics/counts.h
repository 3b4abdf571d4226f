// What is counted: for each kind of access, and for the whole launch. metrics.def has the fields.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sim/memory/access.h"

namespace lanescope::report {

// Counts of the accesses of one space and operation, summed over executed warp instructions. Fields
// that do not apply to a space stay 0.
struct Counts {
#define COUNT(name, ...) std::uint64_t name = 0;
#include "sim/metrics/metrics.def"

  Counts& operator+=(const Counts& other);
  Counts& operator*=(std::uint64_t times);
  bool operator==(const Counts&) const = default;
};

struct Totals {
#define TOTAL(name, ...) std::uint64_t name = 0;
#define ACCESS_KIND(name, ...) Counts name;
#include "sim/metrics/metrics.def"
};

// The accesses of one space and operation that are counted together: atomics include reductions.
struct AccessKind {
  memory::Space space = memory::Space::global;
  memory::Op op = memory::Op::load;  // load, store or atomic
  bool operator==(const AccessKind&) const = default;
};
// In the order of metrics.def.
[[nodiscard]] std::span<const AccessKind> access_kinds();
// "global_load", "shared_store" ...
[[nodiscard]] std::string name_of(const AccessKind& kind);
[[nodiscard]] std::optional<AccessKind> access_kind_named(std::string_view name);
[[nodiscard]] AccessKind kind_of(memory::Space space, memory::Op op);
[[nodiscard]] const Counts& counts_in(const Totals& totals, const AccessKind& kind);
[[nodiscard]] Counts& counts_in(Totals& totals, const AccessKind& kind);
// The sum over the space's kinds.
[[nodiscard]] Counts counts_in(const Totals& totals, memory::Space space);

// Global and local memory are moved in sectors; shared and constant memory are read in wavefronts.
[[nodiscard]] constexpr bool is_moved_in_sectors(memory::Space space) {
  return space == memory::Space::global || space == memory::Space::local;
}

// Cost and ideal cost in the unit of the space.
struct CostPair {
  std::uint64_t cost = 0;
  std::uint64_t ideal = 0;
};
[[nodiscard]] CostPair cost_pair(memory::Space space, const Counts& counts);
// cost / ideal; 1.0 if the ideal cost is 0.
[[nodiscard]] double cost_ratio(memory::Space space, const Counts& counts);
// bytes_used / (32 x sectors), in 0..1; 1 if no sector was moved.
[[nodiscard]] double efficiency(const Counts& counts);

// (branches - divergent) / branches, the branch efficiency of Nsight Compute and nvprof; 1 without
// branches.
[[nodiscard]] double branch_efficiency(std::uint64_t branches, std::uint64_t divergent);
// thread_instructions / (32 x warp_instructions), in 0..1; 1 if nothing ran.
[[nodiscard]] double warp_execution_efficiency(const Totals& totals);

}  // namespace lanescope::report
