// Durations and their company as text.
#pragma once

#include <string>
#include <vector>

#include "viz/scene/canvas.h"
#include "viz/scene/times.h"

namespace lanescope::scene {

// Three significant digits in the unit that fits: "26.8 µs", "1.23 ms", "12.0 s".
[[nodiscard]] std::string duration_text(double ms);
// "459 ± 5.47 µs"
[[nodiscard]] std::string spread_text(double ms, double deviation_ms);
// The unit that suits `most`, and numbers in it without the unit, for an axis.
struct DurationUnit {
  const char* name = "ms";
  double per_ms = 1;
};
[[nodiscard]] DurationUnit unit_for(double most_ms);
// "512 B", "8.39 MB": powers of ten.
[[nodiscard]] std::string bytes_text(double bytes);
// "4.5×"
[[nodiscard]] std::string ratio_text(std::uint64_t cost, std::uint64_t ideal);
// "NVIDIA H200 · 1,980 MHz · 42 °C · driver 580.65 · 2026-11-20"; the parts, most telling first.
[[nodiscard]] std::vector<std::string> facts_of(const GpuFacts& gpu, const text::Texts& texts);

// "92 % of the speed of CUB": of a figure with a bound.
[[nodiscard]] std::string bound_text(const TimeFigure& figure, const text::Texts& texts);
// " with N 2048", " (recorded of another text of this kernel)"; empty: it is of what is chosen.
[[nodiscard]] std::string otherness_text(const TimeFigure& figure, const text::Texts& texts);
// Everything about a figure in a few lines, for the mouse.
[[nodiscard]] std::string figure_story(const TimesRow& row, const TimeFigure& figure, Origin origin,
                                       const text::Texts& texts);
[[nodiscard]] std::string cost_story(const TimesRow& row, const CostFigure& cost,
                                     const text::Texts& texts);

// A label whose middle is at that height.
[[nodiscard]] Label text_at(float x, float middle, FontRole font, float size, const Color& color,
                            std::string text, AlignX align = AlignX::left);

}  // namespace lanescope::scene
