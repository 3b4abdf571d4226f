#include "viz/picture/access/fork.h"

#include <algorithm>

namespace lanescope::picture {

void draw_fork(Canvas& canvas, float x, float y, float height, bool splits, const Color& color) {
  const float top = y - height / 2;
  const float bottom = y + height / 2;
  const float knee = top + height * 0.3F;
  const float width = std::max(1.0F, height * 0.13F);
  const auto path = [&](float to_x) {
    const float middle = (knee + bottom) / 2;
    canvas.curve({{x, x, to_x, to_x}, {knee, middle, middle, bottom}, width, color});
  };
  canvas.curve({{x, x, x, x}, {top, top, knee, knee}, width, color});
  if (!splits) return path(x);
  path(x - height * 0.36F);
  path(x + height * 0.36F);
}

}  // namespace lanescope::picture
