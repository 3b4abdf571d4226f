// The small signs of the guide: a step's dot, right and wrong, a goal's box. All by shape first.
#pragma once

#include <cstdint>

#include "app/window/ui.h"

namespace lanescope::app {

enum class GuideSign : std::uint8_t { tick, cross, arrow, ring, warning };
void draw_sign(Ui& ui, GuideSign sign, const Rect& box, const Color& color);

enum class DotState : std::uint8_t { coming, seen, current };
// Round for a step, square for the exercise; filled: seen, hollow: coming, long: current.
void draw_dot(Ui& ui, const Rect& box, DotState state, bool is_exercise);

}  // namespace lanescope::app
