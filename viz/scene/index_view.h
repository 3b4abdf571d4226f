// The index explorer's picture: a launch of any shape, one thread of it brought out, and how its
// lane, its warp and its index come about. Pure: the same input gives the same picture.
//
// What the eye meets first are the three numbers at the top right. Below them the grid as blocks,
// the chosen block as threads: those of the chosen thread's warp in the colours that lanes have
// everywhere, the other warps in two greys, apart from each other; lanes without a thread hatched.
// At the bottom the index as a number of digits, each with its radix, and the formulas filled in.
//
// Hit areas: thread (index: its number in the block), block (index: its number in the grid). Layers
// of z that are not on the picture have a chip with the hit area of the thread or block at the same
// x and y there.
#pragma once

#include "sim/launch/thread_index.h"
#include "viz/scene/draw_list.h"
#include "viz/scene/style.h"

namespace lanescope::scene {

struct IndexInput {
  launch::Shape shape;  // within the limits of a launch
  launch::Place place;  // within the shape: the chosen thread
};

[[nodiscard]] DrawList build_index(const IndexInput& input, const Style& style, float width,
                                   float height);

}  // namespace lanescope::scene
