#include "viz/picture/core/units.h"

#include <iterator>

#include <fmt/format.h>

namespace lanescope::picture {
namespace {

// 0..999 with three significant digits.
std::string three_digits(double value) {
  return fmt::format("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

}  // namespace

DurationUnit unit_for(double max_ms) {
  if (max_ms < 0.9995) return {"µs", 1000};
  if (max_ms < 999.5) return {"ms", 1};
  return {"s", 0.001};
}

std::string duration_text(double ms) {
  const DurationUnit unit = unit_for(ms);
  return ms <= 0 ? "0 µs" : fmt::format("{} {}", three_digits(ms * unit.per_ms), unit.name);
}

std::string spread_text(double ms, double deviation_ms) {
  const DurationUnit unit = unit_for(ms);
  return fmt::format("{} ± {} {}", three_digits(ms * unit.per_ms),
                     three_digits(deviation_ms * unit.per_ms), unit.name);
}

std::string bytes_text(double bytes) {
  constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < std::size(units)) {
    bytes /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{:.0f} B", bytes)
                   : fmt::format("{} {}", three_digits(bytes), units[unit]);
}

std::string ratio_text(std::uint64_t cost, std::uint64_t ideal) {
  const double ratio = ideal > 0 ? static_cast<double>(cost) / static_cast<double>(ideal) : 1;
  return fmt::format("{:.3g}×", ratio);
}

}  // namespace lanescope::picture
