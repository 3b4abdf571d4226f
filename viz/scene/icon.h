// The program's sign: four lanes, each in a bank of its own: the diagonal that padding makes of a
// column.
#pragma once

#include "viz/scene/draw_list.h"
#include "viz/scene/palette.h"

namespace lanescope::scene {

// `size` x `size` pixels, 12 at least. With a ground it is an icon for any desktop; without one it
// stands on the window's own.
[[nodiscard]] DrawList build_icon(const Palette& palette, float size, bool has_ground);

}  // namespace lanescope::scene
