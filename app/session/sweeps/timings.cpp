#include "app/session/sweeps/timings.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lanescope::app {
namespace {

Measurer or_nothing(Measurer measure) {
  if (measure) return measure;
  return [](const MeasureRequest&, Progress*, const std::stop_token&) -> MeasureResult {
    Problem problem{3, false, "nothing can be measured here", "", 0, 0};
    problem.no_gpu = true;
    return tl::unexpected(problem);
  };
}

// What kept the simulation from its end, without its place.
std::string why_unfinished(const RunResult& result) {
  if (!result) return result.error().message;
  for (const Diagnostic& diagnostic : (*result)->report.diagnostics) {
    if (diagnostic.severity == Severity::error) return diagnostic.message;
  }
  return {};
}

}  // namespace

ModelCost cost_of(const report::Totals& totals) {
  report::Counts moved = report::counts_in(totals, memory::Space::global);
  moved += report::counts_in(totals, memory::Space::local);
  const report::Counts shared = report::counts_in(totals, memory::Space::shared);
  return {moved.sectors, moved.ideal_sectors, shared.wavefronts, shared.ideal_wavefronts};
}

Timings::Timings(Measurer measure, Runner run, const std::function<void()>& wake)
    : measurer_(or_nothing(std::move(measure)), wake), simulator_(std::move(run), wake) {}

// ---- the GPU ----

void Timings::choose_device(int device) {
  if (device == device_) return;
  cancel();
  absence_.clear();
  device_ = device;
}

// ---- measuring ----

void Timings::measure(std::vector<WantedTiming> wanted, const device::SamplingPlan& plan) {
  measurer_.cancel();
  cancel_costs();
  queue_.assign(std::make_move_iterator(wanted.begin()), std::make_move_iterator(wanted.end()));
  asked_ = queue_.size();
  plan_ = plan;
  for (const WantedTiming& timing : queue_) failures_.erase({device_, timing.key});
  start();
}

void Timings::start() {
  if (queue_.empty()) return;
  MeasureRequest request;
  request.run = queue_.front().run;
  request.run.max_warp_instructions = max_measured_instructions;
  request.run.checks = CheckSet::none();
  request.device = device_;
  request.plan = plan_;
  // The bound is timed, too, but not in a brief measurement.
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
    // Under the key of what was actually measured: a file may have been saved meanwhile.
    keep(key_of((*result)->resolved, timing.key.compiler), *result);
    return;
  }
  if (result.error().cancelled) return;
  if (result.error().no_gpu) {  // true for all others, too
    absence_ = result.error().message;
    queue_.clear();
    return;
  }
  failures_.put({device_, timing.key}, result.error().message);
}

void Timings::keep(const TimingKey& key, const MeasurementPtr& measurement) {
  const bool in_full = plan_ == device::SamplingPlan{};
  if (in_full || !measured_in_full(key)) kept_.put({device_, key}, {measurement, in_full});
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
  const Kept* found = kept_.find({device_, key});
  return found != nullptr ? found->measurement : nullptr;
}

bool Timings::measured_in_full(const TimingKey& key) const {
  const Kept* found = kept_.find({device_, key});
  return found != nullptr && found->in_full;
}

MeasurementPtr Timings::measured_with_other_values(const TimingKey& key) const {
  const Kept* found = kept_.newest([&](const DeviceTimingKey& other, const Kept&) {
    return other.device == device_ && same_kernel(other.key, key) &&
           !differing(other.key.params, key.params).empty();
  });
  return found != nullptr ? found->measurement : nullptr;
}

MeasurementPtr Timings::newest() const {
  const Kept* found =
      kept_.newest([&](const DeviceTimingKey& key, const Kept&) { return key.device == device_; });
  return found != nullptr ? found->measurement : nullptr;
}

std::string Timings::failure(const TimingKey& key) const {
  const std::string* found = failures_.find({device_, key});
  return found != nullptr ? *found : std::string();
}

// ---- the simulator's costs ----

std::optional<ModelCost> Timings::cost(const TimingKey& key) const {
  const CostOrWhy* found = costs_.find(key);
  return found != nullptr && *found ? std::optional(**found) : std::nullopt;
}

std::string Timings::cost_failure(const TimingKey& key) const {
  const CostOrWhy* found = costs_.find(key);
  return found != nullptr && !*found ? found->error() : std::string();
}

void Timings::use_machine(const std::string& machine) {
  if (machine == machine_) return;
  cancel_costs();
  machine_ = machine;
  costs_ = BoundedCache<TimingKey, CostOrWhy>(max_kept);
}

void Timings::want_costs(const std::vector<const WantedTiming*>& wanted) {
  if (simulated_ || measuring()) return;
  const auto missing = std::find_if(wanted.begin(), wanted.end(), [&](const WantedTiming* timing) {
    return costs_.find(timing->key) == nullptr;
  });
  if (missing == wanted.end()) return;
  simulated_ = **missing;
  RunRequest request = simulated_->run;
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
  if (!finished || !simulated_) return false;
  const WantedTiming timing = *std::exchange(simulated_, std::nullopt);
  if (finished->result && (*finished->result)->report.complete) {
    const Outcome& outcome = **finished->result;
    keep_cost(key_of(outcome.resolved, timing.key.compiler), cost_of(outcome.report.totals));
  }
  if (costs_.find(timing.key) == nullptr)  // it failed, or a file was saved meanwhile
    costs_.put(timing.key, tl::unexpected(why_unfinished(finished->result)));
  return true;
}

std::optional<PointTime> time_of(const TimingKey& key, const Timings* timings,
                                 const device::Recording* recording) {
  if (timings != nullptr) {
    if (const MeasurementPtr measured = timings->measured(key))
      return PointTime{true, measured->cold, measured->gpu.name, {}, measured->cold_bandwidth()};
  }
  if (recording == nullptr) return std::nullopt;
  for (const device::RecordedPoint& point : recording->points) {
    if (point.cold.count > 0 && is_of(point, key) && !is_of_other_text(point, key))
      return PointTime{false, point.cold, recording->gpu.name, point.date, point.cold_bandwidth()};
  }
  return std::nullopt;
}

std::string names_of_gpus(const std::vector<PointTime>& times, bool measured) {
  std::string gpu;
  std::set<std::string> days;
  for (const PointTime& time : times) {
    if (time.measured != measured) continue;
    gpu = time.gpu;
    if (!time.date.empty()) days.insert(time.date);
  }
  return device::name_with_days(gpu, days);
}

}  // namespace lanescope::app
