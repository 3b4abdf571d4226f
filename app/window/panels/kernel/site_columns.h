// Where the columns of the table of accesses are, and how long its bars.
#pragma once

#include <algorithm>

#include "viz/picture/core/draw_list.h"

namespace lanescope::app {

// Widths in pixels: of the widest text of each column, heading or cell.
struct SiteWidths {
  float name = 0, requests = 0, each = 0, ideal = 0, ratio = 0, unit = 0;
  float px = 1;  // pixels of a unit
};

// Edges in pixels: numbers are right-aligned to them, texts left-aligned. The bar and the unit are
// last; they are in all rows or in none.
struct SiteColumns {
  float line = 0, what = 0, requests = 0, each = 0, ideal = 0, ratio = 0, bar_from = 0, bar_to = 0;
  float names = 0;  // room for the names
  bool has_bar = false, has_unit = false;
};

inline constexpr float site_column_gap = 10;  // units

// The columns of numbers are as wide as their texts; what is left is for the names, then for the
// bars, then for the units.
[[nodiscard]] inline SiteColumns site_columns(const picture::Rect& area, const SiteWidths& widths) {
  constexpr float pad = 16, line_w = 32, before_names = 12, least_bar = 24;  // units
  const float gap = site_column_gap * widths.px;
  SiteColumns columns;
  columns.line = area.x + (pad + line_w) * widths.px;
  columns.what = columns.line + before_names * widths.px;
  columns.bar_to = area.x + area.w - pad * widths.px;
  const float numbers = widths.requests + widths.each + widths.ideal + widths.ratio + 4 * gap;
  const float room = columns.bar_to - columns.what - numbers;
  const float bar = least_bar * widths.px + gap;
  const float unit = widths.unit + gap;
  columns.has_bar = room - widths.name >= bar;
  columns.has_unit = room - widths.name >= bar + unit;
  // Half of what is left over goes to the names, so that the bars have room to differ.
  const float needed = widths.name + (columns.has_bar ? bar : 0) + (columns.has_unit ? unit : 0);
  columns.names = columns.has_bar ? widths.name + (room - needed) * 0.5F : room;
  columns.requests = columns.what + columns.names + widths.requests + gap;
  columns.each = columns.requests + widths.each + gap;
  columns.ideal = columns.each + widths.ideal + gap;
  columns.ratio = columns.ideal + widths.ratio + gap;
  columns.bar_from = columns.ratio + gap;
  return columns;
}

inline constexpr double min_full_ratio = 32;  // the worst ratio of shared memory: 32-way

// The share of a bar's length. Linear: 8-way is a quarter of 32-way. `full`: the ratio that fills
// the bar.
[[nodiscard]] inline float bar_share(double ratio, double full) {
  return static_cast<float>(std::clamp(ratio / full, 0.0, 1.0));
}

}  // namespace lanescope::app
