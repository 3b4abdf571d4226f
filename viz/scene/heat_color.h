// What a HeatMap's shader draws, on the processor: for the digits written into its cells, for
// legends, for files. shaders/heat.frag.glsl does the same; a test compares them pixel by pixel.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/scene/draw_list.h"
#include "viz/scene/heat_field.h"

namespace lanescope::scene {

// Of a cell with that value, without hatching; HeatMap::none where it is NaN.
[[nodiscard]] Color color_of(const HeatMap& heat, float value);
// Where on the ramp a value is, 0..1, clamped.
[[nodiscard]] float place_on_ramp(const HeatMap& heat, float value);

// Pixels of one cell in each direction.
struct CellSize {
  double x = 0, y = 0;
};
[[nodiscard]] CellSize cell_size(const HeatMap& heat);
// Which level of its field is drawn, and with lines between which cells: those of less than
// `least_grid_px` have none.
inline constexpr double least_grid_px = 6;
struct HeatDetail {
  std::size_t level = 0;
  bool lines_x = false, lines_y = false;
};
[[nodiscard]] HeatDetail detail_of(const HeatMap& heat);

// The map's rectangle (whole pixels) as width x height x 4 bytes: RGBA, not premultiplied, top row
// first. What lies outside of the field has alpha 0.
struct HeatPixels {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgba;
};
[[nodiscard]] HeatPixels heat_pixels(const HeatMap& heat);

}  // namespace lanescope::scene
