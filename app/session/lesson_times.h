// What the lesson's variants cost: simulated, measured on this computer, recorded on another. Part
// of a session.
#pragma once

#include <chrono>
#include <cstdint>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "app/session/change.h"
#include "app/session/services.h"
#include "app/session/state.h"
#include "app/session/sweeps/timings.h"

namespace lanescope::app {

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
  lesson::Values recorded_values;                   // the nearest of them; may be empty
  std::optional<ModelCost> cost;
  std::string cost_failure;  // why the simulation did not finish; empty: it did, or has not begun
  std::string failure;       // of the last measurement; empty: it succeeded
  bool measuring = false;    // being measured now
  bool waits = false;        // queued for measurement
};

class LessonTimes {
 public:
  // All references must outlive this object. `runs`: nothing is measured while it is busy.
  LessonTimes(State& state, const std::optional<LessonCard>& card, const Worker& runs,
              const SessionServices& services, Changes changes);

  [[nodiscard]] std::vector<VariantTimes> all() const;  // in the lesson's order
  // Of any launch; without its variant, and without what concerns measuring.
  [[nodiscard]] VariantTimes of(const TimingKey& key) const;
  // The time of exactly this launch and kernel text: measured, else in the chosen recording.
  [[nodiscard]] std::optional<PointTime> time_of(const TimingKey& key) const;
  [[nodiscard]] const Timings& timings() const { return timings_; }
  // The chosen variant at the current values; nullptr: none.
  [[nodiscard]] const WantedTiming* chosen_timing() const;
  // Increases when a time that is kept or recorded has changed.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  // --- recordings ---
  // Empty until they have been read.
  [[nodiscard]] const std::vector<RecordingEntry>& recordings() const { return recordings_; }
  [[nodiscard]] bool reading_recordings() const { return reading_.valid(); }
  // The recording chosen in the settings; nullptr: none.
  [[nodiscard]] const RecordingEntry* recording() const;
  // The recorded point of the chosen variant whose values are nearest to the current ones; nullptr:
  // there is none, or its values are already set.
  [[nodiscard]] const device::RecordedPoint* nearest_recorded() const;
  void go_to_recorded();                     // sets the values of nearest_recorded() in the state
  void choose_recording(std::size_t index);  // ignored if unreadable

  // --- GPUs ---
  // This computer's; empty until the times were first shown, and if there are none.
  [[nodiscard]] const device::GpuList& gpus() const { return gpus_; }
  // Why nothing can be measured here, as far as it is known: the search found no GPU, or a
  // measurement did not. Else empty.
  [[nodiscard]] const std::string& absence() const {
    return timings_.absence().empty() ? no_gpu_ : timings_.absence();
  }
  [[nodiscard]] bool searching_for_gpus() const { return gpu_worker_.busy(); }
  void search_for_gpus();              // once; show() calls it, too
  void choose_gpu(std::size_t index);  // index in gpus(): the GPU for all further measurements

  // --- measuring ---
  void measure();      // the chosen variant
  void measure_all();  // every variant, one after another, the chosen one first
  void cancel();
  void toggle_live();  // measures the chosen variant again after each change
  [[nodiscard]] bool live() const { return live_; }
  // Seconds until there is work to start; none: nothing is scheduled.
  [[nodiscard]] std::optional<double> due_in_s() const;

  // While the times are shown, the other variants are simulated for their costs, too.
  void show(bool shown);

  // --- for the session ---
  void read_recordings(const SessionServices& services);
  void find();       // after a change of the lesson or its values
  void begin_run();  // after a change for which a new run has begun
  // Keeps what the run of the current state costs.
  void accept(const Outcome& outcome);
  // Takes finished work. True: something that is shown has changed.
  bool update();
  void start_due();  // measurements and simulations whose time has come

 private:
  using Clock = std::chrono::steady_clock;
  // State of live mode after the latest change.
  enum class Live : std::uint8_t { idle, waits, measuring_briefly, measuring_fully };

  [[nodiscard]] std::optional<WantedTiming> timing_of(const LessonCard::Variant& variant) const;
  [[nodiscard]] std::vector<const WantedTiming*> all_timings() const;
  void add_recorded(VariantTimes& times, const TimingKey& key) const;
  bool update_recordings();
  bool update_gpus();
  void wait(std::chrono::milliseconds delay);

  State& state_;
  const std::optional<LessonCard>& card_;
  const Worker& runs_;
  Changes changes_;
  std::string given_recording_;      // shown until the user chooses another
  std::optional<int> given_device_;  // used until the user chooses another
  std::chrono::milliseconds live_delay_;
  // One for each variant of the lesson, in order, at the current values.
  std::vector<std::optional<WantedTiming>> timings_of_;
  std::uint64_t revision_ = 0;
  bool shown_ = false;
  bool live_ = false;
  Live live_state_ = Live::idle;
  Clock::time_point live_due_{};
  std::vector<RecordingEntry> recordings_;
  std::future<std::vector<RecordingEntry>> reading_;
  device::GpuList gpus_;
  std::string no_gpu_;  // what the search said
  bool can_find_gpus_;
  bool gpus_asked_ = false;
  Timings timings_;
  GpuWorker gpu_worker_;
};

}  // namespace lanescope::app
