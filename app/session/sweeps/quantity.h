// The quantities that a sweep can plot: one number of a simulated launch, by name. Ratios are
// exact, not rounded.
//
// sim/metrics/metrics.def defines the names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/metrics/metrics.h"
#include "sim/report/report.h"

namespace lanescope::app {

using report::LaunchFacts;
[[nodiscard]] LaunchFacts facts_of(const report::Report& report);

// None: no value for this launch (a ratio without any access of that kind), or unknown name.
[[nodiscard]] std::optional<double> quantity(std::string_view name, const LaunchFacts& facts);

// The unit: "sectors", "wavefronts", "percent", ...; for a ratio, the unit of its numerator. It is
// the last part of the text keys `sweep.unit.*`.
struct QuantityUnit {
  std::string name;
  bool per_request = false;
};
[[nodiscard]] QuantityUnit unit_of(std::string_view name);
// "global_load" of "global_load.sectors"; empty for quantities of the whole launch.
[[nodiscard]] std::string_view kind_of_access(std::string_view name);

// The quantity, among several launches, with the highest ratio of cost to ideal per request:
// "shared_load.wavefronts_per_request". "warp_instructions" if none accesses memory.
[[nodiscard]] std::string costliest_quantity(const std::vector<const LaunchFacts*>& launches);
// For a sweep that names none: the costliest, then the cost per request of the other kinds of
// access that there are, the instructions, the active lanes, and the occupancy where it is known.
[[nodiscard]] std::vector<std::string> usual_quantities(
    const std::vector<const LaunchFacts*>& launches);

}  // namespace lanescope::app
