// A lesson's exercise: does the learner's kernel, or the learner's parameters, reach its goals?
// Checked on counts and arrays of the simulator alone: the same on every machine, never on time.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/course/facts.h"
#include "app/session/worker.h"
#include "kernels/lesson_file/guide.h"

namespace lanescope::app {

struct Attempt {
  std::string lesson;            // a shipped id or a path
  std::string variant;           // empty: where the exercise begins
  lesson::Values overrides;      // over the variant's defaults; where the exercise begins: over its
  std::filesystem::path kernel;  // a kernel's text in place of the lesson's; empty: the lesson's
  compile::Compiler compiler = compile::Compiler::automatic;
  bool operator==(const Attempt&) const = default;
};

struct GoalState {
  std::string name;
  std::string when;  // the condition as it is written
  bool is_met = false;
  std::vector<std::pair<std::string, std::optional<std::int64_t>>> figures;  // that `when` names
};
struct KeptArray {
  std::string name;
  bool is_kept = false;
  std::string why;  // it is not: "differs", "has 64 elements, not 128"
};

struct Grade {
  Attempt attempt;
  std::string lesson_id, variant;
  lesson::Values params;
  std::vector<GoalState> goals;
  std::vector<KeptArray> arrays;
  std::vector<std::string> findings;  // errors that the run reported; none may be left
  [[nodiscard]] bool passed() const;
};
using GradePtr = std::shared_ptr<const Grade>;

// Runs where the exercise begins and the attempt. The problem: no exercise, a parameter that may
// not be changed, a kernel that does not compile ...
[[nodiscard]] tl::expected<GradePtr, Problem> grade(const Attempt& attempt,
                                                    Progress* progress = nullptr,
                                                    std::stop_token stop = {});

// What goals may speak of: the launch as a whole, no single access.
[[nodiscard]] FactNames names_of_goals(const lesson::Values& params);

// --- The learner's own copy ---

// $XDG_DATA_HOME/lanescope/exercises (~/.local/share/... without it).
[[nodiscard]] std::filesystem::path exercises_folder();
// The lesson file lies in a copy there.
[[nodiscard]] bool is_own_copy(const std::filesystem::path& lesson);

struct OwnCopy {
  std::filesystem::path lesson;  // the copy's lesson.toml: a session can be set to it
  std::filesystem::path kernel;  // the file to change: the kernel where the exercise begins
};
// Copies the lesson's folder to exercises/ID, where there is none yet; what is there stays as it
// is. The error says what could not be written.
[[nodiscard]] tl::expected<OwnCopy, std::string> own_copy(const lesson::Lesson& lesson);
// Puts the copy aside in exercises-aside, beside that folder; gives where. Empty: there was none.
[[nodiscard]] tl::expected<std::filesystem::path, std::string> put_own_copy_aside(
    const std::string& lesson_id);

[[nodiscard]] inline const std::string& lesson_of(const Attempt& attempt) { return attempt.lesson; }
using GradeWorker = NewestWorker<Attempt, GradePtr>;
extern template class NewestWorker<Attempt, GradePtr>;

}  // namespace lanescope::app
