#include "app/command_line/check_report.h"
#include "app/session/course/check.h"
#include "kernels/lesson_file/course.h"

namespace lanescope::app {
namespace {

std::vector<lesson::Error> problems_of(const std::string& name,
                                       const std::vector<compile::Compiler>& compilers) {
  const auto lesson = lesson::find(name);
  if (!lesson) return {lesson.error()};
  std::vector<lesson::Error> found = check_files(*lesson);
  for (lesson::Error& problem : check_runs(*lesson, compilers)) found.push_back(std::move(problem));
  return found;
}

struct CheckLessonsCommand : Command {
  CheckLessonsCommand() : Command("check-lessons", "Find mistakes in lessons and their guides") {
    given.add_to(*this, "LESSON",
                 "Shipped lessons, or paths of lesson files; all shipped ones when not given");
  }

  Result run(const Screen& /*screen*/) override {
    std::string notes;
    for (const std::string& name : given.names) {
      const auto lesson = lesson::find(name);
      if (!lesson && lesson.error().line == 0) return wrong_input(lesson.error().formatted());
      if (lesson && !lesson->guide() && !lesson->guide_error())
        notes += lesson->path().string() + ": note: the lesson has no guide\n";
    }
    const CheckedThing lessons{"lesson", "lessons"};
    if (!given.names.empty()) {
      Result result = check_all(given, given.names, lessons, problems_of);
      result.out = notes + result.out;
      return result;
    }
    const lesson::CourseCatalogue course_catalogue = lesson::course_catalogue();
    std::vector<std::string> shipped;
    for (const lesson::CataloguePart& part : course_catalogue.parts) {
      for (const lesson::CatalogueEntry& entry : part.lessons) shipped.push_back(entry.id);
    }
    std::vector<lesson::Error> catalogue_errors;
    if (course_catalogue.error) catalogue_errors.push_back(*course_catalogue.error);
    return check_all(given, shipped, lessons, problems_of, catalogue_errors);
  }

  CheckOptions given;
};

}  // namespace

std::unique_ptr<Command> make_check_lessons() { return std::make_unique<CheckLessonsCommand>(); }

}  // namespace lanescope::app
