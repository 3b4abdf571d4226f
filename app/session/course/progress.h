// The learner's progress in each lesson, saved between starts.
//
// File (JSON): $LANESCOPE_PROGRESS, otherwise $XDG_STATE_HOME/lanescope/progress.json (default
// ~/.local/state/...). Any problem with it becomes one message, and progress is kept in memory
// while the program runs. An unreadable file is renamed before anything is written.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/course/exercise.h"
#include "app/session/course/question.h"
#include "kernels/lesson_file/course.h"
#include "kernels/lesson_file/guide.h"

namespace lanescope::app {

struct AnswerGiven {
  Answer answer;  // empty: the question was skipped
  bool is_right = false;
  bool is_judged = true;  // false: skipped, or the truth was not known
  Answer first{};         // the wrong first try, if there was a second one or the rest was skipped
  // How often it was answered: 0 if it was skipped at once, else 1 or 2.
  [[nodiscard]] int tries() const { return (answer.empty() ? 0 : 1) + (first.empty() ? 0 : 1); }
  // Answered wrong at the last try, or skipped.
  [[nodiscard]] bool is_to_do_again() const { return answer.empty() || (is_judged && !is_right); }
  bool operator==(const AnswerGiven&) const = default;
};

// How an exercise was solved last.
struct Solved {
  std::string on;       // the day, "2026-03-01"
  std::string variant;  // the kernel and its values, as graded
  lesson::Values values;
  bool operator==(const Solved&) const = default;
};

struct LessonProgress {
  std::string step;                            // the last one visited; empty: none
  std::set<std::string> steps_seen;            // names
  std::map<std::string, AnswerGiven> answers;  // by the question's name
  std::map<std::string, Answer> first_tries;   // of open questions: wrong, one more try is left
  std::set<std::string> again;   // open questions that were wrong or skipped and are asked again
  std::set<std::string> goals;   // goals of the exercise reached so far
  bool exercise_done = false;    // all goals reached, and everything kept that must stay
  std::optional<Solved> solved;  // none: not done, or done with a version that did not keep it
  bool operator==(const LessonProgress&) const = default;
  [[nodiscard]] bool empty() const { return *this == LessonProgress{}; }
};

using ProgressByLesson = std::map<std::string, LessonProgress>;  // by the lesson's id

[[nodiscard]] std::filesystem::path progress_path();

class ProgressStore {
 public:
  // Reads the file. A missing file is not an error. An empty path: nothing is read or written.
  explicit ProgressStore(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const ProgressByLesson& all() const { return lessons_; }
  // Empty progress if there is none.
  [[nodiscard]] const LessonProgress& of(const std::string& lesson) const;
  // The problem of reading, then of the newest write. Empty: none.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  // Stored and written at once. Lessons that another running program has written meanwhile are
  // preserved in the file.
  void put(const std::string& lesson, const LessonProgress& progress);
  void reset(const std::string& lesson);
  void reset_all();

 private:
  void write();
  [[nodiscard]] std::optional<ProgressByLesson> read();
  bool keep_broken_aside();

  std::filesystem::path path_;
  ProgressByLesson lessons_;
  std::set<std::string> changed_;  // not yet in the file
  std::string problem_;
  bool is_broken_ = false;  // the file's content is invalid
};

// The question waits to be done again: its answer is wrong or missing, or it is being asked again.
[[nodiscard]] bool is_to_do_again(const LessonProgress& progress, const std::string& question);
// How many steps of the guide have been seen with all their questions answered or skipped.
[[nodiscard]] std::size_t count_done(const lesson::Guide& guide, const LessonProgress& progress);
// Adds the goals that were met; a finished exercise stays finished. `today`: as in Solved.
[[nodiscard]] LessonProgress with_grade(LessonProgress progress, const Grade& grade,
                                        const std::string& today);
// The local date, "2026-03-01".
[[nodiscard]] std::string date_today();

// The file's content, schema lanescope.progress/1.
[[nodiscard]] std::string progress_json(const ProgressByLesson& lessons);
// The error says what is wrong, without the file's name.
[[nodiscard]] tl::expected<ProgressByLesson, std::string> progress_from(std::string_view text);

// The questions to do again: those that were answered wrong or skipped, over all lessons.

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
