// The axes of the bank view: load bars and bank numbers at the top, the first word of each row on
// the left.
#pragma once

#include "sim/memory/memory_rules.h"
#include "viz/picture/access/bank_layout.h"
#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

void draw_bank_axis(Canvas& canvas, const BankLayout& layout,
                    const memory::SharedSchedule& schedule, const memory::MemoryRules& machine);
// `left`: the left limit for text.
void draw_axis_names(Canvas& canvas, const BankLayout& layout, float left);
void draw_row_labels(Canvas& canvas, const BankLayout& layout, float left);

}  // namespace lanescope::picture
