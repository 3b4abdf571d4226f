// Runs the points of a sweep in the simulator on its own threads, several at once if cores and
// memory allow.
//
// A point that fails keeps its message and the others continue. Results are kept by key
// (timing_key.h), so that a sweep seen before is shown at once. All functions are called on one
// thread; update() takes finished work.
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

#include "app/session/run/bounded_cache.h"
#include "app/session/run/worker.h"
#include "app/session/sweeps/plan.h"
#include "app/session/sweeps/quantity.h"

namespace lanescope::app {

struct PointResult {
  std::optional<LaunchFacts> facts;
  std::string problem;   // why there are no facts, or the first error of a launch that ran on
  int exit_code = 0;     // Problem::exit_code
  std::string reason{};  // the problem without its place in the lesson file (reason_of())
};

struct SweepBudget {
  // Upper limit per point, for endless loops and sizes that are too large.
  std::uint64_t max_warp_instructions = 5'000'000'000;
  int threads = 0;  // for all points together; 0: one per core
};

class SweepRunner {
 public:
  // `wake` is called on other threads when update() has something to take; may be empty.
  SweepRunner(Runner run, std::function<void()> wake, SweepBudget budget = {});
  ~SweepRunner();
  SweepRunner(const SweepRunner&) = delete;
  SweepRunner& operator=(const SweepRunner&) = delete;

  // Runs the points that have no result yet, and cancels the previous plan. If the launches are
  // the same as before, continues with the missing ones.
  void start(SweepPlan plan);
  void cancel();
  // Runs failed points again.
  void retry();
  // Takes finished work. True: something changed.
  bool update();

  // The plan last started; no points before the first start().
  [[nodiscard]] const SweepPlan& plan() const { return plan_; }
  // Result of a point; nullptr: not yet run.
  [[nodiscard]] const PointResult* result(std::size_t point) const {
    return results_[point] ? &*results_[point] : nullptr;
  }
  [[nodiscard]] bool running() const { return missing_ > 0 && !cancelled_; }
  [[nodiscard]] bool cancelled() const { return cancelled_; }
  // A point has no counts: retry() simulates it once more.
  [[nodiscard]] bool has_failed() const;
  [[nodiscard]] std::size_t done() const { return results_.size() - missing_; }
  // Progress of the whole sweep, including partly finished points: 0..1.
  [[nodiscard]] double share() const;
  // From start() to the last result.
  [[nodiscard]] double wall_ms() const { return wall_ms_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Task {
    std::size_t point = 0;
    RunRequest request;
    bool wants_occupancy = false;
  };
  // Shared by the threads; one for each start().
  struct Job {
    std::vector<Task> tasks;
    std::size_t next = 0, active = 0, at_once = 1;
    std::stop_source stop;
    std::vector<std::shared_ptr<Progress>> progress;  // of the running tasks
    std::vector<std::pair<std::size_t, PointResult>> finished;
  };

  void begin();
  // The point's kept result, if it has everything that the plan wants.
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
  // By launch, and by the machine whose memory rules apply; all with plan_'s checks.
  using KeptKey = std::pair<TimingKey, std::string>;
  static constexpr std::size_t max_kept = 20'000;
  BoundedCache<KeptKey, PointResult> kept_{max_kept};
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<Job> job_;  // null: no work
  // last, so that they stop before the other members are destroyed
  std::vector<std::jthread> threads_;
};

}  // namespace lanescope::app
