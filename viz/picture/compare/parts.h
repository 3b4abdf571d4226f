// The parts of the comparison's picture. For the files of this folder only.
#pragma once

#include "viz/picture/compare/compare.h"
#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

inline constexpr float compare_number_row = 22;   // units
inline constexpr float compare_number_head = 22;  // units; height of the headings
inline constexpr float compare_text_row = 20;

// Number of rows that fit into `height` pixels. `taken`, `row`: units.
[[nodiscard]] std::size_t compare_rows(const Style& style, float height, float taken, float row);

void draw_compare_numbers(Canvas& canvas, const CompareInput& input, const Rect& area);
// `lines`: as compare_text_lines() gives them.
void draw_compare_text(Canvas& canvas, const CompareInput& input,
                       const std::vector<CompareLine>& lines, const Rect& area);

// "A" or "B" in a square; returns its right end.
float draw_side_letter(Canvas& canvas, bool is_b, float left, float middle, float units);

}  // namespace lanescope::picture
