#include "viz/picture/core/icon.h"

#include <cmath>
#include <cstddef>

namespace lanescope::picture {

DrawList build_icon(const Palette& palette, float size, bool has_background) {
  constexpr int cells = 4;
  constexpr float margin_share = 0.14F;
  constexpr float gap_share = 0.05F;
  // Each lane takes a quarter of the ramp; the darkest part would not stand out from the
  // background.
  constexpr std::size_t first_lane = 10;
  constexpr std::size_t lane_step = 7;
  const Color off = mixed(palette.background, palette.text_faint, 0.3F);
  DrawList list;
  list.width = size;
  list.height = size;
  if (has_background) list.add(Box{{0, 0, size, size}, size * 0.2F, palette.background});
  const float margin = has_background ? std::round(size * margin_share) : 0;
  const float gap = std::max(1.0F, std::round(size * gap_share));
  const float cell = std::max(1.0F, std::floor((size - 2 * margin - (cells - 1) * gap) / cells));
  const float whole = cell * cells + gap * (cells - 1);
  const float from = std::floor((size - whole) / 2);
  for (int row = 0; row < cells; ++row) {
    for (int column = 0; column < cells; ++column) {
      list.add(Box{{from + static_cast<float>(column) * (cell + gap),
                    from + static_cast<float>(row) * (cell + gap), cell, cell},
                   std::floor(cell / 6),
                   row == column
                       ? palette.lane[first_lane + lane_step * static_cast<std::size_t>(row)]
                       : off});
    }
  }
  return list;
}

}  // namespace lanescope::picture
