// A grid of values, with coarser grids of the same for cells smaller than a pixel.
//
// A coarser cell holds the largest, the least or the mean value of the cells it covers. With the
// largest, a single odd cell among millions stays visible at any zoom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/palette.h"

namespace lanescope::picture {

// A grid position that is not a cell, such as the rest of an array's last row. Nothing is drawn
// there.
inline constexpr float no_cell = -std::numeric_limits<float>::infinity();
// A cell without a value; any NaN means this.
inline constexpr float no_value = std::numeric_limits<float>::quiet_NaN();

// How a coarser cell combines its cells; cells without a value don't count.
enum class Reduced : std::uint8_t { largest, least, mean };
// Which cells are combined: 2 x 2, or two rows where each column has a meaning of its own.
enum class Halved : std::uint8_t { both, rows };

struct HeatLevel {
  std::uint32_t cells_x = 1, cells_y = 1;  // cells of the field per cell of this level
  std::uint32_t width = 0, height = 0;     // cells of this level
  std::vector<float> values;  // row by row, top first; NaN: no value; no_cell: not a cell
};

struct HeatField {
  // Unique to every field that the process creates: the key of its textures.
  std::uint64_t revision = 0;
  std::uint32_t width = 0, height = 0;  // cells
  Reduced reduced = Reduced::largest;
  // The field itself, then coarser levels down to a single cell or row.
  std::vector<HeatLevel> levels;
  // Over all cells with a finite value; 0 if there are none.
  float least = 0, largest = 0;
  std::uint64_t with_value = 0;

  // NaN if the cell has no value; the cell must be in the field.
  [[nodiscard]] float at(std::uint32_t x, std::uint32_t y) const {
    return levels.front().values[std::size_t{y} * width + x];
  }
};

// `values`: width x height values. Slow for millions of cells: don't call it on the window's
// thread. Returns nullptr if stopped or if the sizes don't agree.
[[nodiscard]] std::shared_ptr<const HeatField> make_heat_field(std::uint32_t width,
                                                               std::uint32_t height,
                                                               std::vector<float> values,
                                                               Reduced reduced, Halved halved,
                                                               const std::stop_token& stop = {});

// The finest level whose cells are all at least a pixel in size, so that each one is visible;
// otherwise the coarsest level. `cells_x`, `cells_y`: cells of the field per pixel.
[[nodiscard]] std::size_t level_for(const HeatField& field, double cells_x, double cells_y);

// The heat map shader's computation on the CPU: for digits in cells, for legends, for files.
// shaders/heat.frag.glsl does the same; a test compares them pixel by pixel.

// Colour of a cell with that value, without hatching; HeatMap::none for NaN.
[[nodiscard]] Color color_of(const HeatMap& heat, float value);
// Position of a value on the ramp, 0..1, clamped.
[[nodiscard]] float position_on_ramp(const HeatMap& heat, float value);

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

// The colours of heat maps: assets/ramps, one file per theme, embedded in the binary.

// From the lowest value to the highest, evenly spaced.
using HeatRamp = std::vector<Color>;

[[nodiscard]] const HeatRamp& heat_ramp(Theme theme);
// The colour at t in 0..1, interpolated.
[[nodiscard]] Color color_at(const HeatRamp& ramp, float t);

// Parses a ramp file: `stops`, two or more colours as "#rrggbb". The error names the line and the
// problem.
[[nodiscard]] tl::expected<HeatRamp, std::string> parse_ramp(std::string_view toml);

}  // namespace lanescope::picture
