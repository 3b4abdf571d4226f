// Markers of a sweep's points: a shape for each variant, filled or outlined.
#pragma once

#include <cstddef>

#include "viz/scene/canvas.h"

namespace lanescope::scene {

enum class MarkShape : std::uint8_t { circle, square, diamond, up, down, left, right };
inline constexpr std::size_t mark_shapes = 7;
[[nodiscard]] MarkShape shape_of(std::size_t series);

struct Mark {
  MarkShape shape = MarkShape::circle;
  Color color;
  bool filled = true;  // else outlined, on `ground`
  Color ground;
};
// Around its middle; `size`: its height, pixels.
void draw_mark_shape(Canvas& canvas, const Mark& mark, float x, float y, float size);

// A straight stroke.
void draw_line(Canvas& canvas, float x0, float y0, float x1, float y1, float width,
               const Color& color);

}  // namespace lanescope::scene
