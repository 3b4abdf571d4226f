// What a sweep can plot: names of the simulator's counts that do not belong to a single access.
// sim/metrics/metrics.def lists them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::lesson {

// "global_load.sectors_per_request", "branch_efficiency_percent", ...
[[nodiscard]] const std::vector<std::string>& quantity_names();
// Says what is wrong with the name and suggests a similar one; empty if the name is valid.
[[nodiscard]] std::string quantity_problem(std::string_view name);

}  // namespace lanescope::lesson
