// The output of `lanescope sim`.
#pragma once

#include <string>

#include "app/session/run/run.h"

namespace lanescope::app {

// A heading, the counts of the whole launch, the memory accesses by line.
[[nodiscard]] std::string sim_text(const Outcome& outcome);

// Schema "lanescope.sim/1"; keys are in its order and only ever added. A diagnostic's block or
// thread is null if unknown.
[[nodiscard]] std::string sim_json(const Outcome& outcome);

}  // namespace lanescope::app
