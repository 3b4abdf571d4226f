// What the pictures of a warp's life share. Internal to viz/scene.
#pragma once

#include <string>

#include "viz/scene/canvas.h"
#include "viz/scene/steps.h"

namespace lanescope::scene {

// What a step is and did, for its hit area.
[[nodiscard]] std::string step_tooltip(const steps::Recording& recording, std::size_t step,
                                       const text::Texts& texts);
[[nodiscard]] const steps::Function& function_of(const steps::Recording& recording,
                                                 std::size_t step);

// The ground of a part of the page; framed in the theme where it is the panel's colour.
void draw_well(Canvas& canvas, const Rect& rect, float radius);

// The sign of an access that costs more than it has to: a bar with a head, so that it is told from
// the others without its colour. `area`: what it may fill, from its foot upwards; `tall`: 0..1.
void draw_access_mark(Canvas& canvas, const Rect& area, float tall, bool conflict);
void draw_barrier_mark(Canvas& canvas, const Rect& area);

}  // namespace lanescope::scene
