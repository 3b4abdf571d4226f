// A series of timings as a small plot: a dot per run in order, the median with its interval, and a
// histogram on the right.
#pragma once

#include <string>

#include "viz/picture/core/canvas.h"
#include "viz/picture/times/times.h"

namespace lanescope::picture {

// `faint`: the series is not of the current values. A series without samples is drawn by its
// summary: median, interval, mean, extremes.
void draw_samples(Canvas& canvas, const Rect& area, const std::string& title,
                  const TimeSeries& series, bool faint = false);

}  // namespace lanescope::picture
