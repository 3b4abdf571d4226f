#include "app/session/state.h"

#include <algorithm>
#include <utility>

namespace lanescope::app {
namespace {

RunRequest plain_request(const State& state) {
  RunRequest request;
  request.lesson = state.lesson;
  request.variant = state.variant;
  request.compiler = state.compiler;
  request.machine = state.machine;
  request.focus_block = state.selection.block;
  request.overrides = state.overrides;
  request.want_hashes = false;  // not shown anywhere
  request.checks = state.settings.checks;
  return request;
}

}  // namespace

lesson::Values values_for(const LessonCard::Variant& variant, const LessonCard& card,
                          lesson::Values values) {
  std::erase_if(values, [&](const auto& entry) {
    return !variant.has_parameter(entry.first) &&
           std::any_of(
               card.variants.begin(), card.variants.end(),
               [&](const LessonCard::Variant& other) { return other.has_parameter(entry.first); });
  });
  return values;
}

RunRequest request_of(const State& state, const LessonCard& card,
                      const LessonCard::Variant& variant) {
  RunRequest request = plain_request(state);
  request.variant = variant.name;
  request.overrides = values_for(variant, card, std::move(request.overrides));
  return request;
}

RunRequest request_of(const State& state, const LessonCard& card) {
  const LessonCard::Variant* variant = variant_of(state, card);
  if (variant == nullptr) return plain_request(state);
  RunRequest request = request_of(state, card, *variant);
  request.variant = state.variant;
  return request;
}

const LessonCard::Variant* variant_of(const State& state, const LessonCard& card) {
  const auto found =
      std::find_if(card.variants.begin(), card.variants.end(),
                   [&](const LessonCard::Variant& each) { return each.name == state.variant; });
  if (found != card.variants.end()) return &*found;
  return state.variant.empty() && !card.variants.empty() ? &card.variants.front() : nullptr;
}

const LessonCard::Variant* variant_of(const State& state, const std::optional<LessonCard>& card) {
  return card ? variant_of(state, *card) : nullptr;
}

std::int64_t value_of(const State& state, const LessonCard::Variant* variant,
                      const lesson::Parameter& parameter) {
  if (const auto found = state.overrides.find(parameter.name); found != state.overrides.end())
    return found->second;
  return variant != nullptr ? variant->usual_value(parameter) : parameter.default_value;
}

bool runs_the_same(const State& a, const State& b) {
  return a.lesson == b.lesson && a.variant == b.variant && a.overrides == b.overrides &&
         a.compiler == b.compiler && a.machine == b.machine;
}

}  // namespace lanescope::app
