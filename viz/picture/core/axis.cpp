#include "viz/picture/core/axis.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "viz/text/texts.h"

namespace lanescope::picture {
namespace {

constexpr double wide_span = 50;

// The smallest round spacing that needs at most `most` ticks for `full`. For whole numbers, powers
// of two up to 32, because lanes and banks come in those.
double round_step(double full, std::size_t most, bool whole) {
  const double rough = full / static_cast<double>(std::max<std::size_t>(most, 1));
  if (whole && full <= 64) {
    for (const double spacing : {1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
      if (spacing >= rough) return spacing;
    }
  }
  const double power = std::pow(10.0, std::floor(std::log10(std::max(rough, 1e-12))));
  for (const double times : {1.0, 2.0, 2.5, 5.0, 10.0}) {
    const double spacing = power * times;
    if (spacing >= rough * (1 - 1e-9) && !(whole && spacing != std::floor(spacing))) return spacing;
  }
  return std::max(power * 10, whole ? 1.0 : 0.0);
}

std::string tick_text(double value, double spacing) {
  // As many decimals as the spacing has: 2.5 M.
  if (spacing >= 1e8) return value > 0 ? fmt::format("{:g} G", value / 1e9) : "0";
  if (spacing >= 1e5) return value > 0 ? fmt::format("{:g} M", value / 1e6) : "0";
  if (value == std::floor(value) && value < 1e15)
    return text::Texts::grouped(static_cast<std::uint64_t>(value));
  const int decimals = static_cast<int>(std::clamp(std::ceil(-std::log10(spacing)), 0.0, 6.0));
  const bool is_half = std::abs(spacing * std::pow(10, decimals) -
                                std::round(spacing * std::pow(10, decimals))) > 1e-6;
  return fmt::format("{:.{}f}", value, decimals + (is_half ? 1 : 0));
}

// "50,000", "50 M", "1 G": each power in the unit that is less than it.
std::string power_text(double value) {
  if (value >= 1e9 * (1 - 1e-9)) return fmt::format("{:g} G", value / 1e9);
  if (value >= 1e6 * (1 - 1e-9)) return fmt::format("{:g} M", value / 1e6);
  return tick_text(value, std::min(value, 1.0));
}

// Powers of ten; on a short axis, also 2 and 5 times each.
void add_powers(ValueAxis& axis, std::size_t most) {
  const double decades = std::log10(axis.high / axis.low);
  std::vector<double> times{1};
  if (decades * 3 <= static_cast<double>(most)) times = {1, 2, 5};
  const auto each = static_cast<int>(
      std::max(1.0, std::ceil(decades / static_cast<double>(std::max<std::size_t>(most, 1)))));
  for (int power = static_cast<int>(std::floor(std::log10(axis.low)));
       power <= static_cast<int>(std::ceil(std::log10(axis.high))); ++power) {
    if (power % each != 0) continue;
    for (const double factor : times) {
      const double value = factor * std::pow(10.0, power);
      if (value >= axis.low * (1 - 1e-9) && value <= axis.high * (1 + 1e-9))
        axis.ticks.push_back({axis.position_of(value), power_text(value)});
    }
  }
}

bool goes_by_equal_steps(const std::vector<std::int64_t>& values) {
  for (std::size_t i = 2; i < values.size(); ++i) {
    if (values[i] - values[i - 1] != values[1] - values[0]) return false;
  }
  return values.size() > 2 && values[1] > values[0];
}

}  // namespace

double ValueAxis::position_of(double value) const {
  if (!logarithmic) return std::clamp((value - low) / (high - low), 0.0, 1.0);
  if (value <= low) return 0;
  return std::clamp(std::log10(value / low) / std::log10(high / low), 0.0, 1.0);
}

ValueAxis value_axis(const std::vector<double>& values, std::size_t most, bool whole,
                     bool by_powers) {
  ValueAxis axis;
  if (values.empty()) return axis;
  const double least = *std::min_element(values.begin(), values.end());
  const double largest = *std::max_element(values.begin(), values.end());
  if (least > 0 && (by_powers || largest / least > wide_span)) {
    axis.logarithmic = true;
    axis.high = largest * 1.3;
    axis.low = std::min(least / 1.3, axis.high / 10);  // at least one power of ten, for its ticks
    add_powers(axis, most);
    return axis;
  }
  const double full = largest > 0 ? largest * 1.04 : 1;
  const double spacing = round_step(full, most, whole);
  axis.high = std::ceil(full / spacing - 1e-9) * spacing;
  if (axis.high - largest > 0.6 * spacing && largest > 0) axis.high = full;
  for (int i = 0; i * spacing <= axis.high * (1 + 1e-9); ++i)
    axis.ticks.push_back({axis.position_of(i * spacing), tick_text(i * spacing, spacing)});
  return axis;
}

std::vector<std::size_t> named_values(const std::vector<std::int64_t>& values, std::size_t every) {
  constexpr std::array<std::size_t, 16> strides{1,  2,  4,  5,  8,   10,  16,  20,
                                                32, 40, 50, 64, 100, 128, 200, 256};
  const auto* found = std::find_if(strides.begin(), strides.end(),
                                   [&](std::size_t stride) { return stride >= every; });
  const std::size_t stride = found != strides.end() ? *found : every;
  std::vector<std::size_t> named;
  const std::int64_t spacing = goes_by_equal_steps(values) ? values[1] - values[0] : 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    // Multiples of the stride if the values include them; otherwise every stride-th value.
    const auto period = static_cast<std::int64_t>(stride) * spacing;
    const bool is_named =
        spacing > 0 && values.front() % spacing == 0 ? values[i] % period == 0 : i % stride == 0;
    if (is_named) named.push_back(i);
  }
  return named;
}

std::string value_text(std::int64_t value) { return fmt::format("{}", value); }

}  // namespace lanescope::picture
