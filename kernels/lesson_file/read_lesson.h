// Parses the text of a lesson file.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// `file`: its name in messages. Checks the form (keys, types, names, parameter ranges); does not
// evaluate expressions.
[[nodiscard]] tl::expected<LessonSpec, Error> read_lesson(std::string_view text,
                                                          const std::string& file);

// Reads a file that contains only [[differences]].
[[nodiscard]] tl::expected<std::vector<KnownDifference>, Error> read_common_differences(
    std::string_view text, const std::string& file);

}  // namespace lanescope::lesson
