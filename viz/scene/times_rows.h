// The bars of the times: a group of lines for each variant, one a source, on one axis.
#pragma once

#include <cstddef>

#include "viz/scene/canvas.h"
#include "viz/scene/times.h"

namespace lanescope::scene {

// How much is said of each variant; what has no room at one level may have it at the next.
enum class RowDetail : std::uint8_t { roomy, tight, cost_of_chosen, one_line };

// What all rows take, in pixels.
[[nodiscard]] float rows_height(const Canvas& canvas, const TimesInput& input, RowDetail detail);
// Rows that fit into the area, those around the chosen one where not all do, with the axis and,
// where there is room for it, the legend below them.
void draw_rows(Canvas& canvas, const TimesInput& input, RowDetail detail, const Rect& area);

// Below the rows, in pixels: the axis, and the legend.
[[nodiscard]] float axis_height(const Canvas& canvas);
[[nodiscard]] float legend_height(const Canvas& canvas);

// The colour of the bars of the chosen variant, and of the others.
[[nodiscard]] Color bar_color(const Palette& palette, bool chosen);

// A small box with a sign in it, for what must not be told by colour alone. Returns its width.
float draw_mark(Canvas& canvas, float left, float middle, const char* sign, const Color& color,
                bool filled, std::string tooltip);
[[nodiscard]] float mark_width(const Canvas& canvas);

}  // namespace lanescope::scene
