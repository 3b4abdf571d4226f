// The output of `lanescope sim --json`: schema "lanescope.sim/1". Keys are only ever added.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/session/run.h"

namespace lanescope::app {

// Keys are in the order of the schema. A diagnostic's block or thread is null if unknown.
[[nodiscard]] nlohmann::ordered_json sim_json(const Outcome& outcome);

}  // namespace lanescope::app
