// A command's result: text for the two streams and the exit code. Commands print nothing
// themselves, so that a command that fails halfway has written nothing.
#pragma once

#include <string>
#include <utility>

#include "app/session/run/run.h"

namespace lanescope::app {

enum class ExitCode : int {
  good = 0,
  finding = 1,              // or a failed check
  wrong_input = 2,          // wrong usage or input
  not_on_this_machine = 3,  // no compiler, no display, ...
};

struct Result {
  int exit_code = 0;
  std::string out;
  std::string err;
};

// `message` ends without a line break.
[[nodiscard]] inline Result failure(int exit_code, const std::string& message) {
  return {exit_code, {}, message + "\n"};
}
[[nodiscard]] inline Result failure(ExitCode code, const std::string& message) {
  return failure(static_cast<int>(code), message);
}
[[nodiscard]] inline Result wrong_input(const std::string& message) {
  return failure(ExitCode::wrong_input, message);
}
[[nodiscard]] inline Result failure(const Problem& problem) {
  return failure(problem.exit_code, problem.message);
}
[[nodiscard]] inline Result success(std::string out) {
  return {static_cast<int>(ExitCode::good), std::move(out), {}};
}

}  // namespace lanescope::app
