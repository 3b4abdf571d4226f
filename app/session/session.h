// The window's whole state, without a window: what the user can change, and what is shown for it.
//
// Every change is one of the commands below. Commands that need a new run start the worker and
// return at once; update() takes the result when it is ready. Until then, and if a run fails, the
// last good Outcome stays visible, next to the failure, unless it is of another lesson. All
// functions are called on one thread (the window's); only the services run on others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/lesson_sweeps.h"
#include "app/session/lesson_times.h"
#include "app/session/machines.h"
#include "app/session/services.h"
#include "app/session/state.h"
#include "app/session/transfers.h"

namespace lanescope::app {

class Session;
// The problem of the newest run, if there is one and it has a kernel text to show; else nullptr.
[[nodiscard]] const Problem* failed_text(const Session& session);
// After a run was cancelled: the variant whose kernel text is not the one that is shown; nullptr:
// what is shown belongs to the file.
[[nodiscard]] const LessonCard::Variant* cancelled_text(const Session& session);
// The text that failed is the one of this run: only values have changed. False: `run` is null.
[[nodiscard]] bool is_shown_text(const Problem& failed, const OutcomePtr& run);

class Session {
 public:
  using Services = SessionServices;

  // Starts the first run. `first`: what to select when it is finished.
  Session(State initial, const ViewRequest& first, Services services);

  [[nodiscard]] const State& state() const { return state_; }
  // Takes finished work. True: something that is shown has changed.
  bool update();

  // --- what is shown ---
  // The last good run; null before the first, and if the chosen lesson's first run failed.
  [[nodiscard]] const OutcomePtr& shown() const { return shown_; }
  // The newest run's problem. Of a run that was cancelled, `line` is where its kernel was: 0 until
  // it has stopped, or if no kernel ran.
  [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }
  [[nodiscard]] bool running() const { return worker_.busy(); }
  // No work in progress that could change what is shown; measuring does not count.
  [[nodiscard]] bool settled() const {
    return !running() && !times_.reading_recordings() && !times_.timings().simulating() &&
           !sweeps_.running() && !machines_.asking_for_registers();
  }
  [[nodiscard]] std::shared_ptr<const Progress> progress() const { return worker_.progress(); }
  [[nodiscard]] double wall_ms() const { return wall_ms_; }  // how long the user waited for `shown`
  [[nodiscard]] const std::optional<LessonCard>& lesson() const { return card_; }
  // The chosen variant; nullptr when the lesson could not be read.
  [[nodiscard]] const LessonCard::Variant* variant() const { return variant_of(state_, card_); }
  [[nodiscard]] std::int64_t value_of(const lesson::Parameter& parameter) const {
    return app::value_of(state_, variant(), parameter);
  }
  [[nodiscard]] const report::WarpTrace* trace() const;  // of the selected warp; may be nullptr
  [[nodiscard]] const report::Event* event() const;      // the selected event; may be nullptr
  [[nodiscard]] std::uint32_t wavefronts() const;        // of the selected event

  // Of one of the files of Outcome::included: whether it is on the disk as in the shown run. Looked
  // at by reload().
  enum class FileState : std::uint8_t { same, changed, gone };
  [[nodiscard]] FileState state_of(std::string_view included) const;

  // --- the parts; their own commands change nothing that undo restores ---
  [[nodiscard]] const LessonTimes& times() const { return times_; }
  [[nodiscard]] LessonTimes& times() { return times_; }
  [[nodiscard]] const LessonSweeps& sweeps() const { return sweeps_; }
  [[nodiscard]] LessonSweeps& sweeps() { return sweeps_; }
  [[nodiscard]] const Machines& machines() const { return machines_; }
  [[nodiscard]] Machines& machines() { return machines_; }
  [[nodiscard]] const Transfers& transfers() const { return transfers_; }
  [[nodiscard]] Transfers& transfers() { return transfers_; }
  // The sweep's points with their known results; slow for thousands of points. Changes with
  // sweep_revision().
  [[nodiscard]] SweepTable sweep_table() const;
  [[nodiscard]] std::uint64_t sweep_revision() const {
    return times_.revision() + sweeps_.revision();
  }
  // The sweep's point with exactly the current values; none: the sweep has no such point.
  [[nodiscard]] std::optional<std::size_t> present_point() const;

  // --- commands: what to run ---
  void choose_machine(const std::string& id);  // id of a machine file
  void step_machine(int direction);            // through all machines with valid files, cyclic
  void choose_lesson(const std::string& lesson);
  void choose_variant(std::size_t index);  // ignored beyond the last
  // Clamped to the parameter's range.
  void set_parameter(std::string_view name, std::int64_t value);
  // One step, `direction` +1 or -1. A range of many steps doubles and halves instead.
  void step_parameter(std::string_view name, int direction);
  void toggle_parameter(std::string_view name);  // 0 <-> its step
  // Sets the variant ("": the first), its values and the view as one change: a step of a guide, a
  // point of a sweep. The view is applied once the run has finished. Without `machine` (as for
  // choose_machine()) or `compiler`, the current one stays.
  void show_setting(const std::string& variant, const lesson::Values& overrides,
                    const ViewRequest& view, const std::optional<std::string>& machine = {},
                    std::optional<compile::Compiler> compiler = {});
  // Sets everything but the settings, including the lesson, as one change. The selection is applied
  // once the run has finished, or at once if that run is already shown. A selection without a
  // line and an access: the costliest access.
  void show_state(const State& wanted);
  void choose_compiler(compile::Compiler compiler);
  void choose_block(report::Dim3 block);  // clamped to the grid
  void step_block(int direction);         // x fastest, cyclic
  void reload();                          // runs again with the current files
  // The files to watch; call reload() when one changes. Some may not exist.
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  void go_to_recorded();                     // sets the values of LessonTimes::nearest_recorded()
  void load_sweep_point(std::size_t point);  // sets the point's variant and values
  void cancel();                             // cancels the current run
  // While a newer run takes its time, the problem of the one before no longer says what is wrong.
  void forget_problem();

  // --- commands: what to select ---
  void choose_line(int line);      // of the selected file
  void choose_own_line(int line);  // of the kernel's text
  void step_line(int direction);   // to the file's next line with accesses
  // "", or the name of one of Outcome::included: what matters most in it. Others are ignored.
  void choose_file(const std::string& file);
  void step_file(int direction);  // through all of them, cyclic
  void choose_event(std::size_t event);
  void step_event(int direction);  // to the warp's next access; skips barriers
  // Follows a playing position: selects its line, and its access if it is at one. Consecutive calls
  // are one undo step.
  void follow(const FileLine& line, std::optional<std::size_t> event);
  void choose_wavefront(std::optional<std::uint32_t> wavefront);
  void step_wavefront(int direction);  // before the first: all wavefronts
  void choose_warp(std::uint32_t warp);
  void step_warp(int direction);          // cyclic
  void choose_site(std::uint32_t site);   // an access of the kernel, at its occurrence in this warp
  void choose_view(View view);            // selects the costliest access that the view shows
  void go_to(const Diagnostic& finding);  // selects the finding's line and warp, in its block
  // The lane of the finding that go_to() went to, until something else is selected.
  [[nodiscard]] std::optional<int> found_lane() const;
  void choose_view(Subject subject);  // on the chosen line, or on the line that has most of it
  void go_to_worst_warp();  // selects the block and warp in which the selected access costs most

  // --- commands: how to show it ---
  void change_settings(const Settings& settings);

  // Consecutive changes of the same kind (arrow keys) are one undo step.
  void undo();
  void redo();
  [[nodiscard]] bool can_undo() const { return !past_.empty(); }
  [[nodiscard]] bool can_redo() const { return !future_.empty(); }
  // All undo and redo states, the latest last. take_history() leaves nothing to undo;
  // give_history() restores it, as if nothing had been done in between.
  struct History {
    std::vector<State> past, future;
  };
  History take_history();
  void give_history(History history);

 private:
  enum class UndoStep : std::uint8_t {
    none,
    line,
    event,
    wavefront,
    warp,
    block,
    site,
    parameter,
    other
  };

  void describe();
  [[nodiscard]] RunRequest request() const;
  [[nodiscard]] const lesson::Parameter* parameter(std::string_view name) const;
  void run();
  void accept(OutcomePtr outcome);
  // Where a cancelled run was stopped, once it has. True: it is new in `problem_`.
  bool find_stopped_line();
  void remember(UndoStep change);
  void select(UndoStep change, const Selection& selection);
  void restore(State state);

  State state_;
  ViewRequest first_;  // until the first run is shown
  Describe describe_;
  std::optional<LessonCard> card_;
  OutcomePtr shown_;
  std::vector<FileState> file_states_;         // of shown_->included; empty: all are the same
  State accepted_;                             // the state of the run in `shown_`
  std::optional<ViewRequest> requested_view_;  // view to apply once its run has finished
  // finding to select once the run that traces its block has finished
  std::optional<Diagnostic> requested_finding_;
  struct Found {
    Selection selection;
    std::optional<int> lane;
  };
  Found found_;
  std::optional<Selection> restored_;  // selection from undo, to apply once its run has finished
  std::optional<Problem> problem_;
  double wall_ms_ = 0;
  std::vector<State> past_, future_;
  UndoStep last_undo_step_ = UndoStep::none;
  LessonTimes times_;
  LessonSweeps sweeps_;
  Machines machines_;
  Transfers transfers_;
  Worker worker_;  // last, so that its thread ends first
};

}  // namespace lanescope::app
