// What the user can change, and what is shown for it: the window's whole state, with no window in
// it.
//
// Every change is a command below. Those that need a new run ask the worker and return at once;
// update() takes the result when it is there. Until then, and when a run fails, the last good
// Outcome stays shown, the failure beside it. One thread calls all of this (the window's); only the
// services work on others.
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

// Everything a user can change, in one value: what undo keeps and what tests compare.
struct State {
  std::string lesson;   // a shipped id or a path
  std::string variant;  // empty: the lesson's first
  lesson::Values
      overrides;  // parameters that differ from the lesson's defaults, whichever variant has them
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine{};  // RunRequest::machine
  Selection selection;
  Settings settings;  // not undone: nobody expects Ctrl+Z to change the theme
  // What it is compared with: the number of a side that somebody keeps; 0: nothing.
  std::uint64_t compared = 0;
  bool operator==(const State&) const = default;
};

// What the controls need to know of a lesson, run or not.
struct LessonCard {
  struct Variant {
    std::string name;
    lesson::Text title;
    lesson::Values set;  // what the variant itself fixes
    std::vector<lesson::Parameter> parameters;
    // The kernel's text as it is now, so that it can be shown when it doesn't compile.
    std::filesystem::path source_path{};
    std::string source_name{}, source_text{};
    [[nodiscard]] bool has_parameter(const std::string& parameter) const;
  };
  std::string id;
  lesson::Text title;
  std::filesystem::path path;
  std::vector<Variant> variants;
  std::vector<lesson::Sweep> sweeps{};
  // Steps and questions; null: it has none, or a broken one, and then the problem says why.
  std::shared_ptr<const lesson::Guide> guide{};
  std::string guide_problem{};
  // A variant with these values, in numbers; nothing where they make no sense for it. May be empty.
  std::function<std::optional<lesson::Resolved>(const std::string& variant,
                                                const lesson::Values& overrides)>
      resolve{};
};
using Describe = std::function<tl::expected<LessonCard, Problem>(const std::string& lesson)>;
// Reads the lesson file.
[[nodiscard]] tl::expected<LessonCard, Problem> describe_lesson(const std::string& lesson);

// A variant of the lesson at the present values, and what is known of what it costs.
struct VariantTimes {
  const LessonCard::Variant* variant = nullptr;
  bool applies = false;     // false: the present values make no sense for it, and the rest is empty
  lesson::Values params;    // its own
  MeasurementPtr measured;  // with exactly these; null: not yet
  MeasurementPtr measured_otherwise;                // the newest with others; null: none
  const device::RecordedPoint* recorded = nullptr;  // of the chosen recording
  bool recorded_of_other_text = false;              // the kernel's text was another then
  bool recorded_otherwise = false;                  // it has it with other values
  std::optional<ModelCost> cost;
  bool out_of_reach = false;  // there is no cost: simulating it did not get to the end
  std::string failure;        // why measuring it failed the last time; empty: it did not
  bool measuring = false;     // now
  bool waits = false;         // to be measured after others
};

class Session {
 public:
  struct Services {
    Runner run;
    Describe describe;
    std::function<void()>
        wake;  // called on the worker's thread when update() has something to take; may be empty
    Measurer measure{};           // empty: nothing can be measured
    FindRecordings recordings{};  // called once, on a thread of its own; empty: there are none
    std::string recording{};      // RecordingEntry::id to show until another is chosen
    FindGpus find_gpus{};         // called once, by look_for_gpus(); may be empty
    std::optional<int> device{};  // the GPU's number, until another is chosen
    std::function<std::vector<machine::Entry>()> machines{};  // empty: those of the machine files
    // What live mode waits for after a change, so that a key that is held down measures nothing.
    std::chrono::milliseconds live_delay{250};
  };

  // `first`: what to choose once the first run is there. Starts that run.
  Session(State initial, const ViewRequest& first, Services services);

  [[nodiscard]] const State& state() const { return state_; }
  // Takes a finished run. True when anything shown changed.
  bool update();

  // --- what is shown ---
  [[nodiscard]] const OutcomePtr& shown() const {
    return shown_;
  }  // the last good run; null before the first
  [[nodiscard]] const std::optional<Problem>& problem() const {
    return problem_;
  }  // of the newest run
  [[nodiscard]] bool running() const { return worker_.busy(); }
  // Nothing is being done, but for measuring: what is shown stays.
  [[nodiscard]] bool settled() const {
    return !running() && !reading_recordings() && !timings_.simulating() && !sweeping() &&
           !asking_for_registers();
  }
  [[nodiscard]] std::shared_ptr<const Progress> progress() const { return worker_.progress(); }
  [[nodiscard]] double wall_ms() const { return wall_ms_; }  // what the user waited for `shown`
  [[nodiscard]] const std::optional<LessonCard>& lesson() const { return card_; }
  // The chosen variant; nullptr when the lesson could not be read.
  [[nodiscard]] const LessonCard::Variant* variant() const;
  [[nodiscard]] std::int64_t value_of(const lesson::Parameter& parameter) const;
  [[nodiscard]] const report::WarpTrace* trace() const;  // of the chosen warp; may be nullptr
  [[nodiscard]] const report::Event* event() const;      // the chosen one; may be nullptr
  [[nodiscard]] std::uint32_t wavefronts() const;        // of the chosen event

  // --- the machine that the kernel is seen on ---
  [[nodiscard]] const std::vector<machine::Entry>& machines() const;
  // The chosen one; null: its file is broken or gone.
  [[nodiscard]] machine::ProfilePtr machine() const;
  // Of what is shown, on that machine; without registers until the compiler has told them, for
  // which show_machine() asks. Empty before the first run.
  [[nodiscard]] std::optional<KernelOccupancy> occupancy() const;
  [[nodiscard]] bool asking_for_registers() const { return register_worker_.busy(); }

  // --- commands: what to run ---
  void choose_machine(const std::string& id);  // a machine file's
  void step_machine(int direction);            // through all whose files are whole, wrapping
  void choose_lesson(const std::string& lesson);
  void choose_variant(std::size_t index);  // ignored beyond the last
  void set_parameter(std::string_view name,
                     std::int64_t value);  // clamped to the parameter's range
  // One step, `direction` +1 or -1. A range of many steps is walked by doubling and halving.
  void step_parameter(std::string_view name, int direction);
  void toggle_parameter(std::string_view name);  // 0 <-> its step
  // A variant ("": the first) with these values over its defaults, looked at as `view` says once it
  // has run. As one change: a step of a guide, a point of a sweep.
  // `machine`: as choose_machine(). The present machine and compiler when none is named.
  void show_scene(const std::string& variant, const lesson::Values& overrides,
                  const ViewRequest& view, const std::optional<std::string>& machine = {},
                  std::optional<compile::Compiler> compiler = {});
  // Everything of it but the settings, another lesson too, as one change. Its selection is chosen
  // again once its run is there; at once where that is what is shown.
  void show_state(const State& wanted);
  void choose_compiler(compile::Compiler compiler);
  void choose_block(report::Dim3 block);  // clamped to the grid
  void step_block(int direction);         // x fastest, wrapping
  void reload();                          // the same again, from the files as they are now
  void cancel();                          // gives the running run up

  // --- what it costs: simulated, measured, recorded ---
  [[nodiscard]] std::vector<VariantTimes> times() const;  // in the lesson's order
  [[nodiscard]] const Timings& timings() const { return timings_; }
  // Empty until they are read.
  [[nodiscard]] const std::vector<RecordingEntry>& recordings() const { return recordings_; }
  [[nodiscard]] bool reading_recordings() const { return reading_.valid(); }
  // The one to be shown, as settings have it; nullptr: there is none.
  [[nodiscard]] const RecordingEntry* recording() const;
  // The recorded point of the chosen variant whose values are nearest to the present ones; nullptr:
  // there is none, or it is here already.
  [[nodiscard]] const device::RecordedPoint* nearest_recorded() const;
  // This machine's GPUs; empty until somebody has looked at times, and where there are none.
  [[nodiscard]] const device::GpuList& gpus() const { return gpus_; }
  [[nodiscard]] bool looking_for_gpus() const { return gpu_worker_.busy(); }
  // Of any variant of the lesson with these values over its defaults; nothing where they make no
  // sense for it.
  [[nodiscard]] std::optional<VariantTimes> times_with(const std::string& variant,
                                                       const lesson::Values& overrides) const;
  [[nodiscard]] bool live() const { return live_; }
  // Seconds until update() has something to begin, where it has.
  [[nodiscard]] std::optional<double> due_in_s() const;

  // --- commands: measuring ---
  void measure();      // the chosen variant
  void measure_all();  // every variant, one after another, the chosen one first
  void toggle_live();  // after each change the chosen variant is measured again
  void cancel_measuring();
  void look_for_gpus();                      // once; showing times does so, too
  void choose_gpu(std::size_t index);        // of gpus(): what is measured from now on
  void choose_recording(std::size_t index);  // ignored where it can't be read
  void go_to_recorded();                     // the values of nearest_recorded()
  // While somebody looks at the times the simulator prices the other variants, too.
  void show_times(bool shown);

  // --- sweeps: a parameter over its values, in the simulator ---
  // The sweep that is looked at, of the lesson's; nullptr: it has none.
  [[nodiscard]] const lesson::Sweep* sweep() const;
  [[nodiscard]] bool sweeps_all_variants() const { return sweep_wish_.all_variants; }
  [[nodiscard]] const SweepRunner& sweep_runner() const { return sweeps_; }
  // Somebody looks at it, and it is not at its end.
  [[nodiscard]] bool sweeping() const {
    return sweep_shown_ && (sweeps_.running() || sweep_started_ != sweep_wish_);
  }
  // Its points with what is known of them; costs a while for thousands. It changes with
  // sweep_revision().
  [[nodiscard]] SweepTable sweep_table() const;
  [[nodiscard]] std::uint64_t sweep_revision() const { return sweep_revision_; }
  // The point with exactly the present values; nothing: they are none of its.
  [[nodiscard]] std::optional<std::size_t> present_point() const;

  // While somebody looks at it, what is missing of the chosen sweep is simulated.
  void show_sweep(bool shown);
  // False: the lesson has no sweep of that name.
  bool choose_sweep(std::string_view name);
  void step_sweep(int direction);  // wrapping
  void toggle_sweep_variants();    // all that it goes over, or the chosen one alone
  void cancel_sweep();
  void go_on_sweeping();                     // what is missing, and what failed
  void load_sweep_point(std::size_t point);  // its variant and values become the state
  // While somebody looks at occupancy the compiler is asked for registers.
  void show_machine(bool shown);

  // --- commands: what to look at ---
  void choose_line(int line);
  void step_line(int direction);  // to the next line with accesses
  void choose_event(std::size_t event);
  void step_event(int direction);  // to the warp's next access, over barriers
  // Along with something that moves by itself: that line, and that access where it stands at one.
  // However far it goes, it is one step of undo.
  void follow(int line, std::optional<std::size_t> event);
  void choose_wavefront(std::optional<std::uint32_t> wavefront);
  void step_wavefront(int direction);  // before the first: all of them
  void choose_warp(std::uint32_t warp);
  void step_warp(int direction);          // wrapping
  void choose_site(std::uint32_t site);   // an access of the kernel, wherever this warp has it
  void look_at(View view);                // the costliest access that the view shows
  void go_to(const Diagnostic& finding);  // its line and warp, in its block
  void look_at(Subject subject);          // the chosen line's, or the line's that has most of it
  void worst_warp();                      // the block and warp where the chosen access costs most

  // --- commands: how to show it ---
  void change_settings(const Settings& settings);

  // Steps of the same kind that follow each other (arrow keys) are one step of undo.
  void undo();
  void redo();
  [[nodiscard]] bool can_undo() const { return !past_.empty(); }
  [[nodiscard]] bool can_redo() const { return !future_.empty(); }
  // All that undo and redo go through, the latest last. Once taken, nothing is left to undo; given
  // back, it is as if nothing had been done in between.
  struct History {
    std::vector<State> past, future;
  };
  History take_history();
  void give_history(History history);

 private:
  enum class Step : std::uint8_t {
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
  enum class Live : std::uint8_t {
    idle,
    waits,
    glances,
    looks
  };  // what it does for the last change

  void describe();
  [[nodiscard]] RunRequest request() const;
  [[nodiscard]] RunRequest request_for(const LessonCard::Variant& variant) const;
  [[nodiscard]] std::optional<WantedTiming> timing_of(const LessonCard::Variant& variant) const;
  // The chosen variant's at the present values; nullptr: it has none.
  [[nodiscard]] const WantedTiming* chosen_timing() const;
  [[nodiscard]] std::vector<WantedTiming> all_timings() const;
  void add_recorded(VariantTimes& times, const TimingKey& key) const;
  void find_timings();
  bool update_recordings();
  bool update_gpus();
  void update_live();
  bool update_sweep();
  void wish_sweep();
  bool update_registers();
  void want_registers();
  [[nodiscard]] bool registers_are_of_what_is_shown() const;
  void run();
  void accept(OutcomePtr outcome);
  void remember(Step step);
  void select(Step step, const Selection& selection);
  void restore(State state);

  State state_;
  ViewRequest first_;
  Services services_;
  std::optional<LessonCard> card_;
  OutcomePtr shown_;
  State accepted_;                     // the state that `shown_` was run for
  std::optional<ViewRequest> scene_;   // to be looked at once its run is there
  std::optional<Diagnostic> sought_;   // to be gone to once the run with its block traced is there
  std::optional<Selection> restored_;  // undone to, to be chosen again once its run is there
  std::optional<Problem> problem_;
  double wall_ms_ = 0;
  std::vector<State> past_, future_;
  Step last_step_ = Step::none;
  // Of the lesson's variants in their order, at the present values.
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
  // Of what the sweep's points are; a lesson that is read again is another description.
  struct SweepWish {
    std::uint64_t description = 0;
    std::string name;  // empty: the lesson's first
    std::string variant;
    bool all_variants = false;
    compile::Compiler compiler = compile::Compiler::automatic;
    std::string machine{};
    bool operator==(const SweepWish&) const = default;
  };
  SweepWish sweep_wish_;
  std::optional<SweepWish> sweep_started_;
  bool sweep_shown_ = false;
  std::uint64_t sweep_revision_ = 0, descriptions_ = 0;
  SweepRunner sweeps_;
  mutable std::optional<std::vector<machine::Entry>> machines_;  // read when first asked for
  bool machine_shown_ = false;
  std::optional<RegisterCount> registers_;
  OutcomePtr registers_of_;            // what they are of, known or asked for ...
  machine::ProfilePtr registers_for_;  // ... and on which machine
  GpuWorker gpu_worker_;
  RegisterWorker register_worker_;
  Worker worker_;  // last: its thread ends first
};

}  // namespace lanescope::app
