// Shared by the pictures of this folder.
#pragma once

#include <string>

#include "viz/picture/core/canvas.h"
#include "viz/picture/moving/moving.h"

namespace lanescope::picture {

// Draws the head, and `absence` below it if there is one. The area that is left; empty where
// nothing else is to be drawn.
[[nodiscard]] Rect draw_head(Canvas& canvas, const MovingHead& head, const std::string& absence);
// What a picture of that width needs: the head, `body` pixels below it, and the margin. 0 without
// room for a head.
[[nodiscard]] float height_with_head(const MovingHead& head, const Style& style, float width,
                                     float body);
// The width of that body.
[[nodiscard]] float width_below_head(const Style& style, float width);
// The colour of a curve or a chunk, of so many: along the ramp of the lanes.
[[nodiscard]] Color color_of_many(const Palette& palette, std::size_t index, std::size_t count);
// "26.8 µs" of seconds.
[[nodiscard]] std::string seconds_text(double seconds);
// "26.8 µs, of 26.1 µs to 27.5 µs (95 %)"
[[nodiscard]] std::string interval_text(double seconds, double low, double high,
                                        const text::Texts& texts);

}  // namespace lanescope::picture
