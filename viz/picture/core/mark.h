// Marks of a plot: each series has a shape, so that colour is not needed to tell them apart.
#pragma once

#include <cstddef>
#include <cstdint>

#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

enum class MarkShape : std::uint8_t {
  circle,
  square,
  diamond,
  up,
  down,
  left,
  right,
  plus,
  tall,
  flat
};
inline constexpr std::size_t mark_shapes = 10;
[[nodiscard]] MarkShape shape_of(std::size_t series);

struct Mark {
  MarkShape shape = MarkShape::circle;
  Color color;
  bool filled = true;  // false: outlined, on `ground`
  Color ground;
};
// x, y: the middle; `size`: height in pixels.
void draw_mark_shape(Canvas& canvas, const Mark& mark, float x, float y, float size);

}  // namespace lanescope::picture
