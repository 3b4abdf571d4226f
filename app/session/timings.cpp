#include "app/session/timings.h"

#include <algorithm>
#include <utility>

namespace lanescope::app {
namespace {

// What a GPU does in an instant may take the simulator a while, and it has to get to the end.
constexpr std::uint64_t max_measured_instructions = 20'000'000'000;

Measurer or_nothing(Measurer measure) {
  if (measure) {
    return measure;
  }
  return [](const MeasureRequest&, Progress*, const std::stop_token&) -> MeasureResult {
    return tl::unexpected(Problem{3, false, "nothing can be measured here", "", 0, 0});
  };
}

}  // namespace

ModelCost cost_of(const report::Totals& totals) {
  ModelCost cost;
  for (const report::Counts* counts :
       {&totals.global_load, &totals.global_store, &totals.global_atomic, &totals.local_load,
        &totals.local_store}) {
    cost.sectors += counts->sectors;
    cost.ideal_sectors += counts->ideal_sectors;
  }
  for (const report::Counts* counts :
       {&totals.shared_load, &totals.shared_store, &totals.shared_atomic}) {
    cost.wavefronts += counts->wavefronts;
    cost.ideal_wavefronts += counts->ideal_wavefronts;
  }
  return cost;
}

Timings::Timings(Measurer measure, Runner run, const std::function<void()>& wake)
    : measurer_(or_nothing(std::move(measure)), wake), simulator_(std::move(run), wake) {}

// ---- measuring ----

void Timings::measure(std::vector<WantedTiming> wanted, const device::SamplingPlan& plan) {
  measurer_.cancel();
  cancel_costs();
  queue_.assign(std::make_move_iterator(wanted.begin()), std::make_move_iterator(wanted.end()));
  asked_ = queue_.size();
  plan_ = plan;
  for (const WantedTiming& timing : queue_) {
    failures_.erase(timing.key);
  }
  start();
}

void Timings::start() {
  if (queue_.empty()) {
    return;
  }
  MeasureRequest request;
  request.run = queue_.front().run;
  request.run.max_warp_instructions = max_measured_instructions;
  request.run.checks = CheckSet::none();
  request.plan = plan_;
  // What others wrote is timed, too, but not for a glance.
  request.want_bound = plan_ == device::SamplingPlan{};
  measurer_.start(std::move(request));
}

void Timings::cancel() {
  measurer_.cancel();
  queue_.clear();
}

void Timings::accept(const MeasureResult& result) {
  const WantedTiming timing = std::move(queue_.front());
  queue_.pop_front();
  if (result) {
    absence_.clear();
    newest_ = *result;
    // By what was measured rather than by what was asked for: a file may have been saved meanwhile.
    kept_[key_of(newest_->resolved, timing.key.compiler)] = {newest_, ++count_};
    return;
  }
  if (result.error().cancelled) {
    return;
  }
  if (result.error().exit_code == 3) {  // not on this machine: so it is for all of them
    absence_ = result.error().message;
    queue_.clear();
    return;
  }
  failures_[timing.key] = result.error().message;
}

bool Timings::update() {
  bool changed = false;
  if (auto finished = measurer_.take(); finished && !queue_.empty()) {
    accept(finished->result);
    start();
    changed = true;
  }
  return update_costs() || changed;
}

MeasurementPtr Timings::measured(const TimingKey& key) const {
  const auto found = kept_.find(key);
  return found != kept_.end() ? found->second.measurement : nullptr;
}

MeasurementPtr Timings::measured_otherwise(const TimingKey& key) const {
  const Kept* newest = nullptr;
  for (const auto& [other, kept] : kept_) {
    if (other != key && same_kernel(other, key) &&
        (newest == nullptr || kept.number > newest->number)) {
      newest = &kept;
    }
  }
  return newest != nullptr ? newest->measurement : nullptr;
}

std::string Timings::failure(const TimingKey& key) const {
  const auto found = failures_.find(key);
  return found != failures_.end() ? found->second : std::string();
}

// ---- the simulator's costs ----

std::optional<ModelCost> Timings::cost(const TimingKey& key) const {
  const auto found = costs_.find(key);
  return found != costs_.end() ? std::optional(found->second) : std::nullopt;
}

void Timings::want_costs(const std::vector<WantedTiming>& wanted) {
  if (simulated_ || measuring()) {
    return;
  }
  const auto missing = std::find_if(wanted.begin(), wanted.end(), [&](const WantedTiming& timing) {
    return !costs_.contains(timing.key) && !out_of_reach_.contains(timing.key);
  });
  if (missing == wanted.end()) {
    return;
  }
  simulated_ = *missing;
  RunRequest request = missing->run;
  request.want_traces = false;
  request.checks = CheckSet::none();
  simulator_.start(std::move(request));
}

void Timings::cancel_costs() {
  simulator_.cancel();
  simulated_.reset();
}

bool Timings::update_costs() {
  auto finished = simulator_.take();
  if (!finished || !simulated_) {
    return false;
  }
  const WantedTiming timing = *std::exchange(simulated_, std::nullopt);
  if (finished->result && (*finished->result)->report.complete) {
    const Outcome& outcome = **finished->result;
    costs_[key_of(outcome.resolved, timing.key.compiler)] = cost_of(outcome.report.totals);
  }
  if (!costs_.contains(timing.key)) {  // it failed, or a file was saved meanwhile
    out_of_reach_.insert(timing.key);
  }
  return true;
}

}  // namespace lanescope::app
