// Shared by the plot and the map of a sweep.
#pragma once

#include <string>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/labels.h"
#include "viz/picture/core/mark.h"
#include "viz/picture/core/units.h"
#include "viz/picture/sweep/sweep.h"

namespace lanescope::picture {

struct SweepPen {
  Canvas& canvas;
  Labels& labels;
  const SweepInput& input;
};

// A point's values, their sources and its problem, in several lines.
[[nodiscard]] std::string facts_of(const SweepInput& input, const SweepSeries& series,
                                   const SeriesPoint& point, const text::Texts& texts);
// The tooltip of a point: its facts, and what a click does.
[[nodiscard]] std::string description_of(const SweepInput& input, const SweepSeries& series,
                                         const SeriesPoint& point, const text::Texts& texts);
// The unit of the right axis, of its marks and of what a point says: µs, as in the lessons' texts,
// unless the times are long.
[[nodiscard]] DurationUnit time_unit(const SweepInput& input);
// "19.6 µs", "2923 µs", "12,300 µs"
[[nodiscard]] std::string time_text(double ms, const DurationUnit& unit);
// "sectors per request"
[[nodiscard]] std::string unit_text(const SweepInput& input, const text::Texts& texts);
// Font size of the axes' labels.
[[nodiscard]] float axis_text_size(const Canvas& canvas);

// Draw into this area; build_sweep draws title, legend and progress around it.
void draw_plot(const SweepPen& pen, const Rect& area);
void draw_map(const SweepPen& pen, const Rect& area);

}  // namespace lanescope::picture
