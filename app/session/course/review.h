// The questions to do again: those that were answered wrong or skipped, over all lessons.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/course/progress.h"
#include "kernels/lesson_file/course.h"

namespace lanescope::app {

struct ToDoAgain {
  const lesson::CatalogueEntry* lesson = nullptr;  // with a usable guide
  const lesson::Step* step = nullptr;
  const lesson::Question* question = nullptr;
  bool was_skipped = false;  // false: a try was wrong, or it is already being asked again
};
// In the order of the course. The pointers are valid as long as the catalogue.
[[nodiscard]] std::vector<ToDoAgain> to_do_again(const lesson::CourseCatalogue& course,
                                                 const ProgressByLesson& progress);
// How many there are in one lesson.
[[nodiscard]] std::size_t count_to_do_again(const lesson::Guide& guide,
                                            const LessonProgress& progress);

// A section of the entry's guide as Markdown, with the step's parameters filled in. Other facts are
// not known without a run.
[[nodiscard]] std::string section_of(const ToDoAgain& entry, const std::string& section,
                                     std::string_view language);

}  // namespace lanescope::app
