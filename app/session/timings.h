// What the variants of a lesson cost: simulated, measured on this machine's GPU, recorded on
// another. The Session's part that measures, and keeps what was measured.
//
// Measurements are made one after another on a thread of their own; asking again replaces what
// waits and cancels what runs. Each is kept by what it was made for (timing_key.h), so that going
// back to values already measured shows their result at once. The newest few hundred are kept. One
// thread calls all of this.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/recent.h"
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

  // --- on which GPU ---
  // What is measured from now on, and what is known of it: each GPU has results of its own. Gives
  // up what is being measured on another.
  void choose_device(int device);
  [[nodiscard]] int device() const { return device_; }

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
  // It is, and by the whole plan rather than by a glance: a glance never replaces such a result.
  [[nodiscard]] bool measured_in_full(const TimingKey& key) const;
  // The newest of the same kernel with other values of its parameters; null: none. What was
  // measured with the same values and launched in another way has no name to be told by, and is not
  // shown.
  [[nodiscard]] MeasurementPtr measured_otherwise(const TimingKey& key) const;
  // Why the newest try to measure that failed; empty: it did not. An older result stays.
  [[nodiscard]] std::string failure(const TimingKey& key) const;
  // Why there is no GPU to measure on; empty: as far as is known, there is.
  [[nodiscard]] const std::string& absence() const { return absence_; }
  // The newest measurement of all on this GPU, for its name; null: none.
  [[nodiscard]] MeasurementPtr newest() const;

  // --- the simulator's costs ---
  // By the rules of which machine (RunRequest::machine): costs of another are forgotten.
  void price_on(const std::string& machine);
  void keep_cost(const TimingKey& key, const ModelCost& cost) { costs_.put(key, cost); }
  [[nodiscard]] std::optional<ModelCost> cost(const TimingKey& key) const;
  // It was simulated and did not get to its end: it failed, or it was too long.
  [[nodiscard]] bool out_of_reach(const TimingKey& key) const;
  // Simulates the first of these whose cost is neither known nor out of reach, when nothing else
  // is being done.
  void want_costs(const std::vector<WantedTiming>& wanted);
  void cancel_costs();
  [[nodiscard]] bool simulating() const { return simulated_.has_value(); }

 private:
  struct Place {  // a launch on a GPU
    int device = 0;
    TimingKey key;
    auto operator<=>(const Place&) const = default;
  };
  struct Kept {
    MeasurementPtr measurement;
    bool in_full = false;
  };
  static constexpr std::size_t most_kept = 300;
  void start();
  void accept(const MeasureResult& result);
  void keep(const TimingKey& key, const MeasurementPtr& measurement);
  bool update_costs();

  std::deque<WantedTiming> queue_;
  std::size_t asked_ = 0;
  device::SamplingPlan plan_;
  int device_ = 0;
  Recent<Place, Kept> kept_{most_kept};
  Recent<Place, std::string> failures_{most_kept};
  std::string absence_;
  // Empty: it did not run to its end, and is not tried again.
  Recent<TimingKey, std::optional<ModelCost>> costs_{most_kept};
  std::string machine_;  // that these are of
  std::optional<WantedTiming> simulated_;
  MeasureWorker measurer_;
  Worker simulator_;  // last two: their threads end first
};

}  // namespace lanescope::app
