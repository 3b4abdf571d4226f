// The values that a parameter can take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

// Why the parameter cannot have this value, with its range; "" when it can. Steps are counted from
// min, without one from the default. Needs a step of at least 1.
[[nodiscard]] std::string range_problem(const Parameter& parameter, std::int64_t value);

// PAD is switched between no padding and the least there is, its step: 1 word, or 4 where a row
// must stay aligned. Nothing for any other parameter, and where it cannot be both.
[[nodiscard]] std::optional<std::int64_t> least_padding(const Parameter& parameter);

}  // namespace lanescope::lesson
