// Register values as text.
#pragma once

#include <string>

#include "sim/steps/recording.h"

namespace lanescope::steps {

// The value in the register's reading: "-3", "0x7f0000000400", "1.25", "true"; a pair of halves
// "(1, 2.5)".
[[nodiscard]] std::string value_text(const Register& reg, const Value& value);

}  // namespace lanescope::steps
