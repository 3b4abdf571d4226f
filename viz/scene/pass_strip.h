// The lanes of the warp in the order in which they are served: brackets over those that are served
// together, each lane in the look of its turn.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "viz/scene/canvas.h"
#include "viz/scene/lanes_row.h"
#include "viz/scene/passes.h"

namespace lanescope::scene {

struct PassStrip {
  const Passes* passes = nullptr;
  memory::WarpAccess access;
  std::optional<std::size_t> step;  // none: all at once
  std::optional<int> lane;          // to bring out
  bool is_shared = true;            // wavefronts, else transactions
  std::string reason{};             // above the brackets; empty: none
  std::function<std::string(int lane)> tooltip;
};

// Pixels. `with_reason`: a line of text above the brackets.
[[nodiscard]] float pass_brackets_height(const Canvas& canvas, bool with_reason);
// Fills `area` from the top with reason and brackets; the chips take what is left, `chips_h`.
void draw_pass_strip(Canvas& canvas, const PassStrip& strip, const Columns& columns, float y,
                     float chips_h);

// A box, and what is drawn over it, in the look of a turn; the looks differ in shape, not in hue
// alone: served is filled and framed, waiting is a frame, later a thin one, done is flat with a bar
// below.
void draw_turn_chip(Canvas& canvas, const Rect& rect, int lane, Turn turn, bool stepping,
                    bool chosen, float digits);

}  // namespace lanescope::scene
