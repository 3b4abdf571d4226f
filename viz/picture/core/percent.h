// Shares as text.
#pragma once

#include <string>

namespace lanescope::picture {

// `part` (0..1) in percent, without the sign: "80", "12.5", "3.1". At most one decimal, none for a
// whole number. Only values of 1 or more give "100", only values of 0 or less "0".
[[nodiscard]] std::string percent_text(double part);

}  // namespace lanescope::picture
