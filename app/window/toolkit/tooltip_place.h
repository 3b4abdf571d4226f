// Where a tooltip stands: beside what it explains, if there is room. Pure arithmetic, in pixels.
#pragma once

#include <optional>

#include "viz/picture/core/draw_list.h"

namespace lanescope::app {

// The side of its subject that is tried first. The others follow.
enum class TooltipSide : unsigned char { above, beside };

struct TooltipSubject {
  picture::Rect area;
  TooltipSide side = TooltipSide::above;
};

struct TooltipRoom {
  float width = 0, height = 0;  // of the window
  float margin = 0;             // free at its edges
  float gap = 0;                // between the subject and the tooltip
};

// Above the subject, or right or left of it: wholly inside the window and without covering it.
// `w`, `h`: of the tooltip. `x`, `y`: of the mouse, near which it stays. None: there is no such
// place.
[[nodiscard]] std::optional<picture::Rect> place_beside(const TooltipSubject& subject, float w,
                                                        float h, float x, float y,
                                                        const TooltipRoom& room);

}  // namespace lanescope::app
