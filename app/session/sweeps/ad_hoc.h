// A sweep that no lesson file holds: over any parameter and range that somebody asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/sweep_range.h"

namespace lanescope::app {

struct SweepWish {
  std::string parameter;
  lesson::SweepRange range;
  std::string by;  // "PAD=0..8": the second axis; empty: none
  std::vector<std::string> quantities;
  std::string variant;  // empty: the lesson's first that has the parameters
};
// Named after its parameter. The error is one message: what is wrong, and what there is.
[[nodiscard]] tl::expected<lesson::Sweep, std::string> sweep_of(const SweepWish& wish,
                                                                const lesson::Lesson& lesson);

// "PAD=0..8", "PAD=0..32/8" (by steps), "N=32..4096*2" (by factors), "PAD=0" or "PAD=0,1,4".
[[nodiscard]] tl::expected<lesson::SweepAxis, std::string> parse_axis(const std::string& text);

}  // namespace lanescope::app
