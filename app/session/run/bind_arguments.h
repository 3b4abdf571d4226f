// Checks the lesson's arguments against the kernel's parameters: count, pointer or value, element
// types.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/lesson_file/lesson.h"
#include "sim/ptx/module.h"

namespace lanescope::app {

struct BindingError {
  int line = 0;     // of the argument in the lesson file; 0: about all arguments
  std::string key;  // "args[1].type"
  std::string message;
};

// nullopt: the arguments fit. C++ kernel names carry types, so types are compared; for extern "C"
// kernels only sizes.
[[nodiscard]] std::optional<BindingError> check_arguments(
    const std::vector<lesson::Argument>& arguments, const ptx::Function& kernel);

}  // namespace lanescope::app
