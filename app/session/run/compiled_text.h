// Whether a text beside PTX is still the one that the PTX was compiled from: PTX names its text,
// and a lesson of a launch says at its end which text that was.
#pragma once

#include <string>
#include <string_view>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

// A line of comment for the end of PTX. `name`: as in `.file`.
[[nodiscard]] std::string mark_of_text(std::string_view name, std::string_view text);

// The text was edited, so the counts are those of another one. False where the PTX does not say.
[[nodiscard]] bool has_edited_text(const lesson::Resolved& resolved);

}  // namespace lanescope::app
