// The sign of a conditional branch: a path that splits, or goes straight on if all lanes agreed.
// The two differ in shape, so that colour is not needed to tell them apart.
#pragma once

#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

// `x`, `y`: the middle. Pixels.
void draw_fork(Canvas& canvas, float x, float y, float height, bool splits, const Color& color);

}  // namespace lanescope::picture
