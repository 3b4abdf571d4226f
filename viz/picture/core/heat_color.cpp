#include "viz/picture/core/heat_color.h"

#include <algorithm>
#include <cmath>

#include "viz/picture/core/heat_ramp.h"

namespace lanescope::picture {
namespace {

// `over` blended on an opaque or empty background; the result is not premultiplied.
Color laid_on(const Color& ground, const Color& over, float cover) {
  const float a = over.a * cover;
  const float alpha = a + ground.a * (1 - a);
  if (alpha <= 0) return {0, 0, 0, 0};
  const auto channel = [&](float below, float above) {
    return (above * a + below * ground.a * (1 - a)) / alpha;
  };
  return {channel(ground.r, over.r), channel(ground.g, over.g), channel(ground.b, over.b), alpha};
}

// As in box.frag.glsl: 45 degrees, with the period along x.
float stripe_at(double along, float period) {
  const double across = std::abs(along - std::floor(along / period) * period - period * 0.5);
  return std::clamp(static_cast<float>(period * 0.15 + 0.5 - across * 0.7071), 0.0F, 1.0F);
}

// Maps pixels to cells of the chosen level, along one side of the rectangle.
struct Axis {
  double from = 0, step = 0;  // position of the first pixel's left edge, and cells per pixel
  std::int64_t count = 0;
  [[nodiscard]] std::int64_t cell(int pixel) const {
    return static_cast<std::int64_t>(std::floor(from + (pixel + 0.5) * step));
  }
};

}  // namespace

CellSize cell_size(const HeatMap& heat) {
  return {heat.rect.w / (heat.x1 - heat.x0), heat.rect.h / (heat.y1 - heat.y0)};
}

HeatDetail detail_of(const HeatMap& heat) {
  const CellSize size = cell_size(heat);
  HeatDetail detail;
  detail.level = level_for(*heat.field, 1 / size.x, 1 / size.y);
  const HeatLevel& level = heat.field->levels[detail.level];
  detail.lines_x = level.cells_x == 1 && size.x >= min_grid_px && heat.grid.a > 0;
  detail.lines_y = level.cells_y == 1 && size.y >= min_grid_px && heat.grid.a > 0;
  return detail;
}

float place_on_ramp(const HeatMap& heat, float value) {
  if (heat.high <= heat.low) return 0;
  const float part = heat.logarithmic ? std::log1p(std::max(value - heat.low, 0.0F)) /
                                            std::log1p(heat.high - heat.low)
                                      : (value - heat.low) / (heat.high - heat.low);
  return std::clamp(part, 0.0F, 1.0F);
}

Color color_of(const HeatMap& heat, float value) {
  if (std::isnan(value)) return heat.none;
  return color_at(heat.ramp, place_on_ramp(heat, value));
}

HeatPixels heat_pixels(const HeatMap& heat) {
  HeatPixels pixels{static_cast<int>(heat.rect.w), static_cast<int>(heat.rect.h), {}};
  if (!heat.field || heat.ramp.size() < 2 || pixels.width < 1 || pixels.height < 1) return {};
  pixels.rgba.resize(static_cast<std::size_t>(pixels.width) *
                     static_cast<std::size_t>(pixels.height) * 4);
  const HeatDetail detail = detail_of(heat);
  const HeatLevel& level = heat.field->levels[detail.level];
  const CellSize size = cell_size(heat);
  const Axis across{heat.x0 / level.cells_x, 1 / (size.x * level.cells_x), level.width};
  const Axis down{heat.y0 / level.cells_y, 1 / (size.y * level.cells_y), level.height};
  const double shift = heat.x0 * size.x + heat.y0 * size.y;
  std::size_t at = 0;
  for (int y = 0; y < pixels.height; ++y) {
    for (int x = 0; x < pixels.width; ++x, at += 4) {
      const std::int64_t column = across.cell(x);
      const std::int64_t row = down.cell(y);
      if (column < 0 || row < 0 || column >= across.count || row >= down.count) continue;
      const float value = level.values[static_cast<std::size_t>(row * across.count + column)];
      if (value == no_cell) continue;
      Color color = color_of(heat, value);
      const Color& lines = std::isnan(value) ? heat.none_hatch : heat.hatch;
      if (lines.a > 0 && heat.hatch_period > 0 && !(value < heat.hatch_from))
        color = laid_on(color, lines, stripe_at(x + y + 1 + shift, heat.hatch_period));
      const bool at_edge = (detail.lines_x && across.cell(x - 1) != column) ||
                           (detail.lines_y && down.cell(y - 1) != row);
      if (at_edge) color = laid_on(color, heat.grid, 1);
      const float channels[4] = {color.r, color.g, color.b, color.a};
      for (std::size_t i = 0; i < 4; ++i) pixels.rgba[at + i] = byte_of(channels[i]);
    }
  }
  return pixels;
}

}  // namespace lanescope::picture
