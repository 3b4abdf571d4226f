// Quantities with their units, as text.
#pragma once

#include <cstdint>
#include <string>

namespace lanescope::picture {

// Three significant digits in a suitable unit: "26.8 µs", "1.23 ms", "12.0 s".
[[nodiscard]] std::string duration_text(double ms);
// "459 ± 5.47 µs"
[[nodiscard]] std::string spread_text(double ms, double deviation_ms);
// A unit for a whole axis, chosen by its largest value.
struct DurationUnit {
  const char* name = "ms";
  double per_ms = 1;
};
[[nodiscard]] DurationUnit unit_for(double max_ms);
// "512 B", "8.39 MB": decimal units.
[[nodiscard]] std::string bytes_text(double bytes);
// "4.5×"
[[nodiscard]] std::string ratio_text(std::uint64_t cost, std::uint64_t ideal);

}  // namespace lanescope::picture
