// Session: the chosen sweep, its points, and setting the values of a point.
#include <algorithm>
#include <utility>

#include "app/session/session.h"

namespace lanescope::app {

const lesson::Sweep* Session::sweep() const {
  if (!card_ || card_->sweeps.empty()) {
    return nullptr;
  }
  if (const lesson::Sweep* chosen = sweep_named(card_->sweeps, sweep_selection_.name)) {
    return chosen;
  }
  // A sweep of few variants is about what sets them apart.
  const LessonCard::Variant* shown = variant();
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

void Session::show_sweep(bool shown) {
  sweep_shown_ = shown;
  request_sweep();
}

bool Session::choose_sweep(std::string_view name) {
  const lesson::Sweep* named = card_ ? sweep_named(card_->sweeps, name) : nullptr;
  if (named == nullptr) {
    return false;
  }
  sweep_selection_.name = named->name;
  request_sweep();
  return true;
}

void Session::step_sweep(int direction) {
  const lesson::Sweep* now = sweep();
  if (now == nullptr) {
    return;
  }
  const auto count = static_cast<std::ptrdiff_t>(card_->sweeps.size());
  const std::ptrdiff_t at = now - card_->sweeps.data();
  choose_sweep(card_->sweeps[static_cast<std::size_t>((at + direction + count) % count)].name);
}

void Session::toggle_sweep_variants() {
  sweep_selection_.all_variants = !sweep_selection_.all_variants;
  request_sweep();
}

// The sweep depends on the lesson's text, the variant and the compiler.
void Session::request_sweep() {
  const LessonCard::Variant* chosen = variant();
  sweep_selection_.description = descriptions_;
  sweep_selection_.variant = chosen != nullptr ? chosen->name : "";
  sweep_selection_.compiler = state_.compiler;
  sweep_selection_.machine = state_.machine;
  sweep_selection_.set.clear();
  const lesson::Sweep* wanted = sweep();
  if (wanted != nullptr && chosen != nullptr && card_->sweeps_are_usual) {
    for (const auto& [name, value] : state_.overrides) {
      if (name != wanted->parameter && chosen->has_parameter(name)) {
        sweep_selection_.set[name] = value;
      }
    }
  }
}

// The values that the session shows: a guide sets those that its step asks about.
AskedPoint Session::asked_point(const lesson::Sweep& swept) const {
  AskedPoint asked;
  const LessonCard::Variant* chosen = variant();
  if (chosen == nullptr) {
    return asked;
  }
  asked.variant = chosen->name;
  for (const lesson::Parameter& parameter : chosen->parameters) {
    if (parameter.name == swept.parameter) {
      asked.value = value_of(parameter);
    } else if (swept.by && parameter.name == swept.by->parameter) {
      asked.by = value_of(parameter);
    }
  }
  return asked;
}

bool Session::update_sweep() {
  const bool changed = sweeps_.update();
  request_sweep();
  if (!sweep_shown_ || sweep_started_ == sweep_selection_) {
    return changed;
  }
  sweep_started_ = sweep_selection_;
  const lesson::Sweep* wanted = sweep();
  if (wanted == nullptr || !card_->resolve) {
    sweeps_.cancel();
    return true;
  }
  std::vector<std::string> variants = wanted->variants;
  // A map of two parameters shows a single variant.
  if (!sweep_selection_.all_variants || wanted->by) {
    const bool has =
        std::find(variants.begin(), variants.end(), sweep_selection_.variant) != variants.end();
    variants = {has ? sweep_selection_.variant : variants.front()};
  }
  SweepPlan plan = plan_sweep(state_.lesson, *wanted, variants, sweep_selection_.set,
                              state_.compiler, card_->resolve);
  plan.machine = state_.machine;
  plan.order = order_of(plan, asked_point(*wanted));
  sweeps_.start(std::move(plan));
  return true;
}

void Session::cancel_sweep() {
  sweeps_.cancel();
  ++sweep_revision_;
}

void Session::resume_sweep() {
  sweeps_.retry();
  ++sweep_revision_;
}

SweepTable Session::sweep_table() const {
  SweepTitles titles;
  if (card_) {
    titles.lesson = card_->id;
    titles.lesson_title = card_->title;
    for (const LessonCard::Variant& each : card_->variants) {
      titles.variants[each.name] = each.title;
      for (const lesson::Parameter& parameter : each.parameters) {
        titles.parameters.emplace(parameter.name, parameter.label);
      }
    }
  }
  if (const std::string& id = sweeps_.plan().machine; !id.empty()) {
    const auto entry = std::ranges::find(machines(), id, &machine::Entry::id);
    const bool is_whole = entry != machines().end() && entry->profile;
    titles.machine = is_whole ? (*entry->profile)->name : id;
  }
  const RecordingEntry* chosen = recording();
  const device::Recording* recorded = chosen != nullptr ? chosen->recording->get() : nullptr;
  return table_of(sweeps_, std::move(titles), {},
                  [&](const TimingKey& key) { return time_of(key, &timings_, recorded); });
}

std::optional<std::size_t> Session::present_point() const {
  const WantedTiming* present = chosen_timing();
  if (present == nullptr) {
    return std::nullopt;
  }
  const std::vector<SweepPoint>& points = sweeps_.plan().points;
  const auto found = std::find_if(points.begin(), points.end(), [&](const SweepPoint& point) {
    return point.key && *point.key == present->key;
  });
  return found == points.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - points.begin()));
}

void Session::load_sweep_point(std::size_t point) {
  const SweepPlan& plan = sweeps_.plan();
  if (point >= plan.points.size()) {
    return;
  }
  remember(UndoStep::other);
  state_.variant = plan.variants[plan.points[point].variant];
  state_.overrides = plan.points[point].overrides;  // all other parameters return to their defaults
  run();
}

}  // namespace lanescope::app
