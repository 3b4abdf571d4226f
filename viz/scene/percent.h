// Shares as text.
#pragma once

#include <string>

namespace lanescope::scene {

// `part` of 0..1 in percent, without the sign: "80", "12.5", "3.1". One decimal at most, none when
// it is whole; what is not quite all or not quite nothing never reads 100 or 0.
[[nodiscard]] std::string percent_text(double part);

}  // namespace lanescope::scene
