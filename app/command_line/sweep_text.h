// A sweep as text and as JSON, for the terminal.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "app/session/sweeps/table.h"

namespace lanescope::app {

// A table for each variant; of a map, one with a column for each value of the sweep's parameter.
[[nodiscard]] std::string sweep_text(const SweepTable& table);

// Schema lanescope.sweep/1 (README.md).
[[nodiscard]] nlohmann::ordered_json sweep_json(const SweepTable& table);

// "sectors a request"
[[nodiscard]] std::string unit_words(std::string_view quantity);

}  // namespace lanescope::app
