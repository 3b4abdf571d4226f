#include "viz/picture/core/mark.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lanescope::picture {

namespace {

struct Corner {
  float x, y;  // relative to the middle, in units of half the size
};

// Corners of a shape with about the same area as a circle of that height.
std::vector<Corner> corners_of(MarkShape shape) {
  switch (shape) {
    case MarkShape::diamond:
      return {{0, -1.25F}, {1.25F, 0}, {0, 1.25F}, {-1.25F, 0}};
    case MarkShape::up:
      return {{0, -1.15F}, {1.2F, 0.95F}, {-1.2F, 0.95F}};
    case MarkShape::down:
      return {{0, 1.15F}, {1.2F, -0.95F}, {-1.2F, -0.95F}};
    case MarkShape::left:
      return {{-1.15F, 0}, {0.95F, -1.2F}, {0.95F, 1.2F}};
    case MarkShape::right:
      return {{1.15F, 0}, {-0.95F, -1.2F}, {-0.95F, 1.2F}};
    case MarkShape::plus:
      return {{-0.4F, -1.2F}, {0.4F, -1.2F}, {0.4F, -0.4F},  {1.2F, -0.4F},
              {1.2F, 0.4F},   {0.4F, 0.4F},  {0.4F, 1.2F},   {-0.4F, 1.2F},
              {-0.4F, 0.4F},  {-1.2F, 0.4F}, {-1.2F, -0.4F}, {-0.4F, -0.4F}};
    case MarkShape::tall:
      return {{-0.55F, -1.3F}, {0.55F, -1.3F}, {0.55F, 1.3F}, {-0.55F, 1.3F}};
    case MarkShape::flat:
      return {{-1.3F, -0.55F}, {1.3F, -0.55F}, {1.3F, 0.55F}, {-1.3F, 0.55F}};
    case MarkShape::circle:
    case MarkShape::square:
      break;
  }
  return {};
}

// Rows of one pixel; the outline drawn over them makes the edge smooth.
void fill_rows(Canvas& canvas, const std::vector<Corner>& corners, float x, float y, float half,
               const Color& color) {
  for (float row = std::floor(y - 1.3F * half); row <= y + 1.3F * half; row += 1) {
    const float middle = row + 0.5F;
    float left = std::numeric_limits<float>::max();
    float right = std::numeric_limits<float>::lowest();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Corner& a = corners[i];
      const Corner& b = corners[(i + 1) % corners.size()];
      const float ay = y + a.y * half;
      const float by = y + b.y * half;
      if ((middle < ay) == (middle < by)) continue;
      const float cut = x + half * (a.x + (b.x - a.x) * (middle - ay) / (by - ay));
      left = std::min(left, cut);
      right = std::max(right, cut);
    }
    if (right > left) canvas.fill({left, row, right - left, 1}, color);
  }
}

}  // namespace

MarkShape shape_of(std::size_t series) { return static_cast<MarkShape>(series % mark_shapes); }

void draw_mark_shape(Canvas& canvas, const Mark& mark, float x, float y, float size) {
  const float edge = std::max(1.5F, size * 0.17F);
  const Color inner = mark.filled ? mark.color : mark.ground;
  if (mark.shape == MarkShape::circle || mark.shape == MarkShape::square) {
    const bool round = mark.shape == MarkShape::circle;
    const float side = round ? size : size * 0.9F;
    canvas.framed({x - side / 2, y - side / 2, side, side}, inner, mark.color, edge,
                  round ? side / 2 : 0);
    return;
  }
  const float half = (size - edge) / 2;
  const std::vector<Corner> corners = corners_of(mark.shape);
  fill_rows(canvas, corners, x, y, half, inner);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Corner& a = corners[i];
    const Corner& b = corners[(i + 1) % corners.size()];
    canvas.line(x + a.x * half, y + a.y * half, x + b.x * half, y + b.y * half, edge, mark.color);
  }
}

}  // namespace lanescope::picture
