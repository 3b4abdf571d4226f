// The colours of heat maps: assets/ramps, one file a theme, part of the binary.
#pragma once

#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "viz/scene/palette.h"

namespace lanescope::scene {

// From the least value to the largest, evenly spaced.
using HeatRamp = std::vector<Color>;

[[nodiscard]] const HeatRamp& heat_ramp(Theme theme);
// At t in 0..1, between two colours of the ramp.
[[nodiscard]] Color color_at(const HeatRamp& ramp, float t);

// The text of such a file: `stops`, two colours or more as "#rrggbb". The error says the line and
// what is wrong.
[[nodiscard]] tl::expected<HeatRamp, std::string> parse_ramp(std::string_view toml);

}  // namespace lanescope::scene
