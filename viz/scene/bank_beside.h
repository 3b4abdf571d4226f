// Lanes named beside their cells, where rows are too low for digits inside.
#pragma once

#include <vector>

#include "viz/scene/bank_view_parts.h"

namespace lanescope::scene {

// A few of the lanes, as far as their names find room off all cells that are wanted or padding.
void draw_lanes_beside(Canvas& canvas, const WordPicture& picture,
                       const std::vector<RowSlot>& slots, const CellAt& cell_at);

}  // namespace lanescope::scene
