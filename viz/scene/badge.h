// "MODEL" in a pill: every number says where it comes from.
#pragma once

#include "viz/scene/canvas.h"

namespace lanescope::scene {

inline constexpr float badge_units = 18;  // its height

[[nodiscard]] float model_badge_width(const Canvas& canvas);
// Its right end and the middle of its height; pixels.
void draw_model_badge(Canvas& canvas, float right, float middle);

}  // namespace lanescope::scene
