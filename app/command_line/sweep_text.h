// A sweep as text and as JSON, for the terminal.
#pragma once

#include <string>

#include "app/session/sweeps/table.h"

namespace lanescope::app {

// One table per variant; a map of two parameters is a table with one column for each value of the
// sweep's parameter.
[[nodiscard]] std::string sweep_text(const SweepTable& table);

// Schema lanescope.sweep/1 (docs/command-line.md).
[[nodiscard]] std::string sweep_json(const SweepTable& table);

}  // namespace lanescope::app
