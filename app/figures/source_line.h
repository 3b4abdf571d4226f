// One line of the kernel's text. No window in it.
#pragma once

#include <string>

namespace lanescope::app {

// Line `line`, from 1, without the blanks around it; empty where there is none.
[[nodiscard]] std::string source_line(const std::string& text, int line);

}  // namespace lanescope::app
