// The cells of the index explorer's block, one by one.
#pragma once

#include "viz/scene/canvas.h"
#include "viz/scene/index_cells.h"
#include "viz/scene/index_view.h"

namespace lanescope::scene {

struct BlockPen {
  Canvas& canvas;
  const IndexInput& input;
  const Cells& cells;
  float digits = 0;        // size of the lanes' digits; 0: they have no room
  std::uint32_t warp = 0;  // of the chosen thread

  [[nodiscard]] const launch::Dim3& block() const { return input.shape.block; }
};

// What a cell keeps free towards a neighbour of another warp, pixels; towards one of its own it is
// half a pixel. Small cells need all they have.
[[nodiscard]] float far_gap(const BlockPen& pen);
void draw_thread(const BlockPen& pen, const launch::Dim3& at);
// Around the chosen thread.
void draw_thread_ring(const BlockPen& pen);
// Lanes of the last warp without a thread: behind the row where the block is one (`in_line`),
// otherwise in a line of their own.
void draw_idle_lanes(const BlockPen& pen, bool in_line, const Rect& strip);

}  // namespace lanescope::scene
