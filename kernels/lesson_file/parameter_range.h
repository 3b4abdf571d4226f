// The values that a parameter may have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

// Says why the parameter cannot have this value, with its range; "" if it can. Steps count from
// min, or from the default if there is no min. Precondition: the step is at least 1.
[[nodiscard]] std::string range_problem(const Parameter& parameter, std::int64_t value);

// The values of a sweep over the parameter where nobody has named any, ascending: every value of a
// short range, else powers of two times the default, fewer of them above it, where runs are long.
[[nodiscard]] std::vector<std::int64_t> values_to_sweep(const Parameter& parameter);

// The smallest padding that PAD can be switched to, which is its step: 1 word, or 4 if rows must
// stay aligned. nullopt for any other parameter, and if PAD cannot be both 0 and its step.
[[nodiscard]] std::optional<std::int64_t> min_padding(const Parameter& parameter);

// The values of a sweep. Lesson files and the command line use the same ranges and limits.

// Upper limits: every point is a separate run, so more is almost certainly a typo.
inline constexpr std::size_t max_sweep_values = 1000;  // of one axis
inline constexpr std::size_t max_map_points = 5000;    // of two axes

// from, from + step ... to; or from, from * factor ... to. The default is a step of 1.
struct SweepRange {
  std::optional<std::int64_t> from, to, increment, factor;
};
struct RangeProblem {
  std::string key;  // "from", "to", "step", "factor"; empty: the range as a whole
  std::string message;
};
// At least one value, ascending.
[[nodiscard]] tl::expected<std::vector<std::int64_t>, RangeProblem> values_of(
    const SweepRange& range);

}  // namespace lanescope::lesson
