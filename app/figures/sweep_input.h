// From a sweep's points to what their picture shows.
#pragma once

#include "app/session/sweeps/table.h"
#include "viz/scene/sweep.h"

namespace lanescope::app {

// `quantity`: index into the table's. Progress, the present state and the mouse are the caller's.
[[nodiscard]] scene::SweepInput sweep_input(const SweepTable& table, std::size_t quantity,
                                            const text::Texts& texts);

}  // namespace lanescope::app
