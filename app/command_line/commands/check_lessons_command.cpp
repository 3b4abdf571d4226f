#include <fmt/format.h>

#include "app/command_line/check_report.h"
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

}  // namespace

Result check_lessons_command(const CheckLessonsOptions& options) {
  Result result;
  std::size_t problems = 0;
  const std::vector<std::string> lessons =
      options.lessons.empty() ? shipped_lessons(result.out, problems) : options.lessons;
  const std::vector<compile::Compiler> compilers =
      compilers_to_check(options.compiler, options.files_only);
  if (compilers.empty() && !options.files_only) return no_compiler_to_check();
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
