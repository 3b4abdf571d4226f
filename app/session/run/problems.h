// What goes wrong on the way from a lesson to a report, as a Problem (run.h).
#pragma once

#include <string>
#include <vector>

#include "app/session/run/run.h"

namespace lanescope::app {

// Of the compiler, and of the parser and the decoder: `source_name` is the kernel's file.
[[nodiscard]] Problem problem_of(const compile::Failure& failure, const std::string& source_name);
[[nodiscard]] Problem problem_of(const std::vector<Diagnostic>& diagnostics,
                                 const std::string& source_name);

}  // namespace lanescope::app
