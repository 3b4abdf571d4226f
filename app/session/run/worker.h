// A thread that works on the newest request only, so that the window never waits.
//
// start() replaces a waiting request and cancels a running one (through its stop token). A result
// is delivered only while its request is still the newest; an outdated result is dropped, good or
// bad.
//
// Each kind of worker is instantiated in one file, that of its work. For each kind of request there
// is a function lesson_of(request), for messages.
#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include <tl/expected.hpp>

#include "app/session/run/run.h"

namespace lanescope::app {

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

  // `wake` is called on the worker's thread when a result can be taken, or a cancelled run has
  // stopped; it must not call back into this object.
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
  // Of the newest request, also after it was cancelled; never null.
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

template <class Request, class Value>
NewestWorker<Request, Value>::NewestWorker(Work work, std::function<void()> wake)
    : work_(std::move(work)),
      wake_(std::move(wake)),
      thread_([this](const std::stop_token& closing) { loop(closing); }) {}

template <class Request, class Value>
NewestWorker<Request, Value>::~NewestWorker() {
  cancel();
  thread_.request_stop();
  changed_.notify_all();
}

template <class Request, class Value>
void NewestWorker<Request, Value>::start(Request request) {
  auto job = std::make_shared<Job>();
  job->request = std::move(request);
  job->progress = std::make_shared<Progress>();
  job->asked = Clock::now();
  {
    const std::lock_guard lock(mutex_);
    if (newest_) newest_->stop.request_stop();
    newest_ = std::move(job);
    progress_ = newest_->progress;
    waiting_ = true;
    finished_.reset();
  }
  changed_.notify_all();
}

template <class Request, class Value>
void NewestWorker<Request, Value>::cancel() {
  const std::lock_guard lock(mutex_);
  if (newest_) newest_->stop.request_stop();
  newest_.reset();
  waiting_ = false;
  finished_.reset();
}

template <class Request, class Value>
auto NewestWorker<Request, Value>::take() -> std::optional<Finished> {
  const std::lock_guard lock(mutex_);
  if (!finished_) return std::nullopt;
  newest_.reset();
  return std::exchange(finished_, std::nullopt);
}

template <class Request, class Value>
bool NewestWorker<Request, Value>::busy() const {
  const std::lock_guard lock(mutex_);
  return newest_ != nullptr;
}

template <class Request, class Value>
std::shared_ptr<const Progress> NewestWorker<Request, Value>::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

// The thread must survive any exception: it becomes a Problem like any other failure.
template <class Request, class Value>
auto NewestWorker<Request, Value>::guarded(const Job& job) const -> Result {
  try {
    return work_(job.request, job.progress.get(), job.stop.get_token());
  } catch (const std::exception&) {
    return tl::unexpected(problem_of_exception(lesson_of(job.request)));
  }
}

template <class Request, class Value>
void NewestWorker<Request, Value>::loop(const std::stop_token& closing) {
  while (!closing.stop_requested()) {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, closing, [this] { return waiting_; });
      if (closing.stop_requested()) return;
      job = newest_;
      waiting_ = false;
    }
    Result result = guarded(*job);
    {
      const std::lock_guard lock(mutex_);
      if (job == newest_) {
        const std::chrono::duration<double, std::milli> waited = Clock::now() - job->asked;
        finished_ = Finished{job->request, std::move(result), waited.count()};
      } else if (newest_ != nullptr || closing.stop_requested()) {
        continue;  // outdated: a newer request came
      }
      // Cancelled: there is no result, but its progress says where it was stopped.
    }
    if (wake_) wake_();
  }
}

[[nodiscard]] inline const std::string& lesson_of(const RunRequest& request) {
  return request.lesson;
}
using Worker = NewestWorker<RunRequest, OutcomePtr>;
using RunResult = Worker::Result;
using Runner = Worker::Work;
using Finished = Worker::Finished;
extern template class NewestWorker<RunRequest, OutcomePtr>;

}  // namespace lanescope::app
