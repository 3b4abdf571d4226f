// Length of a bar in a table.
#pragma once

#include <algorithm>

namespace lanescope::app {

inline constexpr double min_full_ratio = 32;  // the worst ratio of shared memory: 32-way

// Linear: 8-way is a quarter of 32-way. `full`: the ratio that fills the bar.
[[nodiscard]] inline float bar_share(double ratio, double full) {
  return static_cast<float>(std::clamp(ratio / full, 0.0, 1.0));
}

}  // namespace lanescope::app
