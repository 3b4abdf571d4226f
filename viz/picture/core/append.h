// Combines pictures.
#pragma once

#include "viz/picture/core/draw_list.h"

namespace lanescope::picture {

// Draws `from` into `to`, on top, with its top left corner at x, y. `to` keeps its size.
void append(DrawList& to, const DrawList& from, float x, float y);

}  // namespace lanescope::picture
