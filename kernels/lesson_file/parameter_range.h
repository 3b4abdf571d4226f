// The values that a parameter can take.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::lesson {

// Why the parameter cannot have this value, with its range; "" when it can. Steps are counted from
// min, without one from the default. Needs a step of at least 1.
[[nodiscard]] std::string range_problem(const Parameter& parameter, std::int64_t value);

}  // namespace lanescope::lesson
