// The guide's small signs: the dot of a step, right and wrong, the box of a goal. They differ in
// shape, not only in colour.
#pragma once

#include <cstdint>

#include "app/window/toolkit/ui.h"

namespace lanescope::app {

enum class GuideSign : std::uint8_t { tick, cross, arrow, ring, warning };
void draw_sign(Ui& ui, GuideSign sign, const Rect& box, const Color& color);

enum class DotState : std::uint8_t { coming, seen, current };
// Round for a step, square for the exercise. Filled: seen; hollow: not yet seen; long: current.
void draw_dot(Ui& ui, const Rect& box, DotState state, bool is_exercise);

}  // namespace lanescope::app
