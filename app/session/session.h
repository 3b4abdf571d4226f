// The window's whole state, without a window: what the user can change, and what is shown for it.
//
// Every change is one of the commands below. Commands that need a new run start the worker and
// return at once; update() takes the result when it is ready. Until then, and if a run fails, the
// last good Outcome stays visible, next to the failure, unless it is of another lesson. All
// functions are called on one thread (the window's); only the services run on others.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/occupancy.h"
#include "app/session/recordings.h"
#include "app/session/run.h"
#include "app/session/selection.h"
#include "app/session/settings.h"
#include "app/session/sweeps/table.h"
#include "app/session/timings.h"
#include "app/session/worker.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::app {

// Everything a user can change, as one value: saved by undo, compared in tests.
struct State {
  std::string lesson;   // a shipped id or a path
  std::string variant;  // empty: the lesson's first
  // Values that differ from the lesson's defaults, in any of its variants.
  lesson::Values overrides;
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine{};  // RunRequest::machine
  Selection selection;
  Settings settings;  // not undone: nobody expects Ctrl+Z to change the theme
  // The comparison's kept side, by number; 0: no comparison.
  std::uint64_t compared = 0;
  bool operator==(const State&) const = default;
};

// What the controls need to know about a lesson, whether it has run or not.
struct LessonCard {
  struct Variant {
    std::string name;
    lesson::Text title;
    lesson::Values set;  // values that the variant itself fixes
    std::vector<lesson::Parameter> parameters;
    // The kernel's current text, so that it can be shown even if it doesn't compile.
    std::filesystem::path source_path{};
    std::string source_name{}, source_text{};
    [[nodiscard]] bool has_parameter(const std::string& parameter) const;
    // The value that the variant fixes, else the parameter's default.
    [[nodiscard]] std::int64_t usual_value(const lesson::Parameter& parameter) const;
  };
  std::string id;
  lesson::Text title;
  std::filesystem::path path;
  std::vector<Variant> variants;
  std::vector<lesson::Sweep> sweeps{};
  // The file names no sweep: there is one for each parameter, with the others as they are set.
  bool sweeps_are_usual = false;
  // Steps and questions; null: no guide, or a broken one, and then guide_problem says why.
  std::shared_ptr<const lesson::Guide> guide{};
  std::string guide_problem{};
  // Resolves a variant with these values; nullopt if it does not accept them. May be empty.
  std::function<std::optional<lesson::Resolved>(const std::string& variant,
                                                const lesson::Values& overrides)>
      resolve{};
};
using Describe = std::function<tl::expected<LessonCard, Problem>(const std::string& lesson)>;
// Reads the lesson file.
[[nodiscard]] tl::expected<LessonCard, Problem> describe_lesson(const std::string& lesson);

// A variant of the lesson at the current values, and its known costs.
struct VariantTimes {
  const LessonCard::Variant* variant = nullptr;
  // false: the variant does not accept the current values, and the rest is empty
  bool applies = false;
  lesson::Values params;                      // the variant's own values
  MeasurementPtr measured;                    // with exactly these values; null: not yet measured
  MeasurementPtr measured_with_other_values;  // the newest with other values; null: none
  const device::RecordedPoint* recorded = nullptr;  // from the chosen recording
  bool recorded_of_other_text = false;              // recorded with a different kernel text
  bool recorded_with_other_values = false;          // the recording has other values of it
  std::optional<ModelCost> cost;
  std::string cost_failure;  // why the simulation did not finish; empty: it did, or has not begun
  std::string failure;       // of the last measurement; empty: it succeeded
  bool measuring = false;    // being measured now
  bool waits = false;        // queued for measurement
};

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
  struct Services {
    Runner run;
    Describe describe;
    // Called on the worker's thread when update() has something to take; may be empty.
    std::function<void()> wake;
    Measurer measure{};           // empty: measuring is not possible
    FindRecordings recordings{};  // called once, on its own thread; empty: no recordings
    std::string recording{};      // RecordingEntry::id to show until the user chooses another
    FindGpus find_gpus{};         // called once, by search_for_gpus(); may be empty
    std::optional<int> device{};  // the GPU's number, until the user chooses another
    // empty: the entries of the machine files
    std::function<std::vector<machine::Entry>()> machines{};
    // Delay of live mode after a change, so that a held key does not start measurements.
    std::chrono::milliseconds live_delay{250};
  };

  // Starts the first run. `first`: what to select when it is finished.
  Session(State initial, const ViewRequest& first, Services services);

  [[nodiscard]] const State& state() const { return state_; }
  // Takes finished work. True: something that is shown has changed.
  bool update();

  // --- what is shown ---
  // The last good run; null before the first, and if the chosen lesson's first run failed.
  [[nodiscard]] const OutcomePtr& shown() const { return shown_; }
  // The newest run's problem.
  [[nodiscard]] const std::optional<Problem>& problem() const { return problem_; }
  [[nodiscard]] bool running() const { return worker_.busy(); }
  // No work in progress that could change what is shown; measuring does not count.
  [[nodiscard]] bool settled() const {
    return !running() && !reading_recordings() && !timings_.simulating() && !sweeping() &&
           !asking_for_registers();
  }
  [[nodiscard]] std::shared_ptr<const Progress> progress() const { return worker_.progress(); }
  [[nodiscard]] double wall_ms() const { return wall_ms_; }  // how long the user waited for `shown`
  [[nodiscard]] const std::optional<LessonCard>& lesson() const { return card_; }
  // The chosen variant; nullptr when the lesson could not be read.
  [[nodiscard]] const LessonCard::Variant* variant() const;
  [[nodiscard]] std::int64_t value_of(const lesson::Parameter& parameter) const;
  [[nodiscard]] const report::WarpTrace* trace() const;  // of the selected warp; may be nullptr
  [[nodiscard]] const report::Event* event() const;      // the selected event; may be nullptr
  [[nodiscard]] std::uint32_t wavefronts() const;        // of the selected event

  // --- the machine ---
  [[nodiscard]] const std::vector<machine::Entry>& machines() const;
  // The chosen machine; null: its file is broken or missing.
  [[nodiscard]] machine::ProfilePtr machine() const;
  // Of the shown run on the chosen machine. Without registers until the compiler has reported them,
  // which show_machine() requests. Empty before the first run.
  [[nodiscard]] std::optional<KernelOccupancy> occupancy() const;
  [[nodiscard]] bool asking_for_registers() const { return register_worker_.busy(); }

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
  void cancel();  // cancels the current run
  // While a newer run takes its time, the problem of the one before no longer says what is wrong.
  void forget_problem();

  // --- costs: simulated, measured, recorded ---
  [[nodiscard]] std::vector<VariantTimes> times() const;  // in the lesson's order
  [[nodiscard]] const Timings& timings() const { return timings_; }
  // Empty until they have been read.
  [[nodiscard]] const std::vector<RecordingEntry>& recordings() const { return recordings_; }
  [[nodiscard]] bool reading_recordings() const { return reading_.valid(); }
  // The recording chosen in the settings; nullptr: none.
  [[nodiscard]] const RecordingEntry* recording() const;
  // The recorded point of the chosen variant whose values are nearest to the current ones; nullptr:
  // there is none, or its values are already set.
  [[nodiscard]] const device::RecordedPoint* nearest_recorded() const;
  // This computer's GPUs; empty until the times were first shown, and if there are none.
  [[nodiscard]] const device::GpuList& gpus() const { return gpus_; }
  [[nodiscard]] bool searching_for_gpus() const { return gpu_worker_.busy(); }
  // Of any launch; without its variant, and without what concerns measuring.
  [[nodiscard]] VariantTimes times_of(const TimingKey& key) const;
  [[nodiscard]] bool live() const { return live_; }
  // Seconds until update() has work to start; none: nothing is scheduled.
  [[nodiscard]] std::optional<double> due_in_s() const;

  // --- commands: measuring ---
  void measure();      // the chosen variant
  void measure_all();  // every variant, one after another, the chosen one first
  void toggle_live();  // measures the chosen variant again after each change
  void cancel_measuring();
  void search_for_gpus();              // once; show_times() calls it, too
  void choose_gpu(std::size_t index);  // index in gpus(): the GPU for all further measurements
  void choose_recording(std::size_t index);  // ignored if unreadable
  void go_to_recorded();                     // sets the values of nearest_recorded()
  // While the times are shown, the other variants are simulated for their costs, too.
  void show_times(bool shown);

  // --- sweeps: one parameter through its values, in the simulator ---
  // The chosen sweep of the lesson; nullptr: it has none.
  [[nodiscard]] const lesson::Sweep* sweep() const;
  [[nodiscard]] bool sweeps_all_variants() const { return sweep_selection_.all_variants; }
  [[nodiscard]] const SweepRunner& sweep_runner() const { return sweeps_; }
  // The sweep is shown and not finished.
  [[nodiscard]] bool sweeping() const {
    return sweep_shown_ && (sweeps_.running() || sweep_started_ != sweep_selection_);
  }
  // The sweep's points with their known results; slow for thousands of points. Changes with
  // sweep_revision().
  [[nodiscard]] SweepTable sweep_table() const;
  [[nodiscard]] std::uint64_t sweep_revision() const { return sweep_revision_; }
  // The point with exactly the current values; none: the sweep has no such point.
  [[nodiscard]] std::optional<std::size_t> present_point() const;

  // While the sweep is shown, its missing points are simulated.
  void show_sweep(bool shown);
  // A sweep's name, or that of its parameter. False: the lesson has no such sweep.
  bool choose_sweep(std::string_view name);
  void step_sweep(int direction);  // cyclic
  void toggle_sweep_variants();    // between all variants of the sweep and the chosen one
  void cancel_sweep();
  void resume_sweep();                       // simulates missing and failed points
  void load_sweep_point(std::size_t point);  // sets the point's variant and values
  // While occupancy is shown, the compiler is asked for registers.
  void show_machine(bool shown);

  // --- commands: what to select ---
  void choose_line(int line);
  void step_line(int direction);  // to the next line with accesses
  void choose_event(std::size_t event);
  void step_event(int direction);  // to the warp's next access; skips barriers
  // Follows a playing position: selects its line, and its access if it is at one. Consecutive calls
  // are one undo step.
  void follow(int line, std::optional<std::size_t> event);
  void choose_wavefront(std::optional<std::uint32_t> wavefront);
  void step_wavefront(int direction);  // before the first: all wavefronts
  void choose_warp(std::uint32_t warp);
  void step_warp(int direction);          // cyclic
  void choose_site(std::uint32_t site);   // an access of the kernel, at its occurrence in this warp
  void choose_view(View view);            // selects the costliest access that the view shows
  void go_to(const Diagnostic& finding);  // selects the finding's line and warp, in its block
  void choose_view(Subject subject);      // on the chosen line, or on the line that has most of it
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

  using Clock = std::chrono::steady_clock;
  // State of live mode after the latest change.
  enum class Live : std::uint8_t { idle, waits, measuring_briefly, measuring_fully };

  void describe();
  [[nodiscard]] RunRequest request() const;
  [[nodiscard]] RunRequest request_for(const LessonCard::Variant& variant) const;
  [[nodiscard]] std::optional<WantedTiming> timing_of(const LessonCard::Variant& variant) const;
  // The chosen variant at the current values; nullptr: none.
  [[nodiscard]] const WantedTiming* chosen_timing() const;
  [[nodiscard]] std::vector<const WantedTiming*> all_timings() const;
  void add_recorded(VariantTimes& times, const TimingKey& key) const;
  void find_timings();
  bool update_recordings();
  bool update_gpus();
  void update_live();
  [[nodiscard]] AskedPoint asked_point(const lesson::Sweep& swept) const;
  bool update_sweep();
  void request_sweep();
  bool update_registers();
  void want_registers();
  [[nodiscard]] bool registers_are_of_what_is_shown() const;
  void run();
  void accept(OutcomePtr outcome);
  void remember(UndoStep step);
  void select(UndoStep step, const Selection& selection);
  void restore(State state);

  State state_;
  ViewRequest first_;  // until the first run is shown
  Services services_;
  std::optional<LessonCard> card_;
  OutcomePtr shown_;
  State accepted_;                             // the state of the run in `shown_`
  std::optional<ViewRequest> requested_view_;  // view to apply once its run has finished
  // finding to select once the run that traces its block has finished
  std::optional<Diagnostic> requested_finding_;
  std::optional<Selection> restored_;  // selection from undo, to apply once its run has finished
  std::optional<Problem> problem_;
  double wall_ms_ = 0;
  std::vector<State> past_, future_;
  UndoStep last_undo_step_ = UndoStep::none;
  // One for each variant of the lesson, in order, at the current values.
  std::vector<std::optional<WantedTiming>> timings_of_;
  bool times_shown_ = false;
  bool live_ = false;
  Live live_state_ = Live::idle;
  Clock::time_point live_due_{};
  std::vector<RecordingEntry> recordings_;
  std::future<std::vector<RecordingEntry>> reading_;
  device::GpuList gpus_;
  bool gpus_asked_ = false;
  Timings timings_;
  // Determines the sweep's points. Reading the lesson again changes `description`.
  struct SweepSelection {
    std::uint64_t description = 0;
    std::string name;  // empty: the lesson's first
    std::string variant;
    bool all_variants = false;
    compile::Compiler compiler = compile::Compiler::automatic;
    std::string machine{};
    lesson::Values set{};  // the other parameters, if the sweep takes them as they are
    bool operator==(const SweepSelection&) const = default;
  };
  SweepSelection sweep_selection_;
  std::optional<SweepSelection> sweep_started_;
  bool sweep_shown_ = false;
  std::uint64_t sweep_revision_ = 0, descriptions_ = 0;
  SweepRunner sweeps_;
  mutable std::optional<std::vector<machine::Entry>> machines_;  // read on first use
  bool machine_shown_ = false;
  std::optional<RegisterCount> registers_;
  OutcomePtr registers_of_;            // the run that registers_ belongs to, known or requested ...
  machine::ProfilePtr registers_for_;  // ... and the machine
  GpuWorker gpu_worker_;
  RegisterWorker register_worker_;
  Worker worker_;  // last, so that its thread ends first
};

}  // namespace lanescope::app
