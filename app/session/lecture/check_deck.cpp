#include "app/session/lecture/check_deck.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/selection/selection.h"
#include "app/session/session.h"
#include "app/session/state.h"
#include "kernels/lesson_file/guide.h"
#include "kernels/lesson_file/names.h"
#include "kernels/machine_file/machine_file.h"

namespace lanescope::app {
namespace {

using lesson::Error;
using lesson::Lesson;

class DeckChecker {
 public:
  explicit DeckChecker(const Deck& deck) : deck_(deck) {}

  std::vector<Error> files() {
    for (std::size_t i = 0; i < deck_.scenes.size(); ++i) {
      enter(i);
      check_texts();
      check_lesson();
    }
    return std::move(problems_);
  }

  std::vector<Error> runs(compile::Compiler compiler) {
    for (std::size_t i = 0; i < deck_.scenes.size(); ++i) {
      enter(i);
      check_run(compiler);
    }
    return std::move(problems_);
  }

 private:
  void enter(std::size_t index) {
    scene_ = &deck_.scenes[index];
    index_ = index;
  }
  void report(int line, const std::string& key, std::string message) {
    problems_.push_back({deck_.path.string(), line, key, std::move(message)});
  }
  void report(const std::string& key, std::string message) {
    report(scene_->line_of(key), fmt::format("scenes[{}]{}{}", index_, key.empty() ? "" : ".", key),
           std::move(message));
  }
  // A text needs every language that the deck's title has.
  void check_languages(const std::string& key, const lesson::Text& text) {
    if (text.english().empty()) return;
    for (const auto& [language, title] : deck_.title.by_language) {
      if (title.empty() || text.has(language)) continue;
      report(key, fmt::format("the deck's title has a text in the language {0}, but this has none: "
                              "{{ en = \"...\", {0} = \"...\" }}",
                              language));
    }
  }

  void check_texts() {
    check_languages("title", scene_->title);
    check_languages("notes", scene_->notes);
  }

  void check_lesson() {
    const auto found = lesson::find(scene_->lesson);
    if (!found) return report("lesson", found.error().formatted());
    if (!scene_->step_name.empty()) return check_step(*found);
    if (const auto machine = machine::find(scene_->machine); !machine)
      report("machine", machine.error().formatted());
    const auto view = parse_view(scene_->view);
    const auto resolved = found->resolve(scene_->variant, own_values());
    if (!resolved) {
      const bool of_variant = resolved.error().key == "variants";  // it has no such variant
      report(of_variant ? "variant" : "set", resolved.error().formatted());
    } else if (view && view->page == Page::times) {
      check_values_of_all(*found);
    }
    if (!view || view->page != Page::sweep) return;
    const auto card = describe_lesson(scene_->lesson);
    if (card && std::ranges::count(card->sweeps, view->page_argument, &lesson::Sweep::name) == 0)
      report("view", fmt::format("the lesson has no sweep '{}'", view->page_argument));
  }

  // Reports one value at most, which may be wrong for several variants.
  void check_values_of_all(const Lesson& lesson) {
    const auto card = describe_lesson(scene_->lesson);
    if (!card) return;
    for (const LessonCard::Variant& each : card->variants) {
      const auto resolved = lesson.resolve(each.name, values_for(each, *card, scene_->set));
      if (!resolved) return report("set", resolved.error().formatted());
    }
  }

  // What the scene's variant takes of `set`. The page of times shows all variants, and a scene of
  // it may set parameters of any.
  [[nodiscard]] lesson::Values own_values() const {
    const auto view = parse_view(scene_->view);
    if (!view || view->page != Page::times) return scene_->set;
    const auto card = describe_lesson(scene_->lesson);
    State state;
    state.variant = scene_->variant;
    const LessonCard::Variant* variant = card ? variant_of(state, *card) : nullptr;
    return variant != nullptr ? values_for(*variant, *card, scene_->set) : scene_->set;
  }

  void check_step(const Lesson& lesson) {
    if (lesson.guide_error()) return report("step", lesson.guide_error()->formatted());
    if (lesson.guide() == nullptr) {
      report("step", fmt::format("the lesson '{}' has no guide, and so no step '{}'", lesson.id(),
                                 scene_->step_name));
    } else if (step_of(lesson) == nullptr) {
      std::vector<std::string> names;
      for (const lesson::GuideStep& step : lesson.guide()->steps) names.push_back(step.name);
      report("step",
             fmt::format("no step '{}'{}; the lesson has {}", scene_->step_name,
                         lesson::did_you_mean(scene_->step_name, names), lesson::list_of(names)));
    }
  }

  [[nodiscard]] const lesson::GuideStep* step_of(const Lesson& lesson) const {
    if (lesson.guide() == nullptr) return nullptr;
    const auto number = lesson.guide()->step_number(scene_->step_name);
    return number ? &lesson.guide()->steps[*number] : nullptr;
  }

  void check_run(compile::Compiler compiler) {
    RunRequest request;
    request.lesson = scene_->lesson;
    request.variant = scene_->variant;
    request.overrides = own_values();
    request.machine = machine::requested_id(scene_->machine);
    request.compiler = scene_->compiler.value_or(compiler);
    request.want_hashes = false;
    std::string text = scene_->view;
    if (!scene_->step_name.empty()) {
      const auto lesson = lesson::find(scene_->lesson);
      const lesson::GuideStep* step = lesson ? step_of(*lesson) : nullptr;
      if (step == nullptr) return;  // check_deck() reports it
      request.variant = step->setting.variant;
      request.overrides = step->setting.set;
      request.machine = machine::requested_id(step->machine);
      text = step->view.text;
    }
    const ViewRequest view = parse_view(text).value_or(ViewRequest{});
    request.focus_block = view.block;
    const auto outcome = run(request);
    if (!outcome) return report("", outcome.error().message);
    check_view(view, (*outcome)->report);
  }

  void check_view(const ViewRequest& view, const report::Report& report_of_run) {
    for (std::string& lack : lacking(view, report_of_run)) report("view", std::move(lack));
  }

  const Deck& deck_;
  std::vector<Error> problems_;
  const Scene* scene_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace

std::vector<Error> check_deck(const Deck& deck) { return DeckChecker(deck).files(); }

std::vector<Error> check_deck_runs(const Deck& deck, compile::Compiler compiler) {
  return DeckChecker(deck).runs(compiler);
}

}  // namespace lanescope::app
