// What a lesson makes of the learner's progress: grades, what is done, what is to do again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/course/exercise.h"
#include "app/session/files/progress_file.h"
#include "kernels/lesson_file/course.h"
#include "kernels/lesson_file/guide.h"

namespace lanescope::app {

// The question waits to be done again: its answer is wrong or missing, or it is being asked again.
[[nodiscard]] bool is_to_do_again(const LessonProgress& progress, const std::string& question);
// How many steps of the guide have been seen with all their questions answered or skipped.
[[nodiscard]] std::size_t count_done(const lesson::Guide& guide, const LessonProgress& progress);
// Of one step. done: all its questions are answered or there are none; to_do_again: all are
// answered or skipped, and some not rightly.
enum class GuideStepState : std::uint8_t { coming, seen, done, to_do_again };
[[nodiscard]] const char* name_of(GuideStepState state);  // "coming" ...
[[nodiscard]] GuideStepState state_of(const lesson::GuideStep& step,
                                      const LessonProgress& progress);
// Adds the goals that were met; a finished exercise stays finished. `today`: as in Solved.
[[nodiscard]] LessonProgress with_grade(LessonProgress progress, const Grade& grade,
                                        const std::string& today);
// The variant and the values in which a graded launch differs from the one that solved the
// exercise: "own-run, N = 1008" and "side-by-side, N = 1004". Both empty: in none.
struct OtherSetting {
  std::string solved, now;
};
[[nodiscard]] OtherSetting other_setting(const Solved& solved, const Grade& grade);
// The local date, "2026-03-01".
[[nodiscard]] std::string date_today();

// The questions to do again: those that were answered wrong or skipped, over all lessons.

struct ToDoAgain {
  const lesson::CatalogueEntry* lesson = nullptr;  // with a usable guide
  const lesson::GuideStep* step = nullptr;
  const lesson::Question* question = nullptr;
  bool was_skipped = false;  // false: a try was wrong, or it is already being asked again
};
// In the order of the course. The pointers are valid as long as the catalogue.
[[nodiscard]] std::vector<ToDoAgain> to_do_again(const lesson::CourseCatalogue& course,
                                                 const ProgressByLesson& progress);
// How many there are in one lesson.
[[nodiscard]] std::size_t count_to_do_again(const lesson::Guide& guide,
                                            const LessonProgress& progress);

// A section of the entry's guide as Markdown, with the step's parameters and the size of its launch
// filled in. Other facts are not known without a run: "…" stands for them.
[[nodiscard]] std::string section_of(const ToDoAgain& entry, const std::string& section,
                                     std::string_view language);

}  // namespace lanescope::app
