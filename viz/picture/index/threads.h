// The cells of the index explorer's block, one per thread.
#pragma once

#include "viz/picture/core/canvas.h"
#include "viz/picture/index/cells.h"
#include "viz/picture/index/view.h"

namespace lanescope::picture {

struct BlockPen {
  Canvas& canvas;
  const IndexInput& input;
  const Cells& cells;
  float digits = 0;        // font size of the lane numbers; 0: no room
  std::uint32_t warp = 0;  // the chosen thread's warp

  [[nodiscard]] const launch::Dim3& block() const { return input.shape.block; }
};

// Gap to a neighbour of another warp, in pixels; to one of the same warp it is half a pixel. Small
// cells get a smaller gap.
[[nodiscard]] float far_gap(const BlockPen& pen);
void draw_thread(const BlockPen& pen, const launch::Dim3& at);
// Marks the chosen thread.
void draw_thread_ring(const BlockPen& pen);
// Lanes of the last warp without a thread: right of the row if the block is a single row
// (`in_line`), otherwise in a line of their own.
void draw_idle_lanes(const BlockPen& pen, bool in_line, const Rect& strip);

}  // namespace lanescope::picture
