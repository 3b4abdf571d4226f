// What may be seen while a question is open: the answer to an earlier question of the same step
// stays visible, as long as it does not give the open question's answer away.
#pragma once

#include <cstdint>

#include "kernels/lesson_file/guide.h"

namespace lanescope::app {

enum class Uncovered : std::uint8_t {
  nothing,  // only the open question
  marks,    // the earlier question's marks with the right ones
  picture,  // the step's own picture, without its counts
};

// `answered`: the kind of the earlier question. `parameters`: those of the step.
[[nodiscard]] Uncovered uncovered_beside(const lesson::Question& open,
                                         lesson::QuestionKind answered,
                                         const lesson::Values& parameters);

}  // namespace lanescope::app
