// The bars of the times: a group of lines for each variant, one a source, on one axis.
#pragma once

#include <cstddef>

#include "viz/scene/canvas.h"
#include "viz/scene/times_lines.h"

namespace lanescope::scene {

// What all rows take, in pixels.
[[nodiscard]] float rows_height(const Canvas& canvas, const TimesInput& input, RowDetail detail);
// The same with headings, axis and all of the legend, in a picture of that width.
[[nodiscard]] float whole_height(const Canvas& canvas, const TimesInput& input, RowDetail detail,
                                 const Rect& area);
// Rows that fit into the area, those around the chosen one where not all do, with the axis and,
// where there is room for it, the legend below them.
void draw_rows(Canvas& canvas, const TimesInput& input, RowDetail detail, const Rect& area);

}  // namespace lanescope::scene
