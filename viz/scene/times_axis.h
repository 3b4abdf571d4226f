// Around the rows of times: headings above, axis and legend below, ticks behind.
#pragma once

#include <vector>

#include "viz/scene/times_columns.h"

namespace lanescope::scene {

// In pixels.
[[nodiscard]] float axis_height(const Canvas& canvas);
[[nodiscard]] float legend_height(const Canvas& canvas);
[[nodiscard]] float headings_height(const Canvas& canvas);

// The axis's ticks behind a bar, but not behind its words.
void draw_grid(const Pen& pen, const TimeFigure& figure, bool faint, float top, float height);
void draw_axis(const Pen& pen, float top);
// Above the numbers: what they are.
void draw_headings(const Pen& pen, float middle);
// What `lines` lines have no room for is left out.
void draw_bar_legend(const Pen& pen, float top, int lines);
// That all of the legend takes.
[[nodiscard]] int legend_lines(const Pen& pen);

}  // namespace lanescope::scene
