// The sweep picture's input, from the sweep's points.
#pragma once

#include "app/session/sweeps/table.h"
#include "viz/picture/sweep/sweep.h"

namespace lanescope::app {

// `quantity`: index into the table's quantities. The caller sets progress, current state and mouse.
[[nodiscard]] picture::SweepInput sweep_input(const SweepTable& table, std::size_t quantity,
                                              const text::Texts& texts);

}  // namespace lanescope::app
