// Checks that every recorded result follows from the recorded operands: recomputes it from the
// instruction's text, for the arithmetic that kernels mainly use.
#pragma once

#include <cstddef>
#include <string>

#include "sim/steps/recording.h"

namespace lanescope::steps {

struct ArithmeticCheck {
  std::size_t checked = 0;  // values, counted per lane
  std::string mismatch;     // the first one; empty if there is none
};
[[nodiscard]] ArithmeticCheck check_arithmetic(const Recording& recording);

}  // namespace lanescope::steps
