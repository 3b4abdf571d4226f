// Quantities with their units, shares and positions as text.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "sim/text/number.h"

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
// "512 B", "64 KiB", "1.5 MiB": units of 1024, at most one decimal. For sizes that are chosen, as a
// buffer's, not measured.
[[nodiscard]] std::string binary_bytes_text(double bytes);
// A ratio or an average: three significant digits, no zeros at the end, whole from 1000 on. "8",
// "1.25", "5.67", "12.5", "1,536"; "∞". Every ratio and every average on the screen is written so:
// the same quantity must not have two values.
[[nodiscard]] std::string number_text(double value);
// "4.5×"
[[nodiscard]] std::string ratio_text(double ratio);
[[nodiscard]] std::string ratio_text(std::uint64_t cost, std::uint64_t ideal);

// `part` (0..1) in percent, without the sign: "80", "12.5", "3.1". At most one decimal, none for a
// whole number. Only values of 1 or more give "100", only values of 0 or less "0".
[[nodiscard]] std::string percent_text(double part);

// A block in its grid or a thread in its block: as many coordinates as `extents` (x, y, z) has
// dimensions. "5", "(5, 1)", "(5, 1, 0)". Every position on the screen is written so.
[[nodiscard]] std::string position_text(const std::array<std::uint32_t, 3>& extents,
                                        const std::array<std::uint32_t, 3>& at);

}  // namespace lanescope::picture
