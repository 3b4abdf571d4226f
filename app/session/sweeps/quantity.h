// What a sweep plots: one figure of a simulated launch, by its name. Ratios are exact, not rounded.
//
// The names are those of kernels/lesson_file/quantity_names.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/report/report.h"

namespace lanescope::app {

// What of a launch a sweep keeps: small, so that thousands of points are.
struct LaunchFacts {
  report::Totals totals;
  std::uint64_t blocks = 0, threads_per_block = 0;
  std::uint64_t shared_bytes = 0;  // a block, static and dynamic
  // Warps of a multiprocessor that can be resident, in percent of what it has room for; empty: not
  // known of this machine.
  std::optional<double> occupancy_percent;
};
[[nodiscard]] LaunchFacts facts_of(const report::Report& report);

// Nothing: it has no value there (a ratio without any access of that kind), or no such name.
[[nodiscard]] std::optional<double> quantity(std::string_view name, const LaunchFacts& facts);

// What the figure counts: "sectors", "wavefronts", "percent", ... A ratio counts what it is of:
// sectors a request. The last part of the text keys `sweep.unit.*`.
struct QuantityUnit {
  std::string name;
  bool per_request = false;
};
[[nodiscard]] QuantityUnit unit_of(std::string_view name);
// "global_load" of "global_load.sectors"; empty where it is of the whole launch.
[[nodiscard]] std::string_view kind_of_access(std::string_view name);

// Of several launches, what costs most beside its ideal, a request:
// "shared_load.wavefronts_per_request". "warp_instructions" where none accesses memory.
[[nodiscard]] std::string costliest_quantity(const std::vector<const LaunchFacts*>& launches);

}  // namespace lanescope::app
