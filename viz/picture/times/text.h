// The texts of the times page.
#pragma once

#include <string>
#include <vector>

#include "viz/picture/times/times.h"

namespace lanescope::picture {

// "NVIDIA H200", "2026-11-20", "1,980 MHz", "42 °C" ...: the most important first.
[[nodiscard]] std::vector<std::string> facts_of(const GpuFacts& gpu, const text::Texts& texts);

// "92 % of the speed of CUB"; the figure must have a bound.
[[nodiscard]] std::string bound_text(const TimeFigure& figure, const text::Texts& texts);
// " with N 2048", " (recorded of another text of this kernel)"; empty if the figure is of the
// current values and source.
[[nodiscard]] std::string launch_difference_text(const TimeFigure& figure,
                                                 const text::Texts& texts);
// Everything about a figure in a few lines, for the tooltip.
[[nodiscard]] std::string time_description(const TimesRow& row, const TimeFigure& figure,
                                           Origin origin, const text::Texts& texts);
[[nodiscard]] std::string cost_description(const TimesRow& row, const CostFigure& cost,
                                           const text::Texts& texts);

}  // namespace lanescope::picture
