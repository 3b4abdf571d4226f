#include "viz/picture/core/percent.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace lanescope::picture {

std::string percent_text(double part) {
  if (part <= 0) return "0";
  if (part >= 1) return "100";
  const double tenths = std::clamp(std::round(part * 1000), 1.0, 999.0);
  const bool whole = std::fmod(tenths, 10) == 0;
  return fmt::format("{:.{}f}", tenths / 10, whole ? 0 : 1);
}

}  // namespace lanescope::picture
