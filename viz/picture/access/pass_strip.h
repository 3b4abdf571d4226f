// The warp's lanes in the order they are served: brackets over lanes that are served together, each
// lane in the style of its turn.
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
  std::optional<std::size_t> step;  // nullopt: all steps at once
  std::optional<int> lane;          // to highlight
  bool is_shared = true;            // steps are wavefronts; otherwise transactions
  std::string reason{};             // above the brackets; may be empty
  std::function<std::string(int lane)> tooltip;
};

// Pixels. `with_reason`: includes a line of text above the brackets.
[[nodiscard]] float pass_brackets_height(const Canvas& canvas, bool with_reason);
// Draws reason and brackets from `y` down, then chips of height `chips_h`.
void draw_pass_strip(Canvas& canvas, const PassStrip& strip, const Columns& columns, float y,
                     float chips_h);

// Draws a lane's chip in the style of its turn. Turns differ in shape, not only in hue: served is
// filled and framed, waiting is a frame, later is a thin frame, done is flat with a bar below.
void draw_lane_chip(Canvas& canvas, const Rect& rect, int lane, LaneState lane_state, bool stepping,
                    bool chosen, float digits);

}  // namespace lanescope::picture
