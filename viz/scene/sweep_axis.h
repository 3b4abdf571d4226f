// Axes of a sweep: where values stand, and which of them are named.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::scene {

// Along a line of so many units of length.
struct SweepTick {
  double at = 0;  // 0..1
  std::string text;
};

// 0 or the least to the largest, straight or by powers of ten.
struct ValueAxis {
  double low = 0, high = 1;
  bool logarithmic = false;
  std::vector<SweepTick> ticks;
  [[nodiscard]] double place_of(double value) const;  // 0..1, clamped
};
// `most`: ticks that there is room for. `whole`: the values are whole numbers, and so the ticks
// are. Values that span more than a factor of 50, none of them 0, get powers of ten.
[[nodiscard]] ValueAxis value_axis(const std::vector<double>& values, std::size_t most, bool whole);

// Which of a sweep's values are named where there is room for one in `every`: multiples of a round
// number where the values go by equal steps. Indices, ascending.
[[nodiscard]] std::vector<std::size_t> named_values(const std::vector<std::int64_t>& values,
                                                    std::size_t every);
// "1024", "2^26" of long powers of two.
[[nodiscard]] std::string value_text(std::int64_t value);

}  // namespace lanescope::scene
