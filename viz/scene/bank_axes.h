// The axes of the bank view: load bars and numbers of the banks above, first words of the rows at
// the left.
#pragma once

#include "sim/memory/machine.h"
#include "viz/scene/bank_layout.h"
#include "viz/scene/canvas.h"

namespace lanescope::scene {

void draw_bank_axis(Canvas& canvas, const BankLayout& layout,
                    const memory::SharedSchedule& schedule, const memory::Machine& machine);
// `left`: where text may begin.
void draw_axis_names(Canvas& canvas, const BankLayout& layout, float left);
void draw_row_labels(Canvas& canvas, const BankLayout& layout, float left);

}  // namespace lanescope::scene
