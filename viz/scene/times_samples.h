// A series of timings as a small plot: a dot for each run in its order, the median with its
// interval, and how often what came at the right.
#pragma once

#include <string>

#include "viz/scene/canvas.h"
#include "viz/scene/times.h"

namespace lanescope::scene {

// `faint`: it is not of now. A series without samples is drawn by what is known of it: median,
// interval, mean, extremes.
void draw_samples(Canvas& canvas, const Rect& area, const std::string& title,
                  const TimeSeries& series, bool faint = false);

}  // namespace lanescope::scene
