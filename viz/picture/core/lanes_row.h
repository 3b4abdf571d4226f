// The 32 lanes of the warp as a row of chips, and the columns they share with the words of a
// 128-byte line.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sim/memory/access.h"
#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

// 32 columns, with a gap after every eight (the words of a sector).
struct Columns {
  float x = 0;
  float column = 0;
  float gap = 0;  // between sectors

  // Left edge of byte `byte` of the line, 0..128; 128 is the right edge.
  [[nodiscard]] float byte_x(int byte, bool right_edge = false) const;
  [[nodiscard]] float center(int column_index) const;
  // A column's cell in whole pixels, from `y` down.
  [[nodiscard]] Rect cell(int column_index, float y, float height) const;
  [[nodiscard]] float width() const { return 32 * column + 3 * gap; }
};
[[nodiscard]] Columns columns_in(const Canvas& canvas, float x, float width);

// `bad`: lanes with an error; drawn hollow, framed and marked "!".
void draw_lane_chips(Canvas& canvas, const Columns& columns, float y, float height,
                     const memory::WarpAccess& access, std::optional<int> chosen,
                     const std::function<std::string(int lane)>& tooltip, std::uint32_t bad = 0);

// A lane's colour for strokes: adjusted where the fill colour would be too close to the panel's.
[[nodiscard]] Color lane_stroke(const Palette& palette, int lane);

// The name of an axis, the text of a key, as draw_row_name draws it; its term explains it.
void draw_axis_name(Canvas& canvas, std::string_view text_key, float left, float x, float y);
// The name of a row or axis, right-aligned before `x`. Nothing is drawn if it would begin left of
// `left`.
void draw_row_name(Canvas& canvas, const std::string& text, FontRole font, float size, float left,
                   float x, float y);

}  // namespace lanescope::picture
