#include "app/session/lesson_card.h"

#include <algorithm>
#include <utility>

#include "kernels/lesson_file/parameter_range.h"

namespace lanescope::app {
namespace {

// For a lesson that names none, such as a kernel of the user's own: one sweep over each parameter.
std::vector<lesson::Sweep> usual_sweeps(const std::vector<LessonCard::Variant>& variants) {
  std::vector<lesson::Sweep> sweeps;
  for (const LessonCard::Variant& variant : variants) {
    for (const lesson::Parameter& parameter : variant.parameters) {
      const auto found = std::ranges::find(sweeps, parameter.name, &lesson::Sweep::parameter);
      if (found != sweeps.end()) {
        found->variants.push_back(variant.name);
        continue;
      }
      lesson::Sweep sweep;
      sweep.name = sweep.parameter = parameter.name;
      sweep.title = parameter.label;
      sweep.values = lesson::values_to_sweep(parameter);
      sweep.variants = {variant.name};
      if (sweep.values.size() > 1) sweeps.push_back(std::move(sweep));
    }
  }
  return sweeps;
}

}  // namespace

bool LessonCard::Variant::has_parameter(const std::string& parameter) const {
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const lesson::Parameter& each) { return each.name == parameter; });
}

std::int64_t LessonCard::Variant::usual_value(const lesson::Parameter& parameter) const {
  const auto fixed = set.find(parameter.name);
  return fixed != set.end() ? fixed->second : parameter.default_value;
}

tl::expected<LessonCard, Problem> describe_lesson(const std::string& lesson) {
  auto found = lesson::find(lesson);
  if (!found) return tl::unexpected(problem_of(found.error()));
  LessonCard card;
  card.id = found->id();
  card.title = found->title();
  card.path = found->path();
  card.sweeps = found->sweeps();
  card.guide = found->guide();
  if (found->guide_error()) card.guide_problem = found->guide_error()->formatted();
  for (const lesson::VariantInfo& variant : found->variants()) {
    LessonCard::Variant entry{
        variant.name, variant.title, variant.set, found->parameters(variant.name), {}, {}, {}};
    if (auto resolved = found->resolve(variant.name, {})) {
      entry.source_path = std::move(resolved->source_path);
      entry.source_name = std::move(resolved->source_name);
      entry.source_text = std::move(resolved->source_text);
      entry.include = std::move(resolved->include);
    }
    card.variants.push_back(std::move(entry));
  }
  if (card.sweeps.empty()) card.sweeps = usual_sweeps(card.variants);
  card.resolve = [kept = std::make_shared<const lesson::Lesson>(std::move(*found))](
                     const std::string& variant, const lesson::Values& overrides) {
    auto resolved = kept->resolve(variant, overrides);
    return resolved ? std::optional(std::move(*resolved)) : std::nullopt;
  };
  return card;
}

}  // namespace lanescope::app
