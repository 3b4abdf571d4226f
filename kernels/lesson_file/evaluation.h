// Numbers of a lesson file for chosen parameter values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kernels/lesson_file/lesson.h"
#include "kernels/lesson_file/spec.h"

namespace lanescope::lesson {

// Keeps the first error; what is computed after it is not used.
struct Evaluation {
  const std::string& file;  // in messages
  const Values& values;     // of the parameters
  std::optional<Error> error;

  void fail(const Place& place, std::string message);
  // 1 after an error. Precondition: not a fraction.
  [[nodiscard]] std::int64_t number(const Amount& amount);
};

}  // namespace lanescope::lesson
