// Shared by the pictures of a warp's execution. For the files of this folder only.
#pragma once

#include <string>

#include "viz/picture/core/canvas.h"
#include "viz/picture/steps/steps.h"

namespace lanescope::picture {

// Tooltip of an executed instruction: what it is and what it did.
[[nodiscard]] std::string step_tooltip(const steps::Recording& recording, std::size_t step,
                                       const text::Texts& texts);
[[nodiscard]] const steps::Function& function_of(const steps::Recording& recording,
                                                 std::size_t step);

// Background of a part of the page; framed in the theme where it has the panel's colour.
void draw_well(Canvas& canvas, const Rect& rect, float radius);

// The mark of an access that costs more than necessary: a bar with a head, so that its shape
// differs from other bars. `area`: the available room, filled from the bottom; `tall`: height,
// 0..1.
void draw_access_mark(Canvas& canvas, const Rect& area, float tall, bool conflict);
void draw_barrier_mark(Canvas& canvas, const Rect& area);

}  // namespace lanescope::picture
