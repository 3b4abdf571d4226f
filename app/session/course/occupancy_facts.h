// What a machine makes of a launch, as facts.
#pragma once

#include <optional>
#include <string>

#include "app/session/course/facts.h"

namespace lanescope::app {

// `machine`: the id of a device file; empty: the machine that lessons are seen on. Empty where the
// registers a thread are not known, or nobody knows the machine.
[[nodiscard]] std::optional<OccupancyFacts> occupancy_facts(const Outcome& outcome,
                                                            const std::string& machine);

}  // namespace lanescope::app
