// The stack of wavefronts beside the banks, grouped by pass group.
#pragma once

#include "viz/picture/access/passes.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

// The filled part of a wavefront is its share of busy banks: if all are full, nothing can be saved.
// `row`: height of the grid's rows; if there is one wavefront per lane, it is drawn beside that
// lane's row. `left`: left limit of the groups' brackets.
void draw_wavefront_stack(Canvas& canvas, const StageInput& input, const Passes& passes,
                          const Rect& area, float row, float left);

}  // namespace lanescope::picture
