// Runs the points of a sweep in the simulator, on threads of its own: several at once where the
// machine has the cores and the memory.
//
// A point that fails keeps its message and the others go on. Results are kept by what they were run
// for (timing_key.h), so that a sweep that was seen before is there at once. One thread calls all
// of this; update() takes what is finished.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/session/recent.h"
#include "app/session/sweeps/plan.h"
#include "app/session/sweeps/quantity.h"
#include "app/session/worker.h"

namespace lanescope::app {

struct PointResult {
  std::optional<LaunchFacts> facts;
  std::string problem;  // why there are none
  int exit_code = 0;    // of the problem, as Problem has it
};

struct SweepBudget {
  // Of one point: what an endless loop, or a size that is too large, may take.
  std::uint64_t max_warp_instructions = 5'000'000'000;
  int threads = 0;  // together; 0: one a core
};

class SweepRunner {
 public:
  // `wake` is called on other threads whenever update() has something to take; may be empty.
  SweepRunner(Runner run, std::function<void()> wake, SweepBudget budget = {});
  ~SweepRunner();
  SweepRunner(const SweepRunner&) = delete;
  SweepRunner& operator=(const SweepRunner&) = delete;

  // Runs what is not known yet; replaces what was being run. The same launches as before: goes on
  // with those that are missing.
  void start(SweepPlan plan);
  void cancel();
  // Forgets what failed, and runs that again.
  void retry();
  // Takes what is finished. True when anything changed.
  bool update();

  // What was started last; no points before.
  [[nodiscard]] const SweepPlan& plan() const { return plan_; }
  // Of each of its points; nullptr: not run yet.
  [[nodiscard]] const PointResult* result(std::size_t point) const {
    return results_[point] ? &*results_[point] : nullptr;
  }
  [[nodiscard]] bool running() const { return missing_ > 0 && !cancelled_; }
  [[nodiscard]] bool cancelled() const { return cancelled_; }
  [[nodiscard]] std::size_t done() const { return results_.size() - missing_; }
  // Of the whole sweep, points that are half done too: 0..1.
  [[nodiscard]] double share() const;
  // From start() until the last result.
  [[nodiscard]] double wall_ms() const { return wall_ms_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Task {
    std::size_t point = 0;
    RunRequest request;
    bool wants_occupancy = false;
  };
  // What the threads share, of one start().
  struct Job {
    std::vector<Task> tasks;
    std::size_t next = 0, active = 0, at_once = 1;
    std::stop_source stop;
    std::vector<std::shared_ptr<Progress>> progress;  // of those that run
    std::vector<std::pair<std::size_t, PointResult>> finished;
  };

  void begin();
  // What is known of the point, if that is all that the plan wants.
  [[nodiscard]] const PointResult* kept(const SweepPoint& point) const;
  void stop_job();
  void loop(const std::stop_token& closing);
  [[nodiscard]] PointResult run_guarded(const Task& task, Progress& progress,
                                        std::stop_token stop) const;

  Runner run_;
  std::function<void()> wake_;
  SweepBudget budget_;
  SweepPlan plan_;
  std::vector<std::optional<PointResult>> results_;
  std::size_t missing_ = 0;
  bool cancelled_ = false;
  Clock::time_point begun_{};
  double wall_ms_ = 0;
  // By what was run, and the machine whose rules it was counted by.
  Recent<std::pair<TimingKey, std::string>, PointResult> kept_{20'000};
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<Job> job_;           // null: there is nothing to do
  std::vector<std::jthread> threads_;  // last: they must stop before the rest goes
};

}  // namespace lanescope::app
