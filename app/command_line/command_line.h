// Parses the program's arguments and runs the chosen command. Every command returns a Result;
// nothing is printed here.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/result.h"
#include "app/command_line/screen.h"

namespace lanescope::app {

// `arguments`: without the program's name.
[[nodiscard]] Result run_command_line(const std::vector<std::string>& arguments,
                                      const Screen& screen);

}  // namespace lanescope::app
