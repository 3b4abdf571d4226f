// Costs of a lesson's variants: simulated, measured on this computer's GPU, recorded on another.
// Keeps the results for the session's LessonTimes.
//
// Measurements run one after another on their own thread; a new request replaces the waiting ones
// and cancels the running one. Results are kept by key (timing_key.h), so that going back to
// measured values shows their result at once. The newest few hundred are kept. All functions are
// called on one thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run/bounded_cache.h"
#include "app/session/run/measure.h"
#include "app/session/run/timing_key.h"
#include "kernels/device/recording.h"

namespace lanescope::app {

// The simulator's memory costs of a whole launch.
struct ModelCost {
  std::uint64_t sectors = 0, ideal_sectors = 0;        // global and local memory
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;  // shared memory
  bool operator==(const ModelCost&) const = default;
};
[[nodiscard]] ModelCost cost_of(const report::Totals& totals);

// A launch to measure or simulate.
struct WantedTiming {
  TimingKey key;
  RunRequest run;
};

class Timings {
 public:
  // `measure` may be empty: measuring is not possible, as on a machine without a GPU.
  Timings(Measurer measure, Runner run, const std::function<void()>& wake);

  // --- the GPU ---
  // Sets the GPU for measurements and for the results that are shown: each GPU has its own. Cancels
  // measurements on another GPU.
  void choose_device(int device);
  [[nodiscard]] int device() const { return device_; }

  // --- measuring ---
  // One after another, each with this plan; cancels all earlier requests.
  void measure(std::vector<WantedTiming> wanted, const device::SamplingPlan& plan);
  void cancel();
  [[nodiscard]] bool measuring() const { return !queue_.empty(); }
  // The running one is first. asked(): how many were requested together.
  [[nodiscard]] const std::deque<WantedTiming>& queue() const { return queue_; }
  [[nodiscard]] std::size_t asked() const { return asked_; }
  [[nodiscard]] std::shared_ptr<const Progress> progress() const { return measurer_.progress(); }

  // Takes finished work and starts waiting work. True: something changed.
  bool update();

  // --- results ---
  [[nodiscard]] MeasurementPtr measured(const TimingKey& key) const;  // null: not measured
  // Measured with the whole plan. A brief measurement of live mode never replaces such a result.
  [[nodiscard]] bool measured_in_full(const TimingKey& key) const;
  // The newest measurement of the same kernel with other parameter values; null: none. Measurements
  // with the same values but a different launch are left out: no name tells them apart.
  [[nodiscard]] MeasurementPtr measured_with_other_values(const TimingKey& key) const;
  // Why the latest measurement failed; empty: it succeeded. An older result stays.
  [[nodiscard]] std::string failure(const TimingKey& key) const;
  // Why there is no GPU to measure on; empty: there is one, as far as is known.
  [[nodiscard]] const std::string& absence() const { return absence_; }
  // The newest measurement on this GPU, for the GPU's name; null: none.
  [[nodiscard]] MeasurementPtr newest() const;

  // --- the simulator's costs ---
  // Machine whose memory rules apply (RunRequest::machine). Drops the costs for another machine.
  void use_machine(const std::string& machine);
  void keep_cost(const TimingKey& key, const ModelCost& cost) { costs_.put(key, cost); }
  [[nodiscard]] std::optional<ModelCost> cost(const TimingKey& key) const;
  // Why the simulation did not finish: its problem, or what stopped the kernel. Empty: it did, or
  // has not begun.
  [[nodiscard]] std::string cost_failure(const TimingKey& key) const;
  // Simulates the first of these whose cost is neither known nor out of reach. Does nothing while
  // simulating or measuring.
  void want_costs(const std::vector<const WantedTiming*>& wanted);
  void cancel_costs();
  [[nodiscard]] bool simulating() const { return simulated_.has_value(); }

 private:
  struct DeviceTimingKey {  // a launch on a GPU
    int device = 0;
    TimingKey key;
    auto operator<=>(const DeviceTimingKey&) const = default;
  };
  struct Kept {
    MeasurementPtr measurement;
    bool in_full = false;
  };
  static constexpr std::size_t max_kept = 300;
  void start();
  void accept(const MeasureResult& result);
  void keep(const TimingKey& key, const MeasurementPtr& measurement);
  bool update_costs();

  std::deque<WantedTiming> queue_;
  std::size_t asked_ = 0;
  device::SamplingPlan plan_;
  int device_ = 0;
  BoundedCache<DeviceTimingKey, Kept> kept_{max_kept};
  BoundedCache<DeviceTimingKey, std::string> failures_{max_kept};
  std::string absence_;
  // An error: the simulation did not finish; it is not repeated.
  using CostOrWhy = tl::expected<ModelCost, std::string>;
  BoundedCache<TimingKey, CostOrWhy> costs_{max_kept};
  std::string machine_;  // the machine of costs_
  std::optional<WantedTiming> simulated_;
  MeasureWorker measurer_;
  Worker simulator_;  // these two last, so that their threads end first
};

// The time of one launch: measured on this computer, else recorded elsewhere.

struct PointTime {
  bool measured = false;  // on this computer; false: recorded on another
  device::Summary cold;   // milliseconds, L2 cache overwritten before each run
  std::string gpu;
  std::string date;     // for a recorded time
  double gb_per_s = 0;  // 10^9 bytes that must move, cold; 0: none must
  // With an interval, median_low and median_high are the 95 % interval of the median; with fewer
  // runs, the extremes.
  [[nodiscard]] bool has_interval() const { return cold.count >= 6; }
};

// The time of exactly this launch and kernel text. Either source may be nullptr.
[[nodiscard]] std::optional<PointTime> time_of(const TimingKey& key, const Timings* timings,
                                               const device::Recording* recording);

// Source of the measured times (`measured`), or of the recorded ones: the GPU's name and the dates.
// Empty: there are none.
[[nodiscard]] std::string names_of_gpus(const std::vector<PointTime>& times, bool measured);

}  // namespace lanescope::app
