// The learner's progress in each lesson, saved between starts.
//
// File (JSON): $LANESCOPE_PROGRESS, otherwise $XDG_STATE_HOME/lanescope/progress.json (default
// ~/.local/state/...). Any problem with it becomes one message, and progress is kept in memory
// while the program runs. An unreadable file is renamed before anything is written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

// To a question of a guide.
struct Answer {
  std::optional<std::int64_t> number;  // for number questions
  std::string choice;                  // the choice's name
  std::vector<int> marks;              // for sectors and banks; ascending, without duplicates
  bool operator==(const Answer&) const = default;
  [[nodiscard]] bool empty() const { return !number && choice.empty() && marks.empty(); }
};

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
  std::string step_name;                       // the last one visited; empty: none
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

// The file's content, schema lanescope.progress/1.
[[nodiscard]] std::string progress_json(const ProgressByLesson& lessons);
// The error says what is wrong, without the file's name.
[[nodiscard]] tl::expected<ProgressByLesson, std::string> progress_from(std::string_view text);

}  // namespace lanescope::app
