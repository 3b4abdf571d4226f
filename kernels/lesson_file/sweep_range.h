// The values of a sweep. Lesson files and the command line use the same ranges and limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::lesson {

// Upper limits: every point is a separate run, so more is almost certainly a typo.
inline constexpr std::size_t max_sweep_values = 1000;  // of one axis
inline constexpr std::size_t max_map_points = 5000;    // of two axes

// from, from + step ... to; or from, from * factor ... to. The default is a step of 1.
struct SweepRange {
  std::optional<std::int64_t> from, to, step, factor;
};
struct RangeProblem {
  std::string key;  // "from", "to", "step", "factor"; empty: the range as a whole
  std::string message;
};
// At least one value, ascending.
[[nodiscard]] tl::expected<std::vector<std::int64_t>, RangeProblem> values_of(
    const SweepRange& range);

}  // namespace lanescope::lesson
