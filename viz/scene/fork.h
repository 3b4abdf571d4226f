// The sign of a conditional branch: a path that splits, or one that goes straight on because all
// lanes agreed. A shape, so that nobody needs the colour to tell them apart.
#pragma once

#include "viz/scene/canvas.h"

namespace lanescope::scene {

// Its middle and its height, pixels.
void draw_fork(Canvas& canvas, float x, float y, float height, bool splits, const Color& color);

}  // namespace lanescope::scene
