// What check-lessons and check-scenes share: by which compilers, and how a problem is printed.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/result.h"
#include "kernels/compile/compile.h"

namespace lanescope::app {

// Those that are here where `wanted` is automatic; none where only files are read.
[[nodiscard]] std::vector<compile::Compiler> compilers_to_check(compile::Compiler wanted,
                                                                bool files_only);
[[nodiscard]] Result no_compiler_to_check();
// A message of several lines, on one.
[[nodiscard]] std::string on_one_line(std::string text);

}  // namespace lanescope::app
