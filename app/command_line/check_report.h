// Shared by check-lessons and check-scenes: which compilers to use, and how to print problems.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/result.h"
#include "kernels/compile/compile.h"

namespace lanescope::app {

// For `automatic`: all compilers that are available. None if only files are read.
[[nodiscard]] std::vector<compile::Compiler> compilers_to_check(compile::Compiler wanted,
                                                                bool files_only);
[[nodiscard]] Result no_compiler_to_check();
// Joins a message of several lines into one line.
[[nodiscard]] std::string on_one_line(std::string text);

}  // namespace lanescope::app
