// The parts of the picture of times.
#pragma once

#include <string>

#include "viz/picture/core/canvas.h"
#include "viz/picture/times/columns.h"
#include "viz/picture/times/times.h"

namespace lanescope::picture {

// Colour of a bar, for the chosen variant or for the others.
[[nodiscard]] Color bar_color(const Palette& palette, bool chosen);
// A small box with a sign, for meanings that must not depend on colour alone.
void draw_mark(Canvas& canvas, float left, float middle, const char* sign, const Color& color,
               bool filled, std::string tooltip);
[[nodiscard]] float mark_width(const Canvas& canvas);

// The bars of the times: a group of lines per variant, one line per source, on a common axis.
// Heights in pixels: of the axis, of a line of the legend, of all rows with their headings.
[[nodiscard]] float axis_height(const Canvas& canvas);
[[nodiscard]] float legend_height(const Canvas& canvas);
[[nodiscard]] float rows_height(const Canvas& canvas, const TimesInput& input, RowDetail detail);
// Of headings, rows, axis and the whole legend, in an area of that width.
[[nodiscard]] float whole_height(const Canvas& canvas, const TimesInput& input, RowDetail detail,
                                 const Rect& area);
// Draws the rows that fit into the area (those around the chosen one), the axis, and the legend if
// there is room.
void draw_rows(Canvas& canvas, const TimesInput& input, RowDetail detail, const Rect& area);

// A series of timings as a small plot: a dot per run in order, the median with its interval, and a
// histogram on the right. `faint`: the series is not of the current values. A series without
// samples is drawn by its summary: median, interval, mean, extremes.
void draw_samples(Canvas& canvas, const Rect& area, const std::string& title,
                  const TimeSeries& series, bool faint);

}  // namespace lanescope::picture
