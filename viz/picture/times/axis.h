// The surroundings of the rows of times: headings above, axis and legend below, grid lines behind.
#pragma once

#include <vector>

#include "viz/picture/times/columns.h"

namespace lanescope::picture {

// In pixels.
[[nodiscard]] float axis_height(const Canvas& canvas);
[[nodiscard]] float legend_height(const Canvas& canvas);
[[nodiscard]] float headings_height(const Canvas& canvas);

[[nodiscard]] std::vector<TimeTick> ticks_of(const Pen& pen);
// The axis's grid lines behind a bar, but not behind its text.
void draw_grid(const Pen& pen, const TimeFigure& figure, bool faint, float top, float height);
void draw_axis(const Pen& pen, float top);
// The headings of the number columns.
void draw_headings(const Pen& pen, float middle);
// Draws the legend in at most `lines` lines; entries that don't fit are left out.
void draw_bar_legend(const Pen& pen, float top, int lines);
// Number of lines for the whole legend.
[[nodiscard]] int legend_lines(const Pen& pen);

}  // namespace lanescope::picture
