#include "viz/picture/core/heat.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace lanescope::picture {
namespace {

// Reduces up to four values to one, and counts the field's cells behind it.
struct Sum {
  Reduced reduced;
  float value = no_cell;
  double total = 0;
  std::uint32_t cells = 0;

  void add(float part, std::uint32_t of) {
    if (part == no_cell) return;
    if (std::isnan(part)) {
      if (cells == 0) value = part;
      return;
    }
    if (cells == 0) {
      value = part;
    } else {
      value = reduced == Reduced::least ? std::min(value, part) : std::max(value, part);
    }
    total += static_cast<double>(part) * of;
    cells += of;
  }
  [[nodiscard]] float result() const {
    return reduced == Reduced::mean && cells > 0 ? static_cast<float>(total / cells) : value;
  }
};

// A level, with the number of field cells behind each value: a mean of means needs the weights.
struct Grid {
  HeatLevel level;
  std::vector<std::uint32_t> cells;  // empty if the reduction needs no weights
};

std::uint32_t half_of(std::uint32_t length) { return length / 2 + length % 2; }

void put_together(const Grid& fine, Reduced reduced, std::uint32_t across, Grid& coarse,
                  std::uint32_t y) {
  const HeatLevel& from = fine.level;
  HeatLevel& to = coarse.level;
  const std::uint32_t last_row = std::min(2 * y + 2, from.height);
  for (std::uint32_t x = 0; x < to.width; ++x) {
    Sum sum{reduced};
    const std::uint32_t last = std::min(across * x + across, from.width);
    for (std::uint32_t row = 2 * y; row < last_row; ++row) {
      for (std::uint32_t column = across * x; column < last; ++column) {
        const std::size_t at = std::size_t{row} * from.width + column;
        sum.add(from.values[at], fine.cells.empty() ? 1 : fine.cells[at]);
      }
    }
    const std::size_t at = std::size_t{y} * to.width + x;
    to.values[at] = sum.result();
    if (!coarse.cells.empty()) coarse.cells[at] = sum.cells;
  }
}

// nullopt: stopped.
std::optional<Grid> halved_once(const Grid& fine, Reduced reduced, Halved halved,
                                const std::stop_token& stop) {
  const std::uint32_t across = halved == Halved::both ? 2 : 1;
  Grid coarse;
  HeatLevel& to = coarse.level;
  to.width = across == 2 ? half_of(fine.level.width) : fine.level.width;
  to.height = half_of(fine.level.height);
  to.cells_x = fine.level.cells_x * across;
  to.cells_y = fine.level.cells_y * 2;
  to.values.resize(std::size_t{to.width} * to.height);
  if (reduced == Reduced::mean) coarse.cells.resize(to.values.size());
  for (std::uint32_t y = 0; y < to.height; ++y) {
    if (stop.stop_requested()) return std::nullopt;
    put_together(fine, reduced, across, coarse, y);
  }
  return coarse;
}

void find_extremes(HeatField& field) {
  for (const float value : field.levels.front().values) {
    if (!std::isfinite(value)) continue;
    const bool first = field.with_value == 0;
    field.least = first ? value : std::min(field.least, value);
    field.largest = first ? value : std::max(field.largest, value);
    ++field.with_value;
  }
}

std::uint64_t next_revision() {
  static std::atomic<std::uint64_t> made{0};
  return ++made;
}

}  // namespace

std::shared_ptr<const HeatField> make_heat_field(std::uint32_t width, std::uint32_t height,
                                                 std::vector<float> values, Reduced reduced,
                                                 Halved halved, const std::stop_token& stop) {
  if (width == 0 || height == 0 || values.size() != std::size_t{width} * height) return nullptr;
  auto field = std::make_shared<HeatField>();
  field->revision = next_revision();
  field->width = width;
  field->height = height;
  field->reduced = reduced;
  Grid grid;
  grid.level = {1, 1, width, height, std::move(values)};
  for (;;) {
    const bool is_last =
        grid.level.height == 1 && (halved == Halved::rows || grid.level.width == 1);
    if (is_last) break;
    std::optional<Grid> coarser = halved_once(grid, reduced, halved, stop);
    if (!coarser) return nullptr;
    field->levels.push_back(std::move(grid.level));
    grid = std::move(*coarser);
  }
  field->levels.push_back(std::move(grid.level));
  find_extremes(*field);
  return field;
}

std::size_t level_for(const HeatField& field, double cells_x, double cells_y) {
  for (std::size_t i = 0; i < field.levels.size(); ++i) {
    const HeatLevel& level = field.levels[i];
    // A direction that is never reduced has no coarser level, so it does not count.
    const bool wide = level.cells_x >= cells_x || field.levels.back().cells_x == 1;
    const bool high = level.cells_y >= cells_y;
    if (wide && high) return i;
  }
  return field.levels.size() - 1;
}

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
  double from = 0;  // position of the first pixel's left edge
  double cells_per_pixel = 0;
  std::int64_t count = 0;
  [[nodiscard]] std::int64_t cell(int pixel) const {
    return static_cast<std::int64_t>(std::floor(from + (pixel + 0.5) * cells_per_pixel));
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

float position_on_ramp(const HeatMap& heat, float value) {
  if (heat.high <= heat.low) return 0;
  const float part = heat.logarithmic ? std::log1p(std::max(value - heat.low, 0.0F)) /
                                            std::log1p(heat.high - heat.low)
                                      : (value - heat.low) / (heat.high - heat.low);
  return std::clamp(part, 0.0F, 1.0F);
}

Color color_of(const HeatMap& heat, float value) {
  if (std::isnan(value)) return heat.none;
  return color_at(heat.ramp, position_on_ramp(heat, value));
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

namespace ramps {  // assets/ramps/*.toml, embedded by the build
extern const std::string_view dark;
extern const std::string_view light;
extern const std::string_view contrast;
}  // namespace ramps

namespace {

std::optional<Color> color_from(std::string_view text) {
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  std::uint32_t hex = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), hex, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return rgb(hex);
}

// The file is part of the program and a test parses it; if it is broken anyway, use greys.
HeatRamp shipped(std::string_view toml) {
  return parse_ramp(toml).value_or(HeatRamp{rgb(0x303030), rgb(0xf0f0f0)});
}

}  // namespace

tl::expected<HeatRamp, std::string> parse_ramp(std::string_view toml) {
  try {
    const toml::table table = toml::parse(toml);
    const toml::array* stops = table["stops"].as_array();
    if (stops == nullptr || stops->size() < 2)
      return tl::unexpected<std::string>("stops: at least two colours are needed");
    HeatRamp ramp;
    for (const toml::node& stop : *stops) {
      const auto color = color_from(stop.value_or<std::string_view>(""));
      if (!color) {
        return tl::unexpected(fmt::format("line {}: stops: a colour is written \"#rrggbb\"",
                                          stop.source().begin.line));
      }
      ramp.push_back(*color);
    }
    return ramp;
  } catch (const toml::parse_error& error) {
    return tl::unexpected(
        fmt::format("line {}: {}", error.source().begin.line, error.description()));
  }
}

const HeatRamp& heat_ramp(Theme theme) {
  static const HeatRamp dark = shipped(ramps::dark);
  static const HeatRamp light = shipped(ramps::light);
  static const HeatRamp contrast = shipped(ramps::contrast);
  return theme == Theme::light ? light : theme == Theme::contrast ? contrast : dark;
}

Color color_at(const HeatRamp& ramp, float t) {
  const float position = std::clamp(t, 0.0F, 1.0F) * static_cast<float>(ramp.size() - 1);
  const auto from = std::min(static_cast<std::size_t>(position), ramp.size() - 2);
  const float part = position - static_cast<float>(from);
  const Color& a = ramp[from];
  const Color& b = ramp[from + 1];
  return {a.r + part * (b.r - a.r), a.g + part * (b.g - a.g), a.b + part * (b.b - a.b), 1};
}

}  // namespace lanescope::picture
