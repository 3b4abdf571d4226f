#include "app/session/session.h"

namespace lanescope::app {

tl::expected<LessonCard, Problem> describe_lesson(const std::string& lesson) {
  const auto found = lesson::find(lesson);
  if (!found) {
    const lesson::Error& error = found.error();
    return tl::unexpected(Problem{2, false, error.formatted(), error.file, error.line, 0});
  }
  LessonCard card;
  card.id = found->id();
  card.title = found->title();
  card.path = found->path();
  for (const lesson::VariantInfo& variant : found->variants()) {
    card.variants.push_back(
        {variant.name, variant.title, variant.set, found->parameters(variant.name)});
  }
  return card;
}

}  // namespace lanescope::app
