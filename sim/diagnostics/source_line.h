// One line of a kernel's text.
#pragma once

#include <string_view>

namespace lanescope {

// Line `line`, from 1, without the blanks around it; empty where there is none. A part of `text`.
[[nodiscard]] std::string_view source_line(std::string_view text, int line);

}  // namespace lanescope
