// One thread that runs the newest request and forgets the others, so that the window never waits.
//
// start() replaces what waits and cancels what runs (through its stop token). A result is handed
// out only while its request is still the newest: a stale one, good or bad, is dropped.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include <tl/expected.hpp>

#include "app/session/run.h"

namespace lanescope::app {

using RunResult = tl::expected<OutcomePtr, Problem>;
// What does the work: app::run, or a stand-in for tests. Called on the worker's thread only.
using Runner = std::function<RunResult(const RunRequest&, Progress*, std::stop_token)>;

struct Finished {
  RunRequest request;
  RunResult result;
  double wall_ms = 0;  // from start() to the result: what the user waited
};

class Worker {
 public:
  // `wake` is called on the worker's thread whenever a result can be taken; it must not call back
  // into this object.
  Worker(Runner runner, std::function<void()> wake);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void start(RunRequest request);
  // Gives the newest request up, waiting or running: no result will come of it.
  void cancel();
  // The newest request's result, once.
  [[nodiscard]] std::optional<Finished> take();
  // A request waits, runs, or has a result not yet taken.
  [[nodiscard]] bool busy() const;
  // Of the newest request; never null.
  [[nodiscard]] std::shared_ptr<const Progress> progress() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Job {
    RunRequest request;
    std::shared_ptr<Progress> progress;
    std::stop_source stop;
    Clock::time_point asked;
  };

  void loop(const std::stop_token& closing);

  Runner runner_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<Job> newest_;  // null when nothing is wanted
  bool waiting_ = false;         // newest_ has not been begun
  std::shared_ptr<Progress> progress_ = std::make_shared<Progress>();
  std::optional<Finished> finished_;
  std::jthread thread_;  // last: it must stop before the rest goes
};

}  // namespace lanescope::app
