// A curve as triangles, with the vertex data that the stroke shader needs for antialiasing.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/picture/core/draw_list.h"

namespace lanescope::draw {

struct StrokeVertex {
  float x = 0, y = 0;                // pixels of the picture
  float across = 0, half_width = 0;  // pixels
  std::uint32_t color = 0;           // bytes R, G, B, A in memory order
};

// R, G, B, A bytes in memory order.
[[nodiscard]] std::uint32_t packed(const picture::Color& color);

// Appends three vertices per triangle.
void append_stroke(const picture::Curve& curve, std::vector<StrokeVertex>& vertices);

}  // namespace lanescope::draw
