// The axes of a plot: positions of values and ticks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::picture {

// A tick on an axis of length 1.
struct AxisTick {
  double at = 0;  // 0..1
  std::string text;
};

// From 0 or the least value to the largest; linear or logarithmic.
struct ValueAxis {
  double low = 0, high = 1;
  bool logarithmic = false;
  std::vector<AxisTick> ticks;
  [[nodiscard]] double position_of(double value) const;  // 0..1, clamped
};
// `most`: upper limit of ticks. `whole`: all values are whole numbers, so ticks must be, too. The
// axis is logarithmic if the values span more than a factor of 50 or `by_powers` asks for it, and
// none is 0.
[[nodiscard]] ValueAxis value_axis(const std::vector<double>& values, std::size_t most, bool whole,
                                   bool by_powers = false);

// Indices, ascending, of the values to name if there is room for one in `every`: multiples of a
// round number if the values are evenly spaced.
[[nodiscard]] std::vector<std::size_t> named_values(const std::vector<std::int64_t>& values,
                                                    std::size_t every);
// "1024", as in the field of the parameter.
[[nodiscard]] std::string value_text(std::int64_t value);

}  // namespace lanescope::picture
