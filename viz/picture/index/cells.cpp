#include "viz/picture/index/cells.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {
namespace {

constexpr std::uint32_t max_layers_at_once = 8;

std::uint32_t ceil_div(std::uint32_t a, std::uint32_t b) { return (a + b - 1) / b; }

float as_float(std::uint64_t n) { return static_cast<float>(n); }

// A single row is folded so that each line is a warp or whole parts of one, including idle lanes.
bool is_by_warps(const CellsInput& input) {
  return input.folds_at_32 && input.extents[1] == 1 && input.extents[2] == 1;
}

std::uint32_t cells_per_row(const CellsInput& input) {
  constexpr std::uint32_t warp = launch::lanes_per_warp;
  return is_by_warps(input) ? ceil_div(input.extents[0], warp) * warp : input.extents[0];
}

// Size of a cell: as large as the room allows, within limits of its aspect ratio.
struct Side {
  float w = 0, h = 0;
  [[nodiscard]] float smaller() const { return std::min(w, h); }
};

Side side_for(const CellsInput& input, float width, float height, std::uint32_t columns,
              std::uint64_t lines) {
  constexpr float wider = 2.5F;
  constexpr float higher = 1.5F;
  const float w = std::min(width / as_float(columns), input.most);
  const float h = std::min(height / as_float(lines), input.most);
  return {std::min(w, wider * h), std::min(h, higher * w)};
}

// Cells per line: the whole row. If its cells are too small to read, 32, 16 or 8 if that makes them
// larger.
std::uint32_t columns_for(const CellsInput& input, float width, float height) {
  const std::uint32_t row = cells_per_row(input);
  const auto side = [&](std::uint32_t columns) {
    const std::uint64_t lines = std::uint64_t{ceil_div(row, columns)} * input.extents[1];
    return side_for(input, width, height, columns, lines).smaller();
  };
  const bool by_warps = is_by_warps(input);
  std::uint32_t best = by_warps ? 32 : row;
  if (width / as_float(best) >= input.legible) return best;
  for (const std::uint32_t columns : {32U, 16U, 8U}) {
    if (columns < row && side(columns) > 1.25F * side(best)) best = columns;
  }
  return best;
}

// All layers side by side, if their cells are legible; otherwise nullopt.
std::optional<Cells> all_layers(const CellsInput& input) {
  const std::uint32_t layers = input.extents[2];
  if (layers < 2 || layers > max_layers_at_once) return std::nullopt;
  Cells best;
  float best_side = 0;
  for (std::uint32_t across = 1; across <= layers; ++across) {
    const std::uint32_t down = ceil_div(layers, across);
    const float w = (input.area.w - as_float(across - 1) * input.between) / as_float(across);
    const float h = (input.area.h - as_float(down - 1) * input.between) / as_float(down);
    const Side side =
        side_for(input, w - input.left, h - input.top, input.extents[0], input.extents[1]);
    if (side.smaller() > best_side) {
      best_side = side.smaller();
      best.cell = side.w;
      best.line = side.h;
      best.layers_across = across;
    }
  }
  if (best_side < input.legible) return std::nullopt;
  best.columns = input.extents[0];
  best.layers = layers;
  best.lines = best.all_lines = input.extents[1];
  return best;
}

// The chosen layer only, folded and cut as necessary.
Cells one_layer(const CellsInput& input) {
  Cells cells;
  const float width = std::max(1.0F, input.area.w - input.left - input.right);
  const float height = std::max(1.0F, input.area.h - input.top);
  cells.columns = columns_for(input, width, height);
  cells.lines_per_row = ceil_div(cells_per_row(input), cells.columns);
  cells.all_lines = std::uint64_t{cells.lines_per_row} * input.extents[1];
  cells.first_layer = input.chosen[2];
  cells.lines = cells.all_lines;
  if (height / as_float(cells.all_lines) < input.least) {
    const auto fit = static_cast<std::uint64_t>(height / input.least);
    cells.lines = std::clamp<std::uint64_t>(fit, 1, cells.all_lines);
  }
  const Side side = side_for(input, width, height, cells.columns, cells.lines);
  cells.cell = side.w;
  cells.line = side.h;
  return cells;
}

}  // namespace

float Cells::layer_x(std::uint32_t layer) const {
  return x + as_float((layer - first_layer) % layers_across) * layer_w;
}

float Cells::layer_y(std::uint32_t layer) const {
  return y + as_float((layer - first_layer) / layers_across) * layer_h;
}

float Cells::line_y(std::uint32_t layer, std::uint64_t of_layer) const {
  return layer_y(layer) + as_float(of_layer - first_line) * line;
}

std::uint64_t Cells::line_of(const launch::Dim3& at) const {
  return std::uint64_t{at[1]} * lines_per_row + at[0] / columns;
}

std::optional<Rect> Cells::rect_of(const launch::Dim3& at) const {
  const std::uint64_t of_layer = line_of(at);
  if (at[2] < first_layer || at[2] >= first_layer + layers || of_layer < first_line ||
      of_layer >= first_line + lines) {
    return std::nullopt;
  }
  const float left = layer_x(at[2]) + as_float(at[0] % columns) * cell;
  const float top = line_y(at[2], of_layer);
  return snapped(left, top, left + cell, top + line);
}

std::optional<Rect> Cells::rect_behind(std::uint32_t x_of_row) const {
  return rect_of({x_of_row, extents[1] - 1, extents[2] - 1});
}

Cells cells_in(const CellsInput& input) {
  Cells cells = all_layers(input).value_or(one_layer(input));
  cells.extents = input.extents;
  // Round to whole pixels unless the cells are very small.
  if (cells.cell >= 8) cells.cell = std::floor(cells.cell);
  if (cells.line >= 8) cells.line = std::floor(cells.line);
  cells.first_line = first_around(cells.line_of(input.chosen), cells.all_lines, cells.lines);
  cells.layer_w = input.left + cells.cell * as_float(cells.columns) + input.between;
  cells.layer_h = input.top + cells.line * as_float(cells.lines) + input.between;
  cells.x = std::round(input.area.x + input.left);
  cells.y = std::round(input.area.y + input.top);
  return cells;
}

}  // namespace lanescope::picture
