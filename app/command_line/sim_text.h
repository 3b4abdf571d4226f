// The output of `lanescope sim`: a heading, the counts of the whole launch, the memory accesses by
// line.
#pragma once

#include <string>

#include "app/session/run.h"

namespace lanescope::app {

[[nodiscard]] std::string sim_text(const Outcome& outcome);

// Two states of one lesson side by side, and the ratio of the first one's costs to the second's.
[[nodiscard]] std::string comparison_text(const Outcome& first, const Outcome& second);

}  // namespace lanescope::app
