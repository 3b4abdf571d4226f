// Session: measuring the variants, and the recorded times next to them.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session/session.h"

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

}  // namespace

std::optional<WantedTiming> Session::timing_of(const LessonCard::Variant& variant) const {
  if (!card_->resolve) {
    return std::nullopt;
  }
  RunRequest request = request_for(variant);
  const auto resolved = card_->resolve(request.variant, request.overrides);
  if (!resolved) {
    return std::nullopt;
  }
  return WantedTiming{key_of(*resolved, state_.compiler), std::move(request)};
}

VariantTimes Session::times_of(const TimingKey& key) const {
  VariantTimes times;
  times.applies = true;
  times.params = key.params;
  times.measured = timings_.measured(key);
  times.cost = timings_.cost(key);
  add_recorded(times, key);
  return times;
}

void Session::find_timings() {
  timings_of_.clear();
  if (card_) {
    for (const LessonCard::Variant& each : card_->variants) {
      timings_of_.push_back(timing_of(each));
    }
  }
}

const WantedTiming* Session::chosen_timing() const {
  const LessonCard::Variant* chosen = variant();
  for (std::size_t i = 0; i < timings_of_.size(); ++i) {
    if (&card_->variants[i] == chosen && timings_of_[i]) {
      return &*timings_of_[i];
    }
  }
  return nullptr;
}

// The chosen variant comes first.
std::vector<const WantedTiming*> Session::all_timings() const {
  std::vector<const WantedTiming*> all;
  const WantedTiming* chosen = chosen_timing();
  for (const std::optional<WantedTiming>& timing : timings_of_) {
    if (timing) {
      all.insert(&*timing == chosen ? all.begin() : all.end(), &*timing);
    }
  }
  return all;
}

std::vector<VariantTimes> Session::times() const {
  std::vector<VariantTimes> result;
  for (std::size_t i = 0; i < timings_of_.size(); ++i) {
    const std::optional<WantedTiming>& timing = timings_of_[i];
    VariantTimes& times = result.emplace_back(timing ? times_of(timing->key) : VariantTimes{});
    times.variant = &card_->variants[i];
    if (!timing) {
      continue;
    }
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
void Session::add_recorded(VariantTimes& times, const TimingKey& key) const {
  const RecordingEntry* chosen = recording();
  if (chosen == nullptr) {
    return;
  }
  for (const device::RecordedPoint& point : (*chosen->recording)->points) {
    if (!is_of_kernel(point, key)) {
      continue;
    }
    const bool of_other_text = is_of_other_text(point, key);
    if (!is_of(point, key)) {
      times.recorded_with_other_values = true;
    } else if (times.recorded == nullptr || !of_other_text) {
      times.recorded = &point;
      times.recorded_of_other_text = of_other_text;
    }
  }
}

// ---- measuring ----

void Session::measure() {
  live_state_ = Live::idle;
  if (const WantedTiming* wanted = chosen_timing()) {
    timings_.measure({*wanted}, {});
  }
}

void Session::measure_all() {
  live_state_ = Live::idle;
  std::vector<WantedTiming> all;
  for (const WantedTiming* timing : all_timings()) {
    all.push_back(*timing);
  }
  if (!all.empty()) {
    timings_.measure(std::move(all), {});
  }
}

void Session::toggle_live() {
  live_ = !live_;
  if (live_) {
    live_state_ = Live::waits;
    live_due_ = Clock::now();
  } else if (live_state_ != Live::idle) {
    timings_.cancel();
    live_state_ = Live::idle;
  }
}

void Session::cancel_measuring() {
  timings_.cancel();
  live_state_ = Live::idle;
}

std::optional<double> Session::due_in_s() const {
  if (live_state_ != Live::waits || worker_.busy()) {
    return std::nullopt;
  }
  return std::max(std::chrono::duration<double>(live_due_ - Clock::now()).count(), 0.0);
}

// Measures a change once it has been emulated and nothing has changed for a moment: first briefly,
// for a quick result, then long enough for a reliable one.
void Session::update_live() {
  if (live_ && !timings_.absence().empty()) {
    live_ = false;  // no GPU to measure with
    live_state_ = Live::idle;
  }
  const WantedTiming* wanted = chosen_timing();
  if (wanted == nullptr) {
    live_state_ = Live::idle;  // nothing to measure
  } else if (live_state_ != Live::idle && !worker_.busy()) {
    const auto begin = [&](Live next, const device::SamplingPlan& plan) {
      timings_.measure({*wanted}, plan);
      live_state_ = next;
    };
    if (live_state_ == Live::waits) {
      if (Clock::now() < live_due_) {
        return;
      }
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
  if (times_shown_ && !worker_.busy() && live_state_ != Live::waits) {
    timings_.want_costs(all_timings());
  }
}

// ---- which GPU ----

void Session::show_times(bool shown) {
  times_shown_ = shown;
  if (shown) {
    search_for_gpus();
  }
}

void Session::search_for_gpus() {
  if (!gpus_asked_ && services_.find_gpus) {
    gpus_asked_ = true;
    gpu_worker_.start({});
  }
}

bool Session::update_gpus() {
  auto finished = gpu_worker_.take();
  if (!finished) {
    return false;
  }
  if (!finished->result || finished->result->empty()) {
    return true;  // the measurement reports why there is none
  }
  gpus_ = *std::move(finished->result);
  const bool there = std::any_of(gpus_.begin(), gpus_.end(), [&](const device::GpuInfo& gpu) {
    return gpu.index == timings_.device();
  });
  if (!there && !services_.device) {  // chosen earlier and removed since
    timings_.choose_device(gpus_.front().index);
  }
  return true;
}

void Session::choose_gpu(std::size_t index) {
  if (index >= gpus_.size()) {
    return;
  }
  services_.device.reset();
  state_.settings.device = gpus_[index].index;
  timings_.choose_device(state_.settings.device);
  if (live_) {
    live_state_ = Live::waits;
    live_due_ = Clock::now();
  }
}

// ---- recorded times ----

bool Session::update_recordings() {
  using std::chrono_literals::operator""s;
  if (!reading_.valid() || reading_.wait_for(0s) != std::future_status::ready) {
    return false;
  }
  recordings_ = reading_.get();
  return true;
}

const RecordingEntry* Session::recording() const {
  const std::size_t at = recording_index(
      recordings_, services_.recording.empty() ? state_.settings.recording : services_.recording);
  return at < recordings_.size() ? &recordings_[at] : nullptr;
}

void Session::choose_recording(std::size_t index) {
  if (index < recordings_.size() && recordings_[index].recording) {
    services_.recording.clear();
    state_.settings.recording = recordings_[index].id;
    ++sweep_revision_;
  }
}

const device::RecordedPoint* Session::nearest_recorded() const {
  const RecordingEntry* chosen = recording();
  const LessonCard::Variant* of = variant();
  if (chosen == nullptr || of == nullptr) {
    return nullptr;
  }
  const WantedTiming* wanted = chosen_timing();
  if (wanted == nullptr) {
    return nullptr;
  }
  const TimingKey& key = wanted->key;
  const device::RecordedPoint* nearest = nullptr;
  double least = 0;
  for (const device::RecordedPoint& point : (*chosen->recording)->points) {
    if (!is_of_kernel(point, key) || is_of_other_text(point, key) ||
        !same_names(point.params, key.params) || !allows(*of, point.params)) {
      continue;
    }
    const double apart = distance(point.params, key.params);
    if (nearest == nullptr || apart < least) {
      nearest = &point;
      least = apart;
    }
  }
  return nearest != nullptr && nearest->params != key.params ? nearest : nullptr;
}

void Session::go_to_recorded() {
  const device::RecordedPoint* point = nearest_recorded();
  if (point == nullptr) {
    return;
  }
  remember(UndoStep::other);
  for (const auto& [name, value] : point->params) {
    state_.overrides[name] = value;
  }
  run();
}

}  // namespace lanescope::app
