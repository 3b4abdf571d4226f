// The stack of wavefronts beside the banks, pass group by pass group.
#pragma once

#include "viz/scene/canvas.h"
#include "viz/scene/passes.h"
#include "viz/scene/stage.h"

namespace lanescope::scene {

// Each wavefront is as full as banks are at work in it: where all are, nothing could be saved.
// `row`: height of the grid's rows; a wavefront for each of 32 lanes stands beside its lane's row.
// `left`: where the groups' brackets may begin.
void draw_wavefront_stack(Canvas& canvas, const StageInput& input, const Passes& passes,
                          const Rect& area, float row, float left);

}  // namespace lanescope::scene
