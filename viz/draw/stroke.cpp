#include "viz/draw/stroke.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "viz/picture/core/palette.h"

namespace lanescope::draw {
namespace {

struct Point {
  float x = 0, y = 0;
};

Point at(const picture::Curve& c, float t) {
  const float s = 1 - t;
  const std::array<float, 4> w{s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
  return {w[0] * c.x[0] + w[1] * c.x[1] + w[2] * c.x[2] + w[3] * c.x[3],
          w[0] * c.y[0] + w[1] * c.y[1] + w[2] * c.y[2] + w[3] * c.y[3]};
}

// Enough pieces that the curve looks smooth. The length of the control polygon, an upper bound of
// the curve's length, is cheap to compute.
int pieces_of(const picture::Curve& c) {
  float length = 0;
  for (int i = 0; i < 3; ++i) length += std::hypot(c.x[i + 1] - c.x[i], c.y[i + 1] - c.y[i]);
  return std::clamp(static_cast<int>(length / 5), 8, 64);
}

}  // namespace

std::uint32_t packed(const picture::Color& color) {
  using picture::byte_of;
  const std::array<std::uint8_t, 4> bytes{byte_of(color.r), byte_of(color.g), byte_of(color.b),
                                          byte_of(color.a)};
  std::uint32_t result = 0;
  std::memcpy(&result, bytes.data(), sizeof result);
  return result;
}

void append_stroke(const picture::Curve& curve, std::vector<StrokeVertex>& vertices) {
  const int pieces = pieces_of(curve);
  const float half_width = curve.width / 2;
  const float reach = half_width + 1;  // the outermost pixel fades
  const std::uint32_t color = packed(curve.color);
  std::array<StrokeVertex, 2> before{};
  for (int i = 0; i <= pieces; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(pieces);
    const float half_piece = 0.5F / static_cast<float>(pieces);
    const Point here = at(curve, t);
    const Point from = at(curve, std::max(0.0F, t - half_piece));
    const Point to = at(curve, std::min(1.0F, t + half_piece));
    const float length = std::max(1e-4F, std::hypot(to.x - from.x, to.y - from.y));
    const Point normal{-(to.y - from.y) / length, (to.x - from.x) / length};
    std::array<StrokeVertex, 2> now{};
    for (std::size_t side = 0; side < 2; ++side) {
      const float across = side == 0 ? -reach : reach;
      now[side] = {here.x + normal.x * across, here.y + normal.y * across, across, half_width,
                   color};
    }
    if (i > 0)
      vertices.insert(vertices.end(), {before[0], before[1], now[0], now[0], before[1], now[1]});
    before = now;
  }
}

}  // namespace lanescope::draw
