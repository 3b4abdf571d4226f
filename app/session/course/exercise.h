// Checks whether the learner's kernel or parameters reach the goals of a lesson's exercise. Uses
// only the simulator's counts and arrays, never times, so that the result is the same on every
// computer.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/course/facts.h"
#include "app/session/run/timing_key.h"
#include "app/session/run/worker.h"
#include "kernels/lesson_file/guide.h"
#include "sim/report/array_difference.h"

namespace lanescope::app {

struct Attempt {
  std::string lesson;            // a shipped id or a path
  std::string variant;           // empty: that of the exercise's starting point
  lesson::Values overrides;      // on top of the values of the variant, or of the starting point
  std::filesystem::path kernel;  // a file that replaces the lesson's kernel; empty: no replacement
  compile::Compiler compiler = compile::Compiler::automatic;
  CheckSet checks = CheckSet::all();  // the mistakes that count
  bool operator==(const Attempt&) const = default;
};

// One comparison of a goal's condition: "blocks * threads_per_block", "==", 1200 and 960.
struct GoalComparison {
  std::string text, relation;
  std::optional<std::int64_t> value, wanted;
  // The right side as written, where it changes with the attempt: `wanted` is only what it is now.
  // Empty: a constant.
  std::string wanted_text{};
};

struct GoalState {
  std::string name;
  std::string when;  // the condition as written
  bool is_met = false;
  // those named in `when`
  std::vector<std::pair<std::string, std::optional<std::int64_t>>> figures;
  std::vector<GoalComparison> comparisons{};
};
struct KeptArray {
  std::string name;
  bool is_kept = false;
  std::string
      why;  // if not kept: "its contents differ", "it has 64 elements of f32, not 128 of f32"
  // If the contents differ: which elements; otherwise null.
  report::ArrayDifferencePtr difference{};
};

struct Grade {
  Attempt attempt;
  std::string lesson_id, variant;
  std::filesystem::path kernel;  // the file
  lesson::Values params;
  TimingKey launch;  // what was graded
  std::vector<GoalState> goals;
  std::vector<KeptArray> arrays;
  std::vector<std::string> findings;  // errors that the run reported; must be empty to pass
  [[nodiscard]] bool passed() const;
};
using GradePtr = std::shared_ptr<const Grade>;

// Runs the exercise's starting point and the attempt. Problem: no exercise, a parameter that must
// not be changed, a kernel that does not compile ...
[[nodiscard]] tl::expected<GradePtr, Problem> grade(const Attempt& attempt,
                                                    Progress* progress = nullptr,
                                                    std::stop_token stop = {});

// Names allowed in goals: facts of the whole launch, not of a single access.
[[nodiscard]] FactNames names_of_goals(const lesson::Values& params);

// --- The learner's own copy ---

// $XDG_DATA_HOME/lanescope/exercises (default ~/.local/share/...).
[[nodiscard]] std::filesystem::path exercises_folder();
// The lesson file is in a copy in that folder.
[[nodiscard]] bool is_own_copy(const std::filesystem::path& lesson);

struct OwnCopy {
  std::filesystem::path lesson;  // the copy's lesson.toml, for a session
  std::filesystem::path kernel;  // the file to change: the kernel of the exercise's starting point
};
// Makes exercises/ID with what a learner changes or needs: the kernel, headers, data, the lesson
// file. The rest, such as the guide with the solution, is read from the shipped lesson; a lesson of
// the user's own is copied whole. An existing copy is left unchanged. The error says what could not
// be written.
[[nodiscard]] tl::expected<OwnCopy, std::string> own_copy(const lesson::Lesson& lesson);
// Where the copy is, or would be, without making it.
[[nodiscard]] tl::expected<OwnCopy, std::string> own_copy_of(const lesson::Lesson& lesson);
// The lesson file of the copy, if there is one that can be used.
[[nodiscard]] std::optional<std::filesystem::path> usable_own_copy(const std::string& lesson_id);
// Moves the copy to exercises-aside, next to that folder, and returns its path. Empty: there was no
// copy.
[[nodiscard]] tl::expected<std::filesystem::path, std::string> put_own_copy_aside(
    const std::string& lesson_id);

// --- A shipped lesson that is changed in the window ---

// $XDG_DATA_HOME/lanescope/edited: a folder for each lesson, with its lesson file and those kernels
// that were changed. All else is read from the shipped lesson.
[[nodiscard]] std::filesystem::path edited_folder();
[[nodiscard]] bool is_edited_copy(const std::filesystem::path& lesson);
// The lesson comes with the program.
[[nodiscard]] bool is_shipped(const lesson::Lesson& lesson);
// Puts that kernel of the shipped lesson into its folder, unless it is there. `kernel`: the file's
// name.
[[nodiscard]] tl::expected<OwnCopy, std::string> edited_copy(const lesson::Lesson& lesson,
                                                             const std::string& kernel);
// The shipped text of a kernel of an edited copy, or of the learner's own; empty: there is none.
[[nodiscard]] std::filesystem::path shipped_text_of(const std::filesystem::path& kernel);

[[nodiscard]] inline const std::string& lesson_of(const Attempt& attempt) { return attempt.lesson; }
using GradeWorker = NewestWorker<Attempt, GradePtr>;
extern template class NewestWorker<Attempt, GradePtr>;

}  // namespace lanescope::app
