#include "app/session/sweeps/sweep.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/session/run/occupancy.h"

namespace lanescope::app {
namespace {

std::size_t cores(const SweepBudget& budget) {
  const auto asked = static_cast<std::size_t>(std::max(budget.threads, 0));
  return std::max<std::size_t>(asked > 0 ? asked : std::thread::hardware_concurrency(), 1);
}

// A launch that ran on after an error has its counts beside it, as its picture does. One that
// stopped early has partial counts, which a plot must not show as complete.
PointResult result_of(const Outcome& outcome, std::uint64_t budget) {
  const report::Report& report = outcome.report;
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity != Severity::error) continue;
    PointResult result{{}, diagnostic.text(), 1};
    if (report.complete) result.facts = facts_of(report);
    return result;
  }
  if (!report.complete)
    return {
        {},
        fmt::format("not simulated to its end: it needs more than {} warp instructions", budget),
        1};
  return {facts_of(report), {}, 0};
}

}  // namespace

SweepRunner::SweepRunner(Runner run, std::function<void()> wake, SweepBudget budget)
    : run_(std::move(run)), wake_(std::move(wake)), budget_(budget) {}

SweepRunner::~SweepRunner() {
  stop_job();
  for (std::jthread& thread : threads_) thread.request_stop();
  changed_.notify_all();
}

void SweepRunner::stop_job() {
  const std::lock_guard lock(mutex_);
  if (job_) job_->stop.request_stop();
  job_.reset();
}

void SweepRunner::cancel() {
  if (!running()) return;
  update();
  stop_job();
  cancelled_ = missing_ > 0;
}

void SweepRunner::start(SweepPlan plan) {
  update();
  const bool same = same_launches(plan, plan_) && running();
  if (plan.checks != plan_.checks) kept_ = BoundedCache<KeptKey, PointResult>(max_kept);
  plan_ = std::move(plan);
  if (same) return;  // continue the current job
  stop_job();
  results_.assign(plan_.points.size(), std::nullopt);
  for (std::size_t i = 0; i < plan_.points.size(); ++i) {
    if (const PointResult* known = kept(plan_.points[i])) results_[i] = *known;
  }
  begin();
}

const PointResult* SweepRunner::kept(const SweepPoint& point) const {
  if (!point.key) return nullptr;
  const PointResult* known = kept_.find({*point.key, plan_.machine});
  // One of the usual quantities may be missing: without a compiler nobody knows the occupancy.
  const bool lacks = known != nullptr && known->facts && plan_.wants_occupancy() &&
                     !plan_.has_usual_quantities && !known->facts->occupancy_percent;
  return lacks ? nullptr : known;
}

void SweepRunner::retry() {
  update();
  for (std::size_t i = 0; i < results_.size(); ++i) {
    if (!results_[i] || results_[i]->problem.empty()) continue;
    results_[i].reset();
    if (plan_.points[i].key) kept_.erase({*plan_.points[i].key, plan_.machine});
  }
  stop_job();
  begin();
}

bool SweepRunner::has_failed() const {
  return std::any_of(results_.begin(), results_.end(),
                     [](const auto& result) { return result && !result->facts; });
}

// Starts the points without a result.
void SweepRunner::begin() {
  cancelled_ = false;
  wall_ms_ = 0;
  begun_ = Clock::now();
  auto job = std::make_shared<Job>();
  const std::size_t all = cores(budget_);
  const std::uint64_t room = lesson::Lesson::default_max_array_bytes() /
                             std::max<std::uint64_t>(plan_.largest_array_bytes, 1);
  job->at_once = std::clamp<std::size_t>(room, 1, all);
  for (std::size_t n = 0; n < results_.size(); ++n) {
    const std::size_t i = plan_.order.empty() ? n : plan_.order[n];
    if (results_[i]) continue;
    RunRequest request;
    request.lesson = plan_.lesson;
    request.variant = plan_.variants[plan_.points[i].variant];
    request.overrides = plan_.points[i].overrides;
    request.compiler = plan_.compiler;
    request.machine = plan_.machine;
    request.want_traces = false;
    request.want_hashes = false;
    request.checks = plan_.checks;
    request.max_warp_instructions = budget_.max_warp_instructions;
    job->tasks.push_back({i, std::move(request), plan_.wants_occupancy()});
  }
  missing_ = job->tasks.size();
  if (job->tasks.empty()) return;
  // With few points or little memory, the remaining cores share the work of a point.
  job->at_once = std::min(job->at_once, job->tasks.size());
  for (Task& task : job->tasks)
    task.request.threads = static_cast<int>(std::max<std::size_t>(all / job->at_once, 1));
  const std::size_t wanted = job->at_once;
  {
    const std::lock_guard lock(mutex_);
    job_ = std::move(job);
  }
  while (threads_.size() < wanted)
    threads_.emplace_back([this](const std::stop_token& closing) { loop(closing); });
  changed_.notify_all();
}

bool SweepRunner::update() {
  std::vector<std::pair<std::size_t, PointResult>> finished;
  {
    const std::lock_guard lock(mutex_);
    if (job_) finished.swap(job_->finished);
  }
  for (auto& [point, result] : finished) {
    if (plan_.points[point].key) kept_.put({*plan_.points[point].key, plan_.machine}, result);
    results_[point] = std::move(result);
    --missing_;
  }
  if (finished.empty()) return false;
  wall_ms_ = std::chrono::duration<double, std::milli>(Clock::now() - begun_).count();
  if (missing_ == 0) stop_job();
  return true;
}

double SweepRunner::share() const {
  if (results_.empty()) return 0;
  auto sum = static_cast<double>(done());
  const std::lock_guard lock(mutex_);
  if (job_) {
    for (const auto& progress : job_->progress) {
      const std::uint64_t total = progress->blocks_total.load();
      if (total > 0)
        sum += static_cast<double>(progress->blocks_done.load()) / static_cast<double>(total);
    }
  }
  return std::clamp(sum / static_cast<double>(results_.size()), 0.0, 1.0);
}

namespace {

PointResult failed_with(const Problem& problem) {
  return {{}, problem.message, problem.exit_code, reason_of(problem)};
}

}  // namespace

PointResult SweepRunner::run_guarded(const Task& task, Progress& progress,
                                     std::stop_token stop) const {
  try {
    const RunResult outcome = run_(task.request, &progress, std::move(stop));
    if (outcome) {
      PointResult result = result_of(**outcome, task.request.max_warp_instructions);
      if (result.facts && task.wants_occupancy) {
        if (const auto kernel = known_occupancy(**outcome, task.request.machine))
          result.facts->occupancy_percent = kernel->occupancy->percent();
      }
      return result;
    }
    return failed_with(outcome.error());
  } catch (...) {
    return failed_with(problem_of_exception(task.request.lesson));
  }
}

void SweepRunner::loop(const std::stop_token& closing) {
  std::unique_lock lock(mutex_);
  const auto has_work = [this] {
    return job_ && job_->next < job_->tasks.size() && job_->active < job_->at_once;
  };
  while (changed_.wait(lock, closing, has_work)) {
    const std::shared_ptr<Job> job = job_;
    const Task task = job->tasks[job->next++];
    const auto progress = std::make_shared<Progress>();
    ++job->active;
    job->progress.push_back(progress);
    lock.unlock();
    PointResult result = run_guarded(task, *progress, job->stop.get_token());
    lock.lock();
    --job->active;
    std::erase(job->progress, progress);
    // A cancelled task has no result, even if it finished.
    if (job->stop.stop_requested()) continue;
    job->finished.emplace_back(task.point, std::move(result));
    changed_.notify_all();
    if (wake_) {
      lock.unlock();
      wake_();
      lock.lock();
    }
  }
}

}  // namespace lanescope::app
