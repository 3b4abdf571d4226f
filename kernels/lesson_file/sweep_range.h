// The values that a sweep goes through, however they are told: a lesson file and a command line ask
// for the same ranges and meet the same limits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::lesson {

// More is a slip of the pen: each is a run of its own.
inline constexpr std::size_t most_sweep_values = 1000;  // of one axis
inline constexpr std::size_t most_map_points = 5000;    // of two

// from, from + step ... to; or from, from * factor ... to. Without either the step is 1.
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
