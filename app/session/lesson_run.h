// The run of the lesson: its variant, values and compiler, and the last good one, which is shown.
// Part of a session.
//
// A command that needs a new run starts it and returns at once. Until it is ready, and if it fails,
// the last good Outcome stays visible, next to the failure, unless it is of another lesson.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "app/session/change.h"
#include "app/session/services.h"
#include "app/session/state.h"

namespace lanescope::app {

class LessonRun {
 public:
  // Both references must outlive this object.
  LessonRun(State& state, const std::optional<LessonCard>& card, const SessionServices& services,
            Changes changes);

  // The last good run; null before the first, and if the chosen lesson's first run failed.
  [[nodiscard]] const OutcomePtr& shown() const { return shown_; }
  // The newest run's problem. Of a run that was cancelled, `line` is where its kernel was: 0 until
  // it has stopped, or if no kernel ran.
  [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }
  // problem(), if there is a kernel text to show with it; else nullptr.
  [[nodiscard]] const Problem* problem_of_text() const;
  // After a run was cancelled: the chosen variant, if another kernel text is shown; else nullptr.
  [[nodiscard]] const LessonCard::Variant* variant_cancelled() const;
  // The text that failed is the one of shown(): only values have changed. False without shown().
  [[nodiscard]] bool is_shown_text(const Problem& failed) const;
  [[nodiscard]] bool running() const { return worker_.busy(); }
  [[nodiscard]] std::shared_ptr<const Progress> progress() const { return worker_.progress(); }
  [[nodiscard]] double wall_ms() const { return wall_ms_; }  // how long the user waited for shown()
  // shown() is the run that the state asks for.
  [[nodiscard]] bool is_current() const;
  // Of one of the files of Outcome::included: whether it is on the disk as in the shown run. Looked
  // at by Session::reload().
  enum class FileState : std::uint8_t { same, changed, gone };
  [[nodiscard]] FileState state_of(std::string_view included) const;
  // The files to watch; call Session::reload() when one changes. Some may not exist.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;

  void choose_variant(std::size_t index);  // ignored beyond the last
  void choose_compiler(compile::Compiler compiler);
  // Clamped to the parameter's range.
  void set_parameter(std::string_view name, std::int64_t value);
  // By one increment, `direction` +1 or -1. In a range of many increments it doubles and halves.
  void move_parameter(std::string_view name, int direction);
  void toggle_parameter(std::string_view name);  // 0 <-> its increment
  // While a newer run takes its time, the problem of the one before no longer says what is wrong.
  void forget_problem();

  // --- for the session ---
  [[nodiscard]] const Worker& worker() const { return worker_; }
  // What the state asks for.
  [[nodiscard]] RunRequest request() const;
  void start();
  // Looks whether the included files of the shown run have changed.
  void look_at_files();
  // Cancels the current run, and brings the state back to the shown one, so that controls and
  // pictures agree. Without a run, it only forgets the problem. True: there was a run.
  bool cancel();
  [[nodiscard]] std::optional<Finished> take() { return worker_.take(); }
  void accept(OutcomePtr outcome, double wall_ms);
  void fail(Problem problem);
  // Where a cancelled run was stopped, once it has. True: it is new in problem().
  bool find_stopped_line();

 private:
  [[nodiscard]] const lesson::Parameter* parameter(std::string_view name) const;
  [[nodiscard]] std::int64_t value(const lesson::Parameter& parameter) const;

  State& state_;
  const std::optional<LessonCard>& card_;
  Changes changes_;
  OutcomePtr shown_;
  std::vector<FileState> file_states_;  // of shown_->included; empty: all are the same
  State accepted_;                      // the state of the run in `shown_`
  std::optional<Problem> problem_;
  double wall_ms_ = 0;
  Worker worker_;
};

}  // namespace lanescope::app
