// The guide's small signs: the dot of a step, right and wrong, the box of a goal. They differ in
// shape, not only in colour.
#pragma once

#include <cstdint>

#include "app/session/course/progress.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

enum class GuideSign : std::uint8_t { tick, cross, arrow, ring, warning };
void draw_sign(Ui& ui, GuideSign sign, const Rect& box, const Color& color);

// Round for a step, square for the exercise. Hollow: not yet seen; with a point in it: looked at;
// filled: done; filled, with a stroke across: a question is to be done again. Long: current.
void draw_dot(Ui& ui, const Rect& box, GuideStepState state, bool is_current, bool is_exercise);

}  // namespace lanescope::app
