// The text of a lesson file -> what it says.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// `file`: its name in messages. Checks the form (keys, types, names, ranges of parameters);
// evaluates no expression.
[[nodiscard]] tl::expected<LessonSpec, Error> read_lesson(std::string_view text,
                                                          const std::string& file);

// A file of [[differences]] alone.
[[nodiscard]] tl::expected<std::vector<KnownDifference>, Error> read_common_differences(
    std::string_view text, const std::string& file);

}  // namespace lanescope::lesson
