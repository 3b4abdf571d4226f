// The parts of the machine page, each drawn into its own area. For the files of this folder only.
#pragma once

#include <string>

#include "viz/picture/core/canvas.h"
#include "viz/picture/machine/view.h"

namespace lanescope::picture {

// "65,536", "227 KiB", "1,980 MHz"; "not known" if the profile lacks the figure.
[[nodiscard]] std::string figure_text(const machine::Profile& profile, machine::Figure figure,
                                      const text::Texts& texts);
[[nodiscard]] std::string figure_name(machine::Figure figure, const text::Texts& texts);
// "2 × 3,201 MHz × 6,016 bits / 8 = 4,814 GB/s"
[[nodiscard]] std::string bandwidth_text(const machine::Profile& profile, const text::Texts& texts);

// Figures in rows, by group, as many as fit.
void draw_figures(Canvas& canvas, const MachineInput& input, const Rect& area);
// A multiprocessor with its warp slots, the four limits below it, and the launch limits that apply.
float draw_occupancy(Canvas& canvas, const MachineInput& input, const Rect& area);

// A heading at `y`; returns its height.
float draw_heading(Canvas& canvas, const Rect& area, float y, const std::string& text,
                   std::string_view text_key = {});

}  // namespace lanescope::picture
