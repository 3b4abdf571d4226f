// The warp's lanes in the order they are served: brackets over lanes that are served together, each
// lane in the style of its state.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "viz/picture/access/passes.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/lanes_row.h"

namespace lanescope::picture {

struct PassStrip {
  const Passes* passes = nullptr;
  memory::WarpAccess access;
  std::optional<std::size_t> position;  // nullopt: all positions at once
  std::optional<int> lane;              // to highlight
  bool is_shared = true;                // positions are wavefronts; otherwise transactions
  std::string reason{};                 // above the brackets; may be empty
  std::function<std::string(int lane)> tooltip;
};

// Pixels. `with_reason`: includes a line of text above the brackets.
[[nodiscard]] float pass_brackets_height(const Canvas& canvas, bool with_reason);
// Draws reason and brackets from `y` down, then chips of height `chips_h`.
void draw_pass_strip(Canvas& canvas, const PassStrip& strip, const Columns& columns, float y,
                     float chips_h);

}  // namespace lanescope::picture
