// The bars of the times: a group of lines per variant, one line per source, on a common axis.
#pragma once

#include <cstddef>

#include "viz/picture/core/canvas.h"
#include "viz/picture/times/lines.h"

namespace lanescope::picture {

// Height of all rows in pixels.
[[nodiscard]] float rows_height(const Canvas& canvas, const TimesInput& input, RowDetail detail);
// Like rows_height, plus headings, axis and the whole legend, in an area of that width.
[[nodiscard]] float whole_height(const Canvas& canvas, const TimesInput& input, RowDetail detail,
                                 const Rect& area);
// Draws the rows that fit into the area (those around the chosen one), the axis, and the legend if
// there is room.
void draw_rows(Canvas& canvas, const TimesInput& input, RowDetail detail, const Rect& area);

}  // namespace lanescope::picture
