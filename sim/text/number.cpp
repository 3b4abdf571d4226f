#include "sim/text/number.h"

#include <cmath>

#include <fmt/format.h>

namespace lanescope {

std::string rounded(double value, int decimals) {
  const double scale = std::pow(10.0, decimals);
  return fmt::format("{:.{}f}", std::round(value * scale) / scale, decimals);
}

std::string three_digits(double value) {
  return rounded(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

}  // namespace lanescope
