// What `lanescope sim --json` prints: the object of schema "lanescope.sim/1". Keys are only ever
// added to it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/session/run.h"

namespace lanescope::app {

// Keys in the order of the schema. Where a diagnostic does not know its block or thread, they are
// null.
[[nodiscard]] nlohmann::ordered_json sim_json(const Outcome& outcome);

}  // namespace lanescope::app
