#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/commands.h"
#include "app/session/course/check.h"
#include "kernels/compile/compile.h"
#include "kernels/lesson_file/course.h"

namespace lanescope::app {
namespace {

std::vector<std::string> shipped_lessons(std::string& out, std::size_t& problems) {
  std::vector<std::string> lessons;
  const lesson::Shelf shelf = lesson::shelf();
  if (shelf.error) {
    out += shelf.error->formatted() + "\n";
    ++problems;
  }
  for (const lesson::ShelvedPart& part : shelf.parts) {
    for (const lesson::CatalogueEntry& entry : part.lessons) lessons.push_back(entry.id);
  }
  return lessons;
}

std::vector<compile::Compiler> compilers_of(const CheckLessonsOptions& options) {
  if (options.files_only) return {};
  if (options.compiler != compile::Compiler::automatic) return {options.compiler};
  std::vector<compile::Compiler> here;
  for (const compile::Availability& each : compile::available()) {
    if (each.usable) here.push_back(each.compiler);
  }
  return here;
}

// A message of several lines, on one.
std::string on_one_line(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) {
    const std::size_t end = std::min(text.find_first_not_of("\n ", at), text.size());
    text.replace(at, end - at, " | ");
  }
  return text;
}

}  // namespace

Result check_lessons_command(const CheckLessonsOptions& options) {
  Result result;
  std::size_t problems = 0;
  const std::vector<std::string> lessons =
      options.lessons.empty() ? shipped_lessons(result.out, problems) : options.lessons;
  const std::vector<compile::Compiler> compilers = compilers_of(options);
  if (compilers.empty() && !options.files_only) {
    return failure(ExitCode::not_on_this_machine,
                   "there is neither nvrtc nor clang here; --files checks the files alone");
  }
  for (const std::string& name : lessons) {
    const auto lesson = lesson::find(name);
    std::vector<lesson::Error> found;
    if (!lesson) {
      found.push_back(lesson.error());
    } else {
      found = check_files(*lesson);
      for (const compile::Compiler compiler : compilers) {
        for (lesson::Error& problem : check_runs(*lesson, compiler))
          found.push_back(std::move(problem));
      }
    }
    problems += found.size();
    for (const lesson::Error& problem : found)
      result.out += on_one_line(problem.formatted()) + "\n";
  }
  result.out += fmt::format("{} lessons, {} problems\n", lessons.size(), problems);
  result.exit_code = static_cast<int>(problems == 0 ? ExitCode::good : ExitCode::finding);
  return result;
}

}  // namespace lanescope::app
