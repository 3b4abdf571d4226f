#include "viz/picture/core/units.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "viz/text/texts.h"

namespace lanescope::picture {

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

std::string binary_bytes_text(double bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < std::size(units)) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{:g} {}", std::round(bytes * 10) / 10, units[unit]);
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return "∞";
  if (value >= 999.5) return text::Texts::grouped(static_cast<std::uint64_t>(std::llround(value)));
  std::string text = three_digits(value);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string ratio_text(double ratio) { return number_text(ratio) + "×"; }

std::string ratio_text(std::uint64_t cost, std::uint64_t ideal) {
  return ratio_text(ideal > 0 ? static_cast<double>(cost) / static_cast<double>(ideal) : 1);
}

std::string percent_text(double part) {
  if (part <= 0) return "0";
  if (part >= 1) return "100";
  const double tenths = std::clamp(std::round(part * 1000), 1.0, 999.0);
  const bool whole = std::fmod(tenths, 10) == 0;
  return fmt::format("{:.{}f}", tenths / 10, whole ? 0 : 1);
}

std::string position_text(const std::array<std::uint32_t, 3>& extents,
                          const std::array<std::uint32_t, 3>& at) {
  if (extents[2] > 1) return fmt::format("({}, {}, {})", at[0], at[1], at[2]);
  if (extents[1] > 1) return fmt::format("({}, {})", at[0], at[1]);
  return std::to_string(at[0]);
}

}  // namespace lanescope::picture
