// What the variants of a lesson cost: simulated, measured on this machine's GPU, recorded on
// another. The Session's part that measures, and keeps what was measured.
//
// Measurements are made one after another on a thread of their own; asking again replaces what
// waits and cancels what runs. Each is kept by what it was made for (timing_key.h), so that going
// back to values already measured shows their result at once. One thread calls all of this.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/session/recordings.h"
#include "app/session/timing_key.h"
#include "app/session/worker.h"

namespace lanescope::app {

// What the simulator says of a whole launch's memory.
struct ModelCost {
  std::uint64_t sectors = 0, ideal_sectors = 0;        // global and local memory
  std::uint64_t wavefronts = 0, ideal_wavefronts = 0;  // shared memory
  bool operator==(const ModelCost&) const = default;
};
[[nodiscard]] ModelCost cost_of(const report::Totals& totals);

// One launch to be measured, or simulated.
struct WantedTiming {
  TimingKey key;
  RunRequest run;
};

class Timings {
 public:
  // `measure` may be empty: nothing can be measured then, as on a machine without a GPU.
  Timings(Measurer measure, Runner run, const std::function<void()>& wake);

  // --- measuring ---
  // One after another, each with this plan; replaces whatever was being measured.
  void measure(std::vector<WantedTiming> wanted, const device::SamplingPlan& plan);
  void cancel();
  [[nodiscard]] bool measuring() const { return !queue_.empty(); }
  // What runs is first; and how many were asked for together.
  [[nodiscard]] const std::deque<WantedTiming>& queue() const { return queue_; }
  [[nodiscard]] std::size_t asked() const { return asked_; }
  [[nodiscard]] std::shared_ptr<const Progress> progress() const { return measurer_.progress(); }

  // Takes what is finished and begins what waits. True when anything changed.
  bool update();

  // --- what is known ---
  [[nodiscard]] MeasurementPtr measured(const TimingKey& key) const;  // null: not measured
  // The newest of the same kernel with other values; null: none.
  [[nodiscard]] MeasurementPtr measured_otherwise(const TimingKey& key) const;
  // Why measuring that failed; empty: it did not.
  [[nodiscard]] std::string failure(const TimingKey& key) const;
  // Why nothing can be measured here; empty: as far as is known, it can.
  [[nodiscard]] const std::string& absence() const { return absence_; }
  // The newest measurement of all, for the GPU's name.
  [[nodiscard]] const MeasurementPtr& newest() const { return newest_; }

  // --- the simulator's costs ---
  void keep_cost(const TimingKey& key, const ModelCost& cost) { costs_[key] = cost; }
  [[nodiscard]] std::optional<ModelCost> cost(const TimingKey& key) const;
  // Simulates the first of these whose cost is neither known nor out of reach, when nothing else
  // is being done.
  void want_costs(const std::vector<WantedTiming>& wanted);
  void cancel_costs();
  [[nodiscard]] bool simulating() const { return simulated_.has_value(); }

 private:
  struct Kept {
    MeasurementPtr measurement;
    std::uint64_t number = 0;  // larger is newer
  };
  void start();
  void accept(const MeasureResult& result);
  bool update_costs();

  std::deque<WantedTiming> queue_;
  std::size_t asked_ = 0;
  device::SamplingPlan plan_;
  std::map<TimingKey, Kept> kept_;
  std::uint64_t count_ = 0;
  MeasurementPtr newest_;
  std::map<TimingKey, std::string> failures_;
  std::string absence_;
  std::map<TimingKey, ModelCost> costs_;
  std::set<TimingKey> out_of_reach_;  // did not run to the end: not tried again
  std::optional<WantedTiming> simulated_;
  MeasureWorker measurer_;
  Worker simulator_;  // last two: their threads end first
};

}  // namespace lanescope::app
