#include "app/session/worker.h"

#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "app/session/course/exercise.h"
#include "app/session/course/occupancy_facts.h"
#include "app/session/steps/steps.h"
#include "app/session/survey/surveys.h"

namespace lanescope::app {

Problem problem_of_exception(const std::string& lesson) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return {2, false, lesson + ": not enough memory for this run", "", 0, 0};
  } catch (const std::exception& failure) {
    return {2, false, lesson + ": " + failure.what(), "", 0, 0};
  }
}

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

template <class Request, class Value>
void NewestWorker<Request, Value>::cancel() {
  const std::lock_guard lock(mutex_);
  if (newest_) {
    newest_->stop.request_stop();
  }
  newest_.reset();
  waiting_ = false;
  finished_.reset();
}

template <class Request, class Value>
auto NewestWorker<Request, Value>::take() -> std::optional<Finished> {
  const std::lock_guard lock(mutex_);
  if (!finished_) {
    return std::nullopt;
  }
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
      if (closing.stop_requested()) {
        return;
      }
      job = newest_;
      waiting_ = false;
    }
    Result result = guarded(*job);
    {
      const std::lock_guard lock(mutex_);
      if (job != newest_) {
        continue;  // outdated: a newer request came, or it was cancelled
      }
      const std::chrono::duration<double, std::milli> waited = Clock::now() - job->asked;
      finished_ = Finished{job->request, std::move(result), waited.count()};
    }
    if (wake_) {
      wake_();
    }
  }
}

template class NewestWorker<RunRequest, OutcomePtr>;
template class NewestWorker<RegisterRequest, RegisterCount>;
template class NewestWorker<MeasureRequest, MeasurementPtr>;
template class NewestWorker<GpuRequest, device::GpuList>;
template class NewestWorker<Attempt, GradePtr>;
template class NewestWorker<OccupancyQuery, OccupancyAnswer>;
template class NewestWorker<RunRequest, SurveyRunPtr>;
template class NewestWorker<StepsRequest, StepsPtr>;

}  // namespace lanescope::app
