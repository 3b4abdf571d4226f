// How far a learner has come, lesson by lesson, from one start to the next.
//
// File (JSON): $LANESCOPE_PROGRESS, otherwise $XDG_STATE_HOME/lanescope/progress.json
// (~/.local/state/... without it). Whatever goes wrong with it is one message, and what was done is
// kept in memory for as long as the program runs. A file that can't be read is put aside under
// another name before anything is written.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "app/session/course/exercise.h"
#include "app/session/course/question.h"

namespace lanescope::app {

struct AnswerGiven {
  Answer answer;  // empty: the question was skipped
  bool is_right = false;
  bool is_judged = true;  // false: what is true was not known, or it was skipped
  bool operator==(const AnswerGiven&) const = default;
};

struct LessonProgress {
  std::string step;                            // the last that was looked at; empty: none
  std::set<std::string> steps_seen;            // names
  std::map<std::string, AnswerGiven> answers;  // by question
  std::set<std::string> goals;                 // of the exercise that have been reached
  bool exercise_done = false;                  // all of them, with what must stay
  bool operator==(const LessonProgress&) const = default;
  [[nodiscard]] bool empty() const { return *this == LessonProgress{}; }
};

using ProgressByLesson = std::map<std::string, LessonProgress>;  // by the lesson's id

[[nodiscard]] std::filesystem::path progress_path();

class ProgressStore {
 public:
  // Reads the file. One that is not there is no progress, and no error. An empty path: nothing is
  // read or written.
  explicit ProgressStore(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const ProgressByLesson& all() const { return lessons_; }
  // Empty progress where there is none.
  [[nodiscard]] const LessonProgress& of(const std::string& lesson) const;
  // What is wrong with the file: of reading, then of the newest write. Empty: nothing.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  // Kept at once, and written. Lessons that another running program wrote meanwhile stay as they
  // are in the file.
  void put(const std::string& lesson, const LessonProgress& progress);
  void reset(const std::string& lesson);
  void reset_all();

 private:
  void write();
  [[nodiscard]] std::optional<ProgressByLesson> read();
  bool keep_broken_aside();

  std::filesystem::path path_;
  ProgressByLesson lessons_;
  std::set<std::string> changed_;  // and not yet in the file
  std::string problem_;
  bool is_broken_ = false;  // what is in the file could not be understood
};

// With the goals that were met; an exercise once done stays so.
[[nodiscard]] LessonProgress with_grade(LessonProgress progress, const Grade& grade);

// As the file has it, schema lanescope.progress/1.
[[nodiscard]] std::string progress_json(const ProgressByLesson& lessons);
// The error says what is wrong, without the file's name.
[[nodiscard]] tl::expected<ProgressByLesson, std::string> progress_from(std::string_view text);

}  // namespace lanescope::app
