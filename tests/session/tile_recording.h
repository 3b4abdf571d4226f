// Launches of the lesson in reports.h, and recordings of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/device/recording.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app::test {

// The launch of a variant of the lesson: "tile" (N, PAD 0..32) or "copy" (N). Nothing if the values
// are not valid. `text`: of the kernels.
[[nodiscard]] std::optional<lesson::Resolved> resolved(const std::string& lesson,
                                                       const std::string& variant,
                                                       const lesson::Values& overrides,
                                                       const std::string& text = "kernel");

// A recording of "tile" with these values of N and PAD.
struct Values2 {
  std::int64_t n = 0, pad = 0;
};
[[nodiscard]] device::Recording recording_of_tile(const std::vector<Values2>& values);

}  // namespace lanescope::app::test
