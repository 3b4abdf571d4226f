// Does every recorded result follow from the recorded operands? Worked out anew from the
// instruction's text, for the arithmetic that kernels are made of.
#pragma once

#include <cstddef>
#include <string>

#include "sim/steps/recording.h"

namespace lanescope::steps {

struct ArithmeticCheck {
  std::size_t checked = 0;  // values, lane by lane
  std::string mismatch;     // the first; empty: there is none
};
[[nodiscard]] ArithmeticCheck check_arithmetic(const Recording& recording);

}  // namespace lanescope::steps
