// How long a lesson takes.
#pragma once

#include "kernels/lesson_file/guide.h"

namespace lanescope::lesson {

// A learner's minutes: the guide's English text at 130 words a minute, 45 seconds for each
// question, ten minutes for the exercise; rounded up to a multiple of five. The words are counted
// in one language so that a lesson takes as long in all of them.
[[nodiscard]] int minutes_of(const Guide& guide);

}  // namespace lanescope::lesson
