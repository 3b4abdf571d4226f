#include "app/session/lesson_sweeps.h"

#include <algorithm>
#include <utility>

namespace lanescope::app {

LessonSweeps::LessonSweeps(State& state, const std::optional<LessonCard>& card,
                           const SessionServices& services, Changes changes)
    : state_(state),
      card_(card),
      changes_(std::move(changes)),
      runner_(services.run, services.wake) {}

const lesson::Sweep* LessonSweeps::chosen() const {
  if (!card_ || card_->sweeps.empty()) return nullptr;
  if (const lesson::Sweep* chosen = sweep_named(card_->sweeps, selection_.name)) return chosen;
  // A sweep of few variants is about what sets them apart.
  const LessonCard::Variant* shown = variant_of(state_, card_);
  const lesson::Sweep* best = &card_->sweeps.front();
  bool applies = false;
  for (const lesson::Sweep& each : card_->sweeps) {
    const bool has_shown = shown != nullptr && std::find(each.variants.begin(), each.variants.end(),
                                                         shown->name) != each.variants.end();
    if (has_shown && (!applies || each.variants.size() < best->variants.size())) {
      best = &each;
      applies = true;
    }
  }
  return best;
}

void LessonSweeps::show(bool shown) {
  shown_ = shown;
  follow_state();
}

bool LessonSweeps::choose(std::string_view name) {
  const lesson::Sweep* named = card_ ? sweep_named(card_->sweeps, name) : nullptr;
  if (named == nullptr) return false;
  selection_.name = named->name;
  follow_state();
  return true;
}

void LessonSweeps::move(int direction) {
  const lesson::Sweep* now = chosen();
  if (now == nullptr) return;
  const auto count = static_cast<std::ptrdiff_t>(card_->sweeps.size());
  const std::ptrdiff_t at = now - card_->sweeps.data();
  choose(card_->sweeps[static_cast<std::size_t>((at + direction + count) % count)].name);
}

void LessonSweeps::toggle_variants() {
  selection_.all_variants = !selection_.all_variants;
  follow_state();
}

// The sweep depends on the lesson's text, the variant and the compiler.
void LessonSweeps::follow_state() {
  const LessonCard::Variant* variant = variant_of(state_, card_);
  selection_.variant = variant != nullptr ? variant->name : "";
  selection_.compiler = state_.compiler;
  selection_.machine = state_.machine;
  selection_.checks = state_.settings.checks;
  selection_.set.clear();
  if (const lesson::Sweep* wanted = chosen()) {
    const std::vector<std::string> swept = variants_of(*wanted);
    for (const auto& [name, value] : state_.overrides) {
      // What the lesson gives a value of its own, for counts or times, keeps it.
      if (!wanted->set.contains(name) && !wanted->timed.contains(name) &&
          name != wanted->parameter && !(wanted->by && name == wanted->by->parameter) &&
          can_take(swept, name, value))
        selection_.set[name] = value;
    }
  }
}

std::vector<std::string> LessonSweeps::variants_of(const lesson::Sweep& swept) const {
  // A map of two parameters shows a single variant.
  if (selection_.all_variants && !swept.by) return swept.variants;
  const bool has = std::ranges::find(swept.variants, selection_.variant) != swept.variants.end();
  return {has || swept.variants.empty() ? selection_.variant : swept.variants.front()};
}

bool LessonSweeps::can_take(const std::vector<std::string>& variants, const std::string& parameter,
                            std::int64_t value) const {
  bool differs = false;
  for (const std::string& name : variants) {
    const auto variant = std::ranges::find(card_->variants, name, &LessonCard::Variant::name);
    if (variant == card_->variants.end()) return false;
    const auto found = std::ranges::find(variant->parameters, parameter, &lesson::Parameter::name);
    if (found == variant->parameters.end()) return false;
    differs = differs || variant->usual_value(*found) != value;
  }
  return differs;
}

// The values that the session shows: a guide sets those that its step asks about.
AskedPoint LessonSweeps::asked_point(const lesson::Sweep& swept) const {
  AskedPoint asked;
  const LessonCard::Variant* variant = variant_of(state_, card_);
  if (variant == nullptr) return asked;
  asked.variant = variant->name;
  for (const lesson::Parameter& parameter : variant->parameters) {
    if (parameter.name == swept.parameter) {
      asked.value = value_of(state_, variant, parameter);
    } else if (swept.by && parameter.name == swept.by->parameter) {
      asked.by = value_of(state_, variant, parameter);
    }
  }
  return asked;
}

bool LessonSweeps::update() {
  const bool changed = runner_.update();
  follow_state();
  if (!shown_ || started_ == selection_) {
    if (changed) ++revision_;
    return changed;
  }
  ++revision_;
  started_ = selection_;
  const lesson::Sweep* wanted = chosen();
  if (wanted == nullptr || !card_->resolve) {
    runner_.cancel();
    return true;
  }
  SweepPlan plan = plan_sweep(state_.lesson, *wanted, variants_of(*wanted), selection_.set,
                              state_.compiler, card_->resolve);
  plan.machine = state_.machine;
  plan.checks = state_.settings.checks;
  plan.has_usual_quantities = wanted->quantities.empty();
  plan.order = order_of(plan, asked_point(*wanted));
  runner_.start(std::move(plan));
  return true;
}

void LessonSweeps::load_point(std::size_t point) {
  const SweepPlan& plan = runner_.plan();
  if (point >= plan.points.size()) return;
  changes_.remember(Change::other);
  state_.variant = plan.variants[plan.points[point].variant];
  state_.overrides = plan.points[point].overrides;  // all other parameters return to their defaults
  changes_.run();
}

void LessonSweeps::cancel() {
  runner_.cancel();
  ++revision_;
}

void LessonSweeps::resume() {
  runner_.retry();
  ++revision_;
}

SweepTitles LessonSweeps::titles() const {
  SweepTitles titles;
  if (!card_) return titles;
  titles.lesson = card_->id;
  titles.lesson_title = card_->title;
  for (const LessonCard::Variant& each : card_->variants) {
    titles.variants[each.name] = each.title;
    for (const lesson::Parameter& parameter : each.parameters)
      titles.parameters.emplace(parameter.name, parameter.label);
  }
  return titles;
}

std::optional<std::size_t> LessonSweeps::point_of(const TimingKey& key) const {
  const std::vector<SweepPoint>& points = runner_.plan().points;
  const auto found = std::ranges::find_if(
      points, [&](const SweepPoint& point) { return point.key && *point.key == key; });
  return found == points.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - points.begin()));
}

}  // namespace lanescope::app
