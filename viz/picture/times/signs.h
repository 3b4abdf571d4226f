// Elements of the time bars: colour, notch, whisker, and small boxes with a sign.
#pragma once

#include <string>

#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

// Colour of a bar, for the chosen variant or for the others.
[[nodiscard]] Color bar_color(const Palette& palette, bool chosen);

// From `low` to `high`, with end strokes if the two differ.
void draw_whisker(Canvas& canvas, float low, float high, float middle, float reach);
// A notch across the bar at the warm median.
void draw_notch(Canvas& canvas, float x, float top, float height);

// A small box with a sign, for meanings that must not depend on colour alone.
void draw_mark(Canvas& canvas, float left, float middle, const char* sign, const Color& color,
               bool filled, std::string tooltip);
[[nodiscard]] float mark_width(const Canvas& canvas);

}  // namespace lanescope::picture
