// The colours of heat maps: assets/ramps, one file per theme, embedded in the binary.
#pragma once

#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "viz/picture/core/palette.h"

namespace lanescope::picture {

// From the lowest value to the highest, evenly spaced.
using HeatRamp = std::vector<Color>;

[[nodiscard]] const HeatRamp& heat_ramp(Theme theme);
// The colour at t in 0..1, interpolated.
[[nodiscard]] Color color_at(const HeatRamp& ramp, float t);

// Parses a ramp file: `stops`, two or more colours as "#rrggbb". The error names the line and the
// problem.
[[nodiscard]] tl::expected<HeatRamp, std::string> parse_ramp(std::string_view toml);

}  // namespace lanescope::picture
