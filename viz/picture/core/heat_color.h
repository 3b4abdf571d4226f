// The heat map shader's computation on the CPU: for digits in cells, for legends, for files.
// shaders/heat.frag.glsl does the same; a test compares them pixel by pixel.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/heat_field.h"

namespace lanescope::picture {

// Colour of a cell with that value, without hatching; HeatMap::none for NaN.
[[nodiscard]] Color color_of(const HeatMap& heat, float value);
// Position of a value on the ramp, 0..1, clamped.
[[nodiscard]] float place_on_ramp(const HeatMap& heat, float value);

// Pixels per cell of the field.
struct CellSize {
  double x = 0, y = 0;
};
[[nodiscard]] CellSize cell_size(const HeatMap& heat);
// The level of the field to draw, and whether cells get lines between them: not if they are smaller
// than `min_grid_px`.
inline constexpr double min_grid_px = 6;
struct HeatDetail {
  std::size_t level = 0;
  bool lines_x = false, lines_y = false;
};
[[nodiscard]] HeatDetail detail_of(const HeatMap& heat);

// The map's rectangle in whole pixels: width x height x 4 bytes, RGBA, not premultiplied, top row
// first. Pixels outside the field have alpha 0.
struct HeatPixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};
[[nodiscard]] HeatPixels heat_pixels(const HeatMap& heat);

}  // namespace lanescope::picture
