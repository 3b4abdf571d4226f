#include <algorithm>
#include <cmath>

#include "viz/picture/core/axis.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/sweep/parts.h"

namespace lanescope::picture {
namespace {

// The ramp's dark end would not be visible on a dark background.
constexpr float min_shade = 0.12F;

struct Shades {
  double low = 0, high = 0;
  bool logarithmic = false;
  [[nodiscard]] Color of(double value) const {
    double part = 0;
    if (high > low) {
      part =
          logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    }
    return ramp(min_shade + (1 - min_shade) * static_cast<float>(part));
  }
};

Shades shades_of(const SweepSeries& series) {
  Shades shades;
  bool first = true;
  for (const SeriesPoint& point : series.points) {
    if (!point.quantity) continue;
    shades.low = first ? *point.quantity : std::min(shades.low, *point.quantity);
    shades.high = first ? *point.quantity : std::max(shades.high, *point.quantity);
    first = false;
  }
  shades.logarithmic = shades.low > 0 && shades.high / shades.low >= 16;
  return shades;
}

struct MapGrid {
  Rect area;
  std::size_t across = 0, down = 0;
  [[nodiscard]] Rect cell(std::size_t column, std::size_t row) const {
    // The first value of the second parameter is at the bottom, as on an axis.
    const float w = area.w / static_cast<float>(across);
    const float h = area.h / static_cast<float>(down);
    const float top = area.y + h * static_cast<float>(down - 1 - row);
    return snapped(area.x + w * static_cast<float>(column), top,
                   area.x + w * static_cast<float>(column + 1), top + h);
  }
};

void draw_axis_names(const SweepPen& pen, const MapGrid& grid, const Rect& area) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const SweepInput& input = pen.input;
  const float size = axis_text_size(canvas);
  const float cell_w = grid.area.w / static_cast<float>(grid.across);
  const float cell_h = grid.area.h / static_cast<float>(grid.down);
  std::vector<std::int64_t> columns;
  std::vector<std::int64_t> rows;
  float widest = 0;
  for (std::size_t i = 0; i < grid.across; ++i) {
    columns.push_back(input.series.front().points[i].value);
    widest = std::max(widest, canvas.measure(FontRole::mono, size, value_text(columns.back())));
  }
  for (std::size_t i = 0; i < grid.down; ++i)
    rows.push_back(*input.series.front().points[i * grid.across].by);
  const auto every = [](float wanted, float pitch) {
    return static_cast<std::size_t>(std::max(1.0F, std::ceil(wanted / std::max(pitch, 0.5F))));
  };
  const float bottom = grid.area.y + grid.area.h;
  for (const std::size_t i : named_values(columns, every(widest + canvas.px(8), cell_w))) {
    pen.labels.put(text_at(grid.area.x + cell_w * (static_cast<float>(i) + 0.5F),
                           bottom + size * 0.9F, FontRole::mono, size, palette.text_dim,
                           value_text(columns[i]), AlignX::center));
  }
  for (const std::size_t i : named_values(rows, every(size * 1.2F, cell_h))) {
    pen.labels.put(text_at(grid.area.x - canvas.px(8),
                           bottom - cell_h * (static_cast<float>(i) + 0.5F), FontRole::mono, size,
                           palette.text_dim, value_text(rows[i]), AlignX::right));
  }
  const auto titled = [](const std::string& name, const std::string& label) {
    return label.empty() || label == name ? name : name + " – " + label;
  };
  pen.labels.put_fitted(
      text_at(grid.area.x + grid.area.w / 2, bottom + size * 2.3F, FontRole::ui, size, palette.text,
              titled(input.parameter, input.parameter_label), AlignX::center),
      grid.area.w);
  pen.labels.put_fitted(text_at(area.x, grid.area.y - size * 0.9F, FontRole::ui, size, palette.text,
                                "↑ " + titled(input.by, input.by_label)),
                        area.w * 0.5F);
}

void draw_legend(const SweepPen& pen, const Shades& shades, const Rect& row) {
  Canvas& canvas = pen.canvas;
  const float size = axis_text_size(canvas);
  const float middle = row.y + row.h / 2;
  const float w = std::min(canvas.px(160), row.w * 0.25F);
  const std::string low = count_text(shades.low);
  const std::string high = count_text(shades.high) + " " + unit_text(pen.input, canvas.texts());
  const float high_w = canvas.measure(FontRole::mono, size, high);
  const float right = row.x + row.w - high_w - canvas.px(8);
  const float left = right - w;
  if (left - canvas.measure(FontRole::mono, size, low) - canvas.px(16) < row.x + row.w * 0.4F)
    return;
  constexpr int steps = 24;
  for (int i = 0; i < steps; ++i) {
    const float x = left + w * static_cast<float>(i) / steps;
    const float next = left + w * static_cast<float>(i + 1) / steps;
    const float part = static_cast<float>(i) / (steps - 1);
    canvas.fill(snapped(x, middle - canvas.px(6), next, middle + canvas.px(6)),
                ramp(min_shade + (1 - min_shade) * part));
  }
  const Color& ink = canvas.palette().text_dim;
  pen.labels.put(
      text_at(left - canvas.px(8), middle, FontRole::mono, size, ink, low, AlignX::right));
  pen.labels.put(text_at(right + canvas.px(8), middle, FontRole::mono, size, ink, high));
}

// The widest number sets the size of all digits; if it does not fit, no numbers are drawn.
std::string widest_number(const Canvas& canvas, const SweepSeries& series) {
  std::string widest = "0";
  for (const SeriesPoint& point : series.points) {
    const std::string text = point.quantity ? count_text(point.quantity) : "";
    if (canvas.measure(FontRole::mono, 10, text) > canvas.measure(FontRole::mono, 10, widest))
      widest = text;
  }
  return widest;
}

void draw_cell(const SweepPen& pen, const Shades& shades, const SeriesPoint& point,
               const Rect& cell, float digits) {
  Canvas& canvas = pen.canvas;
  const Palette& palette = canvas.palette();
  const float gap = cell.w > canvas.px(12) ? canvas.whole_px(1) : 0;
  const Rect inner{cell.x, cell.y, std::max(cell.w - gap, 1.0F), std::max(cell.h - gap, 1.0F)};
  const float x = inner.x + inner.w / 2;
  const float y = inner.y + inner.h / 2;
  if (point.quantity) {
    const Color shade = shades.of(*point.quantity);
    canvas.fill(inner, shade);
    if (digits > 0) {
      canvas.label(text_at(x, y, FontRole::mono, digits, black_or_white(shade),
                           count_text(point.quantity), AlignX::center));
    }
    if (point.problem.empty()) return;
    const float arm = std::min({canvas.px(4), inner.w * 0.2F, inner.h * 0.2F});
    canvas.cross(inner.x + 1.5F * arm, inner.y + 1.5F * arm, arm, canvas.px(2),
                 black_or_white(shade));
    return;
  }
  if (point.problem.empty()) {
    canvas.outline(inner, palette.hairline, canvas.whole_px(1));
    return;
  }
  canvas.waste(inner);
  const float arm = std::min({canvas.px(4), inner.w * 0.3F, inner.h * 0.3F});
  canvas.cross(x, y, arm, canvas.px(2), palette.error_text);
}

}  // namespace

void draw_map(const SweepPen& pen, const Rect& area) {
  if (pen.input.series.empty() || pen.input.series.front().points.empty()) return;
  Canvas& canvas = pen.canvas;
  const SweepSeries& series = pen.input.series.front();
  const float size = axis_text_size(canvas);
  MapGrid grid;
  for (const SeriesPoint& point : series.points)
    grid.across += point.by == series.points.front().by ? 1 : 0;
  grid.down = series.points.size() / grid.across;
  float left = 0;
  for (const SeriesPoint& point : series.points)
    left = std::max(left, canvas.measure(FontRole::mono, size, value_text(*point.by)));
  left += canvas.px(8);
  const float top = size * 1.8F;
  grid.area = {area.x + left, area.y + top, area.w - left, area.h - top - size * 3.2F};
  if (grid.area.w < canvas.px(60) || grid.area.h < canvas.px(40)) return;
  const Shades shades = shades_of(series);
  const float cell_w = grid.area.w / static_cast<float>(grid.across);
  const float cell_h = grid.area.h / static_cast<float>(grid.down);
  const float digits = digit_size(canvas, cell_w - 2, cell_h - 1, canvas.px(text_title),
                                  widest_number(canvas, series));
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const Rect cell = grid.cell(i % grid.across, i / grid.across);
    draw_cell(pen, shades, series.points[i], cell, digits);
    canvas.hit(cell, HitKind::point, i,
               description_of(pen.input, series, series.points[i], canvas.texts()));
  }
  const Palette& palette = canvas.palette();
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const bool pointed = pen.input.pointed == i;
    if (!pointed && !series.points[i].is_present) continue;
    const Rect cell = grid.cell(i % grid.across, i / grid.across);
    canvas.outline(cell, palette.panel, canvas.whole_px(4));
    canvas.outline(cell, pointed ? palette.text : palette.selection_border, canvas.whole_px(2.5F));
  }
  draw_legend(pen, shades, {area.x, area.y, area.w, top});
  draw_axis_names(pen, grid, area);
}

}  // namespace lanescope::picture
