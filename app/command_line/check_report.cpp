#include "app/command_line/check_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/shared_options.h"

namespace lanescope::app {
namespace {

// Without a choice: NVRTC and clang, those that are available. (nvcc compiles device code as NVRTC
// does, but takes a second for each text.) None if only files are read.
std::vector<compile::Compiler> compilers_to_check(const CheckOptions& options) {
  if (options.files_only) return {};
  const compile::Compiler wanted = compiler_in(options.compiler);
  if (wanted != compile::Compiler::automatic) return {wanted};
  std::vector<compile::Compiler> here;
  for (const compile::Availability& each : compile::available()) {
    if (each.usable && each.compiler != compile::Compiler::nvcc) here.push_back(each.compiler);
  }
  return here;
}

// Joins a message of several lines into one line.
std::string on_one_line(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) {
    const std::size_t end = std::min(text.find_first_not_of("\n ", at), text.size());
    text.replace(at, end - at, " | ");
  }
  return text;
}

}  // namespace

void CheckOptions::add_to(Command& command, const char* argument, const char* about) {
  command.add(argument, &names, about);
  command
      .add("--compiler NAME", &compiler,
           "nvrtc, clang or nvcc alone; auto: nvrtc and clang, those that are found")
      .one_of(compiler_choices());
  command.add("--files", &files_only, "Check the files only; run nothing");
}

Result check_all(const CheckOptions& options, const std::vector<std::string>& names,
                 const CheckedThing& thing, const CheckOne& check,
                 const std::vector<lesson::Error>& before) {
  const std::vector<compile::Compiler> compilers = compilers_to_check(options);
  if (compilers.empty() && !options.files_only) {
    return failure(
        ExitCode::not_on_this_machine,
        "there is neither nvrtc nor clang on this machine; --files checks only the files");
  }
  Result result;
  for (const lesson::Error& problem : before) result.out += problem.formatted() + "\n";
  std::size_t problems = before.size();
  for (const std::string& name : names) {
    const std::vector<lesson::Error> found = check(name, compilers);
    problems += found.size();
    for (const lesson::Error& problem : found)
      result.out += on_one_line(problem.formatted()) + "\n";
  }
  result.out +=
      fmt::format("{} {}, {} problem{}\n", names.size(), names.size() == 1 ? thing.one : thing.more,
                  problems, problems == 1 ? "" : "s");
  result.exit_code = static_cast<int>(problems == 0 ? ExitCode::good : ExitCode::finding);
  return result;
}

}  // namespace lanescope::app
