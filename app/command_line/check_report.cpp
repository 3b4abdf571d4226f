#include "app/command_line/check_report.h"

#include <algorithm>

namespace lanescope::app {

std::vector<compile::Compiler> compilers_to_check(compile::Compiler wanted, bool files_only) {
  if (files_only) return {};
  if (wanted != compile::Compiler::automatic) return {wanted};
  std::vector<compile::Compiler> here;
  for (const compile::Availability& each : compile::available()) {
    if (each.usable) here.push_back(each.compiler);
  }
  return here;
}

Result no_compiler_to_check() {
  return failure(ExitCode::not_on_this_machine,
                 "there is neither nvrtc nor clang here; --files checks the files alone");
}

std::string on_one_line(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) {
    const std::size_t end = std::min(text.find_first_not_of("\n ", at), text.size());
    text.replace(at, end - at, " | ");
  }
  return text;
}

}  // namespace lanescope::app
