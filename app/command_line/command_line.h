// The program's arguments: which command, with what. Every command's effect is a Result; nothing is
// printed here.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/commands.h"
#include "app/command_line/result.h"

namespace lanescope::app {

// `arguments` without the program's name.
[[nodiscard]] Result run_command_line(const std::vector<std::string>& arguments,
                                      const Screen& screen);

}  // namespace lanescope::app
