// What `lanescope sim` prints: a heading, the counts of the whole launch, the memory accesses line
// by line.
#pragma once

#include <string>

#include "app/session/run.h"

namespace lanescope::app {

[[nodiscard]] std::string sim_text(const Outcome& outcome);

// Two states of one lesson side by side, and how many times the first costs what the second does.
[[nodiscard]] std::string comparison_text(const Outcome& first, const Outcome& second);

}  // namespace lanescope::app
