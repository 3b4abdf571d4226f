// One line of a kernel's text.
#pragma once

#include <string_view>

namespace lanescope {

// Line `line` of `text`, counted from 1, without the blanks around it. Empty if there is no such
// line.
[[nodiscard]] std::string_view source_line(std::string_view text, int line);

}  // namespace lanescope
