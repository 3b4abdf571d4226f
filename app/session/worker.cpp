#include "app/session/worker.h"

#include <chrono>
#include <exception>
#include <new>
#include <utility>

namespace lanescope::app {
namespace {

// The thread must survive whatever a run does: an exception becomes a message as any other failure.
RunResult guarded(const Runner& runner, const RunRequest& request, Progress* progress,
                  std::stop_token stop) {
  try {
    return runner(request, progress, std::move(stop));
  } catch (const std::bad_alloc&) {
    return tl::unexpected(
        Problem{2, false, request.lesson + ": not enough memory for this run", "", 0, 0});
  } catch (const std::exception& failure) {
    return tl::unexpected(Problem{2, false, request.lesson + ": " + failure.what(), "", 0, 0});
  }
}

}  // namespace

Worker::Worker(Runner runner, std::function<void()> wake)
    : runner_(std::move(runner)),
      wake_(std::move(wake)),
      thread_([this](const std::stop_token& closing) { loop(closing); }) {}

Worker::~Worker() {
  cancel();
  thread_.request_stop();
  changed_.notify_all();
}

void Worker::start(RunRequest request) {
  auto job = std::make_shared<Job>();
  job->request = std::move(request);
  job->progress = std::make_shared<Progress>();
  job->asked = Clock::now();
  {
    const std::lock_guard lock(mutex_);
    if (newest_) {
      newest_->stop.request_stop();
    }
    newest_ = std::move(job);
    progress_ = newest_->progress;
    waiting_ = true;
    finished_.reset();
  }
  changed_.notify_all();
}

void Worker::cancel() {
  const std::lock_guard lock(mutex_);
  if (newest_) {
    newest_->stop.request_stop();
  }
  newest_.reset();
  waiting_ = false;
  finished_.reset();
}

std::optional<Finished> Worker::take() {
  const std::lock_guard lock(mutex_);
  if (!finished_) {
    return std::nullopt;
  }
  newest_.reset();
  return std::exchange(finished_, std::nullopt);
}

bool Worker::busy() const {
  const std::lock_guard lock(mutex_);
  return newest_ != nullptr;
}

std::shared_ptr<const Progress> Worker::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void Worker::loop(const std::stop_token& closing) {
  while (!closing.stop_requested()) {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, closing, [this] { return waiting_; });
      if (closing.stop_requested()) {
        return;
      }
      job = newest_;
      waiting_ = false;
    }
    RunResult result = guarded(runner_, job->request, job->progress.get(), job->stop.get_token());
    {
      const std::lock_guard lock(mutex_);
      if (job != newest_) {
        continue;  // stale: something newer was asked for, or nothing is wanted any more
      }
      const std::chrono::duration<double, std::milli> waited = Clock::now() - job->asked;
      finished_ = Finished{job->request, std::move(result), waited.count()};
    }
    if (wake_) {
      wake_();
    }
  }
}

}  // namespace lanescope::app
