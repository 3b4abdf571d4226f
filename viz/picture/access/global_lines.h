// One 128-byte line of the global view: four sectors, their words, and the lanes that request them.
#pragma once

#include <array>
#include <cstddef>

#include "sim/memory/global.h"
#include "viz/picture/access/passes.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/lanes_row.h"

namespace lanescope::picture {

// "sector 0" .. "sector 3", each above or below its sector, if it fits.
void draw_sector_names(Canvas& canvas, const Columns& columns, float y, AlignY align);

// `opaque`: sectors that are not fetched also cover what is below them. `index`: of the line among
// those shown. `lane_states`: of each lane.
void draw_global_line(Canvas& canvas, const StageInput& input, const memory::TouchedLine& line,
                      const Columns& columns, float left, float y, float height, bool opaque,
                      std::size_t index,
                      const std::array<LaneState, memory::warp_lanes>& lane_states);

}  // namespace lanescope::picture
