// The manual page, lanescope(1).
#pragma once

#include <string>

#include "app/command_line/command_table.h"

namespace lanescope::app {

// As man(7) roff.
[[nodiscard]] std::string manual_page(const CommandTable& table);

}  // namespace lanescope::app
