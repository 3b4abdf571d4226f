// What a sweep can plot: the names of the simulator's counts that need no single access. What each
// is, is computed in app/session/sweeps/quantity.h; a test compares the two.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::lesson {

// "global_load.sectors_per_request", "branch_efficiency_percent", ...
[[nodiscard]] const std::vector<std::string>& quantity_names();
// What is wrong with the name, and which was probably meant; empty: it is one of them.
[[nodiscard]] std::string quantity_problem(std::string_view name);

}  // namespace lanescope::lesson
