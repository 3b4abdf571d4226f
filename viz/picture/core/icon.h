// The program's icon: four lanes, each in its own bank. The diagonal is what padding makes of a
// column.
#pragma once

#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/palette.h"

namespace lanescope::picture {

// `size` x `size` pixels, at least 12. With a background the icon suits any desktop; without one it
// is for the window's own background.
[[nodiscard]] DrawList build_icon(const Palette& palette, float size, bool has_background);

}  // namespace lanescope::picture
