#include "app/session/lesson_times.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace lanescope::app {
namespace {

// Milliseconds for each series of runs. Live mode first measures briefly, then as long as a
// requested measurement.
constexpr double glance_ms = 40;

device::SamplingPlan glance() {
  device::SamplingPlan plan;
  plan.least = 7;
  plan.budget_ms = glance_ms;
  return plan;
}

// Distance of two sets of values: the sum of their differences in doublings.
double distance(const lesson::Values& a, const lesson::Values& b) {
  double sum = 0;
  for (const auto& [name, value] : a) {
    const auto other = b.find(name);
    if (other != b.end()) {
      const auto magnitude = [](std::int64_t v) {
        return std::log2(static_cast<double>(std::abs(v)) + 1) * (v < 0 ? -1 : 1);
      };
      sum += std::abs(magnitude(value) - magnitude(other->second));
    }
  }
  return sum;
}

bool same_names(const lesson::Values& a, const lesson::Values& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](auto& x, auto& y) { return x.first == y.first; });
}

bool allows(const LessonCard::Variant& variant, const lesson::Values& params) {
  return std::all_of(variant.parameters.begin(), variant.parameters.end(),
                     [&](const lesson::Parameter& parameter) {
                       const auto found = params.find(parameter.name);
                       return found != params.end() &&
                              (!parameter.min || found->second >= *parameter.min) &&
                              (!parameter.max || found->second <= *parameter.max);
                     });
}

// An exception must not end the program, whatever the files contain: it becomes an entry with its
// message.
std::vector<RecordingEntry> found_by(const FindRecordings& find) {
  try {
    return find();
  } catch (const std::exception& error) {
    return {{"", {}, false, tl::unexpected(std::string("recorded times: ") + error.what())}};
  }
}

}  // namespace

LessonTimes::LessonTimes(State& state, const std::optional<LessonCard>& card, const Worker& runs,
                         const SessionServices& services, Changes changes)
    : state_(state),
      card_(card),
      runs_(runs),
      changes_(std::move(changes)),
      given_recording_(services.recording),
      given_device_(services.device),
      live_delay_(services.live_delay),
      can_find_gpus_(services.find_gpus != nullptr),
      timings_(services.measure, services.run, services.wake),
      gpu_worker_(services.find_gpus, services.wake) {
  timings_.choose_device(given_device_.value_or(state_.settings.device));
}

void LessonTimes::read_recordings(const SessionServices& services) {
  if (services.recordings) {
    reading_ = std::async(std::launch::async, [find = services.recordings, wake = services.wake] {
      std::vector<RecordingEntry> found = found_by(find);
      if (wake) wake();
      return found;
    });
  }
}

std::optional<WantedTiming> LessonTimes::timing_of(const LessonCard::Variant& variant) const {
  if (!card_->resolve) return std::nullopt;
  RunRequest request = request_of(state_, *card_, variant);
  const auto resolved = card_->resolve(request.variant, request.overrides);
  if (!resolved) return std::nullopt;
  return WantedTiming{key_of(*resolved, state_.compiler), std::move(request)};
}

void LessonTimes::begin_run() {
  timings_.cancel_costs();
  if (live_state_ != Live::idle)  // measuring values that are no longer current
    cancel();
  find();
}

void LessonTimes::accept(const Outcome& outcome) {
  if (outcome.report.complete && !outcome.request.blocks &&
      outcome.request.machine == state_.machine)
    timings_.keep_cost(key_of(outcome.resolved, state_.compiler), cost_of(outcome.report.totals));
  if (live_ && live_state_ == Live::idle) wait(live_delay_);
}

bool LessonTimes::update() {
  const bool times_changed = timings_.update();
  const bool recordings_changed = update_recordings();
  if (times_changed || recordings_changed) ++revision_;
  const bool gpus_changed = update_gpus();
  return times_changed || recordings_changed || gpus_changed;
}

VariantTimes LessonTimes::of(const TimingKey& key) const {
  VariantTimes times;
  times.applies = true;
  times.params = key.params;
  times.measured = timings_.measured(key);
  times.cost = timings_.cost(key);
  add_recorded(times, key);
  return times;
}

std::optional<PointTime> LessonTimes::time_of(const TimingKey& key) const {
  const RecordingEntry* chosen = recording();
  return app::time_of(key, &timings_, chosen != nullptr ? chosen->recording->get() : nullptr);
}

void LessonTimes::find() {
  timings_.use_machine(state_.machine);
  timings_of_.clear();
  if (card_) {
    for (const LessonCard::Variant& each : card_->variants) timings_of_.push_back(timing_of(each));
  }
}

const WantedTiming* LessonTimes::chosen_timing() const {
  const LessonCard::Variant* chosen = variant_of(state_, card_);
  for (std::size_t i = 0; i < timings_of_.size(); ++i) {
    if (&card_->variants[i] == chosen && timings_of_[i]) return &*timings_of_[i];
  }
  return nullptr;
}

// The chosen variant comes first.
std::vector<const WantedTiming*> LessonTimes::all_timings() const {
  std::vector<const WantedTiming*> all;
  const WantedTiming* chosen = chosen_timing();
  for (const std::optional<WantedTiming>& timing : timings_of_) {
    if (timing) all.insert(&*timing == chosen ? all.begin() : all.end(), &*timing);
  }
  return all;
}

std::vector<VariantTimes> LessonTimes::all() const {
  std::vector<VariantTimes> result;
  for (std::size_t i = 0; i < timings_of_.size(); ++i) {
    const std::optional<WantedTiming>& timing = timings_of_[i];
    VariantTimes& times = result.emplace_back(timing ? of(timing->key) : VariantTimes{});
    times.variant = &card_->variants[i];
    if (!timing) continue;
    const TimingKey& key = timing->key;
    times.measured_with_other_values = timings_.measured_with_other_values(key);
    times.cost_failure = timings_.cost_failure(key);
    times.failure = timings_.failure(key);
    for (const WantedTiming& queued : timings_.queue()) {
      if (queued.key == key) {
        times.measuring = &queued == &timings_.queue().front();
        times.waits = !times.measuring;
      }
    }
  }
  return result;
}

// Prefers a point recorded with the current kernel text.
void LessonTimes::add_recorded(VariantTimes& times, const TimingKey& key) const {
  const RecordingEntry* chosen = recording();
  if (chosen == nullptr) return;
  double least = 0;  // distance of the nearest of other values
  for (const device::RecordedPoint& point : (*chosen->recording)->points) {
    if (!is_of_kernel(point, key)) continue;
    const bool of_other_text = is_of_other_text(point, key);
    if (!is_of(point, key)) {
      times.recorded_with_other_values = true;
      if (!same_names(point.params, key.params) || point.params == key.params) continue;
      const double apart = distance(point.params, key.params);
      if (times.recorded_values.empty() || apart < least) {
        times.recorded_values = point.params;
        least = apart;
      }
    } else if (times.recorded == nullptr || !of_other_text) {
      times.recorded = &point;
      times.recorded_of_other_text = of_other_text;
    }
  }
}

// ---- measuring ----

void LessonTimes::measure() {
  live_state_ = Live::idle;
  if (const WantedTiming* wanted = chosen_timing()) timings_.measure({*wanted}, {});
}

void LessonTimes::measure_all() {
  live_state_ = Live::idle;
  std::vector<WantedTiming> all;
  for (const WantedTiming* timing : all_timings()) all.push_back(*timing);
  if (!all.empty()) timings_.measure(std::move(all), {});
}

void LessonTimes::toggle_live() {
  live_ = !live_;
  if (live_) {
    wait({});
  } else if (live_state_ != Live::idle) {
    cancel();
  }
}

void LessonTimes::cancel() {
  timings_.cancel();
  live_state_ = Live::idle;
}

void LessonTimes::wait(std::chrono::milliseconds delay) {
  live_state_ = Live::waits;
  live_due_ = Clock::now() + delay;
}

std::optional<double> LessonTimes::due_in_s() const {
  if (live_state_ != Live::waits || runs_.busy()) return std::nullopt;
  return std::max(std::chrono::duration<double>(live_due_ - Clock::now()).count(), 0.0);
}

// Measures a change once it has been emulated and nothing has changed for a moment: first briefly,
// for a quick result, then long enough for a reliable one.
void LessonTimes::start_due() {
  if (live_ && !timings_.absence().empty()) {
    live_ = false;  // no GPU to measure with
    live_state_ = Live::idle;
  }
  const WantedTiming* wanted = chosen_timing();
  if (wanted == nullptr) {
    live_state_ = Live::idle;  // nothing to measure
  } else if (live_state_ != Live::idle && !runs_.busy()) {
    const auto begin = [&](Live next, const device::SamplingPlan& plan) {
      timings_.measure({*wanted}, plan);
      live_state_ = next;
    };
    if (live_state_ == Live::waits) {
      if (Clock::now() < live_due_) return;
      if (timings_.measured_in_full(wanted->key)) {
        begin(Live::measuring_fully, {});
      } else {
        begin(Live::measuring_briefly, glance());
      }
    } else if (!timings_.measuring()) {
      const bool seen = timings_.measured(wanted->key) != nullptr;
      if (live_state_ == Live::measuring_briefly && seen && timings_.failure(wanted->key).empty()) {
        begin(Live::measuring_fully, {});
      } else {
        live_state_ = Live::idle;
      }
    }
  }
  if (shown_ && !runs_.busy() && live_state_ != Live::waits) timings_.want_costs(all_timings());
}

// ---- which GPU ----

void LessonTimes::show(bool shown) {
  shown_ = shown;
  if (shown) search_for_gpus();
}

void LessonTimes::search_for_gpus() {
  if (can_find_gpus_ && !gpus_asked_) {
    gpus_asked_ = true;
    gpu_worker_.start({});
  }
}

bool LessonTimes::update_gpus() {
  auto finished = gpu_worker_.take();
  if (!finished) return false;
  no_gpu_.clear();
  if (!finished->result && finished->result.error().no_gpu)
    no_gpu_ = finished->result.error().message;
  if (!finished->result || finished->result->empty())
    return true;  // otherwise the measurement reports why there is none
  gpus_ = *std::move(finished->result);
  const bool there = std::any_of(gpus_.begin(), gpus_.end(), [&](const device::GpuInfo& gpu) {
    return gpu.index == timings_.device();
  });
  if (!there && !given_device_)  // chosen earlier and removed since
    timings_.choose_device(gpus_.front().index);
  return true;
}

void LessonTimes::choose_gpu(std::size_t index) {
  if (index >= gpus_.size()) return;
  given_device_.reset();
  state_.settings.device = gpus_[index].index;
  timings_.choose_device(state_.settings.device);
  if (live_) wait({});
}

// ---- recorded times ----

bool LessonTimes::update_recordings() {
  using std::chrono_literals::operator""s;
  if (!reading_.valid() || reading_.wait_for(0s) != std::future_status::ready) return false;
  recordings_ = reading_.get();
  return true;
}

const RecordingEntry* LessonTimes::recording() const {
  const std::size_t at = recording_index(
      recordings_, given_recording_.empty() ? state_.settings.recording : given_recording_);
  return at < recordings_.size() ? &recordings_[at] : nullptr;
}

void LessonTimes::choose_recording(std::size_t index) {
  if (index < recordings_.size() && recordings_[index].recording) {
    given_recording_.clear();
    state_.settings.recording = recordings_[index].id;
    ++revision_;
  }
}

void LessonTimes::go_to_recorded() {
  const device::RecordedPoint* point = nearest_recorded();
  if (point == nullptr) return;
  changes_.remember(Change::other);
  for (const auto& [name, value] : point->params) state_.overrides[name] = value;
  changes_.run();
}

const device::RecordedPoint* LessonTimes::nearest_recorded() const {
  const RecordingEntry* chosen = recording();
  const WantedTiming* wanted = chosen_timing();
  if (chosen == nullptr || wanted == nullptr) return nullptr;
  const LessonCard::Variant& variant = *variant_of(state_, card_);
  const TimingKey& key = wanted->key;
  const device::RecordedPoint* nearest = nullptr;
  double least = 0;
  for (const device::RecordedPoint& point : (*chosen->recording)->points) {
    if (!is_of_kernel(point, key) || is_of_other_text(point, key) ||
        !same_names(point.params, key.params) || !allows(variant, point.params))
      continue;
    const double apart = distance(point.params, key.params);
    if (nearest == nullptr || apart < least) {
      nearest = &point;
      least = apart;
    }
  }
  return nearest != nullptr && nearest->params != key.params ? nearest : nullptr;
}

}  // namespace lanescope::app
