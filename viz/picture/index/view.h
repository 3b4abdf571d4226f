// The index explorer's picture: a launch of any shape with one chosen thread, and how its lane,
// warp and index are computed. Pure: equal inputs give equal pictures.
//
// The three numbers at the top right come first. Below them are the grid as blocks and the chosen
// block as threads. The chosen thread's warp has the usual lane colours, other warps two greys with
// gaps in between, and lanes without a thread are hatched. At the bottom are the index as a number
// of digits, each with its radix, and the formulas with numbers filled in.
//
// Hit areas: thread (index: its number in the block), block (index: its number in the grid). A z
// layer that is not in the picture has a chip, whose hit area is the thread or block at the same x
// and y in that layer.
#pragma once

#include "sim/launch/thread_index.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::picture {

struct IndexInput {
  launch::Shape shape;                               // within the limits of a launch
  launch::ThreadPosition position;                   // the chosen thread; within the shape
  bool guesses_grid = false, guesses_block = false;  // nothing tells them
};

[[nodiscard]] DrawList build_index(const IndexInput& input, const Style& style, float width,
                                   float height);

}  // namespace lanescope::picture
