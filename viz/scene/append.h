// Several pictures in one.
#pragma once

#include "viz/scene/draw_list.h"

namespace lanescope::scene {

// `from` with its top left corner at x, y of `to`, on top of what is there. `to` keeps its size.
void append(DrawList& to, const DrawList& from, float x, float y);

}  // namespace lanescope::scene
