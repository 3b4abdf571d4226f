// What bars of times are drawn with: their colour, the notch and the whisker on them, small boxes
// with a sign.
#pragma once

#include <string>

#include "viz/scene/canvas.h"

namespace lanescope::scene {

// The colour of the bars of the chosen variant, and of the others.
[[nodiscard]] Color bar_color(const Palette& palette, bool chosen);

// From `low` to `high`, with an end at each where they are apart.
void draw_whisker(Canvas& canvas, float low, float high, float middle, float reach);
// A notch across the bar: where the warm median lies.
void draw_notch(Canvas& canvas, float x, float top, float height);

// A small box with a sign in it, for what must not be told by colour alone. Returns its width.
float draw_mark(Canvas& canvas, float left, float middle, const char* sign, const Color& color,
                bool filled, std::string tooltip);
[[nodiscard]] float mark_width(const Canvas& canvas);

}  // namespace lanescope::scene
