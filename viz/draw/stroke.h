// A curve as triangles with what the stroke shader needs to smooth its edges.
#pragma once

#include <cstdint>
#include <vector>

#include "viz/scene/draw_list.h"

namespace lanescope::draw {

struct StrokeVertex {
  float x = 0, y = 0;                // pixels of the picture
  float across = 0, half_width = 0;  // pixels
  std::uint32_t color = 0;           // bytes R, G, B, A in memory order
};

// R, G, B, A bytes in memory order.
[[nodiscard]] std::uint32_t packed(const scene::Color& color);

// Appends three vertices a triangle.
void append_stroke(const scene::Curve& curve, std::vector<StrokeVertex>& vertices);

}  // namespace lanescope::draw
