// Animates one picture into another: parts in both move, parts in only one appear or disappear.
// Pure: equal pictures and times give equal results.
//
// No intermediate numbers are made up: a text that changes rolls over from the old one to the new
// one.
#pragma once

#include "viz/picture/core/draw_list.h"

namespace lanescope::picture {

// Duration and easing of the animation, for all uses.
inline constexpr double transition_s = 0.45;
// `progress`: share of the time, 0..1. Returns the share of the way, 0..1.
[[nodiscard]] float eased(float progress);

// `way`: 0 gives exactly `before`, 1 exactly `after`. In between there are no hit areas and no heat
// maps: moving things can't be pointed at. An intermediate result may be the next `before`, so an
// animation can turn round at any time.
[[nodiscard]] PartedList transition(const PartedList& before, const PartedList& after, float way);

// True if an animation between the two would show no movement.
[[nodiscard]] bool looks_alike(const DrawList& a, const DrawList& b);

}  // namespace lanescope::picture
