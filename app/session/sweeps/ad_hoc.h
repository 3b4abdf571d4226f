// A sweep that no lesson file defines: any parameter and range that the user asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/parameter_range.h"

namespace lanescope::app {

struct SweepRequest {
  std::string parameter;
  lesson::SweepRange range;
  std::string by;  // "PAD=0..8": the second axis; empty: none
  std::vector<std::string> quantities;
  std::string variant;  // empty: the lesson's first one with these parameters
};
// The sweep is named after its parameter. The error is one message: the problem and the valid
// names.
[[nodiscard]] tl::expected<lesson::Sweep, std::string> sweep_of(const SweepRequest& sweep_request,
                                                                const lesson::Lesson& lesson);

// "PAD=0..8", "PAD=0..32/8" (step), "N=32..4096*2" (factor), "PAD=0" or "PAD=0,1,4".
[[nodiscard]] tl::expected<lesson::SweepAxis, std::string> parse_axis(const std::string& text);

}  // namespace lanescope::app
