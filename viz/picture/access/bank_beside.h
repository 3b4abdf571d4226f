// Lane names next to their cells, where rows are too low for digits inside.
#pragma once

#include <vector>

#include "viz/picture/access/bank_view_parts.h"

namespace lanescope::picture {

// Names some of the lanes: those whose names find room clear of requested words and padding.
void draw_lanes_beside(Canvas& canvas, const WordPicture& picture,
                       const std::vector<RowSlot>& slots, const CellAt& cell_at);

}  // namespace lanescope::picture
