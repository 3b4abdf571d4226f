// One 128-byte line of the global view: four sectors, the words in them, the lanes that want them.
#pragma once

#include <array>
#include <cstddef>

#include "sim/memory/global.h"
#include "viz/scene/canvas.h"
#include "viz/scene/lanes_row.h"
#include "viz/scene/passes.h"
#include "viz/scene/stage.h"

namespace lanescope::scene {

// `opaque`: sectors that are not fetched cover what is drawn below them, too. `index`: of the line
// among those that are shown. `turns`: of the lanes.
void draw_global_line(Canvas& canvas, const StageInput& input, const memory::TouchedLine& line,
                      const Columns& columns, float left, float y, float height, bool opaque,
                      std::size_t index, const std::array<Turn, memory::warp_lanes>& turns);

}  // namespace lanescope::scene
