// The parts of the picture of a comparison. Internal to it.
#pragma once

#include "viz/scene/canvas.h"
#include "viz/scene/compare.h"

namespace lanescope::scene {

inline constexpr float compare_number_row = 22;   // units
inline constexpr float compare_number_head = 22;  // their headings
inline constexpr float compare_text_row = 20;

void draw_compare_numbers(Canvas& canvas, const CompareInput& input, const Rect& area);
void draw_compare_text(Canvas& canvas, const CompareInput& input, const Rect& area);

// "A" in a square; returns its right end.
float draw_side_letter(Canvas& canvas, bool is_b, float left, float middle, float units);

}  // namespace lanescope::scene
