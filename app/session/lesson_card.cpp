#include <algorithm>
#include <memory>
#include <utility>

#include "app/session/session.h"

namespace lanescope::app {

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
  if (!found) {
    return tl::unexpected(problem_of(found.error()));
  }
  LessonCard card;
  card.id = found->id();
  card.title = found->title();
  card.path = found->path();
  card.sweeps = found->sweeps();
  card.guide = found->guide();
  if (found->guide_error()) {
    card.guide_problem = found->guide_error()->formatted();
  }
  for (const lesson::VariantInfo& variant : found->variants()) {
    LessonCard::Variant entry{
        variant.name, variant.title, variant.set, found->parameters(variant.name), {}, {}, {}};
    if (auto resolved = found->resolve(variant.name, {})) {
      entry.source_path = std::move(resolved->source_path);
      entry.source_name = std::move(resolved->source_name);
      entry.source_text = std::move(resolved->source_text);
    }
    card.variants.push_back(std::move(entry));
  }
  card.resolve = [kept = std::make_shared<const lesson::Lesson>(std::move(*found))](
                     const std::string& variant, const lesson::Values& overrides) {
    auto resolved = kept->resolve(variant, overrides);
    return resolved ? std::optional(std::move(*resolved)) : std::nullopt;
  };
  return card;
}

}  // namespace lanescope::app
