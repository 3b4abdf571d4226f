// One picture becoming another: what is in both moves, what is in one alone comes or goes. Pure:
// the same pictures and the same moment give the same picture.
//
// No number is invented on the way: a text that changes rolls over, from the old one to the new.
#pragma once

#include "viz/scene/parted.h"

namespace lanescope::scene {

// How long it takes, and how it gathers way and comes to rest. The one place that says so.
inline constexpr double glide_s = 0.45;
// `progress`: 0..1 of the time; 0..1 of the way.
[[nodiscard]] float eased(float progress);

// `way`: 0 gives `before`, 1 gives `after`, both to the last bit, without hit areas and heat maps
// in between: what moves can't be pointed at. What comes out in between can be a `before` again, so
// that a movement may turn round wherever it is.
[[nodiscard]] PartedList glide(const PartedList& before, const PartedList& after, float way);

// Nothing of it would be seen to move.
[[nodiscard]] bool looks_alike(const DrawList& a, const DrawList& b);

}  // namespace lanescope::scene
