// A thread that works on the newest request only, so that the window never waits.
//
// start() replaces a waiting request and cancels a running one (through its stop token). A result
// is delivered only while its request is still the newest; an outdated result is dropped, good or
// bad.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include <tl/expected.hpp>

#include "app/session/measure.h"
#include "app/session/occupancy.h"
#include "app/session/run.h"

namespace lanescope::app {

[[nodiscard]] inline const std::string& lesson_of(const RunRequest& request) {
  return request.lesson;
}
[[nodiscard]] inline const std::string& lesson_of(const MeasureRequest& request) {
  return request.run.lesson;
}
struct GpuRequest {  // asks which GPUs there are
  std::string lesson{};
};
[[nodiscard]] inline const std::string& lesson_of(const GpuRequest& request) {
  return request.lesson;
}
[[nodiscard]] inline const std::string& lesson_of(const RegisterRequest& request) {
  return request.lesson;
}
// The current exception as a Problem; for use in a catch clause.
[[nodiscard]] Problem problem_of_exception(const std::string& lesson);

template <class Request, class Value>
class NewestWorker {
 public:
  using Result = tl::expected<Value, Problem>;
  // The work: app::run, app::measure, or a test double. Called on the worker's thread only.
  using Work = std::function<Result(const Request&, Progress*, std::stop_token)>;
  struct Finished {
    Request request;
    Result result;
    double wall_ms = 0;  // from start() to the result: how long the user waited
  };

  // `wake` is called on the worker's thread when a result can be taken; it must not call back into
  // this object.
  NewestWorker(Work work, std::function<void()> wake);
  ~NewestWorker();
  NewestWorker(const NewestWorker&) = delete;
  NewestWorker& operator=(const NewestWorker&) = delete;

  void start(Request request);
  // Cancels the newest request, waiting or running: it will have no result.
  void cancel();
  // The newest request's result; delivered once.
  [[nodiscard]] std::optional<Finished> take();
  // A request is waiting or running, or its result has not been taken yet.
  [[nodiscard]] bool busy() const;
  // Of the newest request; never null.
  [[nodiscard]] std::shared_ptr<const Progress> progress() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Job {
    Request request;
    std::shared_ptr<Progress> progress;
    std::stop_source stop;
    Clock::time_point asked;
  };

  void loop(const std::stop_token& closing);
  Result guarded(const Job& job) const;

  Work work_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<Job> newest_;  // null: no request
  bool waiting_ = false;         // newest_ has not been started
  std::shared_ptr<Progress> progress_ = std::make_shared<Progress>();
  std::optional<Finished> finished_;
  std::jthread thread_;  // last, so that it stops before the other members are destroyed
};

using Worker = NewestWorker<RunRequest, OutcomePtr>;
using RunResult = Worker::Result;
using Runner = Worker::Work;
using Finished = Worker::Finished;

using MeasurementPtr = std::shared_ptr<const Measurement>;
using MeasureWorker = NewestWorker<MeasureRequest, MeasurementPtr>;
using MeasureResult = MeasureWorker::Result;
using Measurer = MeasureWorker::Work;

using GpuWorker = NewestWorker<GpuRequest, device::GpuList>;
using FindGpus = GpuWorker::Work;

using RegisterWorker = NewestWorker<RegisterRequest, RegisterCount>;
using RegisterResult = RegisterWorker::Result;

extern template class NewestWorker<RunRequest, OutcomePtr>;
extern template class NewestWorker<RegisterRequest, RegisterCount>;
extern template class NewestWorker<MeasureRequest, MeasurementPtr>;
extern template class NewestWorker<GpuRequest, device::GpuList>;

}  // namespace lanescope::app
