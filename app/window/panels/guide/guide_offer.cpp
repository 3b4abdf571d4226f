// What is shown before a lesson has begun.
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "app/session/shortcuts.h"
#include "app/window/panels/guide/guide_panel.h"
#include "app/window/toolkit/widgets.h"
#include "kernels/lesson_file/guide.h"

namespace lanescope::app {
namespace {

// The parameter that the offer asks the user to try, or that was tried; nullptr: none. While a run
// goes on, the offer stays what it is: nothing else comes under the pointer.
const lesson::Parameter* pad_to_try(const GuidePanel::Input& input) {
  const Session& session = input.session;
  const bool conflicts =
      session.selector().event() != nullptr && session.selector().event()->ways > 1;
  const bool is_told = input.points_at_padding ? conflicts : input.tried_padding && !conflicts;
  const bool waits = session.run().running() && (input.points_at_padding || input.tried_padding);
  return is_told || waits ? pad_parameter(session) : nullptr;
}

// The lessons that this one builds on and that the learner has not been through.
std::vector<const lesson::CatalogueEntry*> not_taken(const GuidePanel::Input& input) {
  std::vector<const lesson::CatalogueEntry*> missing;
  const lesson::CourseCatalogue* catalogue = input.course_loader.get();
  if (catalogue == nullptr || !input.session.lesson()) return missing;
  for (const std::string& id : catalogue->after_of(input.session.lesson()->id)) {
    const lesson::CatalogueEntry* entry = entry_of(*catalogue, id);
    if (entry == nullptr || !entry->lesson || entry->lesson->guide() == nullptr) continue;
    const std::set<std::string>& seen = input.course.progress().of(id).steps_seen;
    const auto& steps = entry->lesson->guide()->steps;
    if (!std::all_of(steps.begin(), steps.end(),
                     [&](const lesson::GuideStep& step) { return seen.count(step.name) > 0; })) {
      missing.push_back(entry);
    }
  }
  return missing;
}

std::string titles_of(const Ui& ui, const std::vector<const lesson::CatalogueEntry*>& entries) {
  std::string titles;
  for (const lesson::CatalogueEntry* entry : entries) {
    titles += (titles.empty() ? "" : ui.texts().get("keys.between")) +
              title_of(*entry, ui.language_code());
  }
  return titles;
}

}  // namespace

// Shown before the lesson has begun: what it teaches and how to begin. In a low area only the
// buttons are drawn.
void GuidePanel::offer(Ui& ui, const Input& input, const Rect& area) {
  Course& course = input.course;
  const text::Texts& texts = ui.texts();
  const picture::Palette& palette = ui.palette();
  const float margin = ui.px(16);
  const float h = ui.px(control_height);
  const bool low = area.h < ui.px(80);
  const float side = ui.px(24);
  const Rect close{right_of(area) - side - ui.px(8), area.y + ui.px(low ? 12 : 8), side, side};
  const std::string hide_tip = texts.get("guide.hide_tip");
  if (button(ui, "guide.hide", close, {.glyph = Glyph::cross, .raised = false, .tooltip = hide_tip})
          .pressed) {
    ui.ask(ShowGuide{false});
  }
  const lesson::Parameter* pad = pad_to_try(input);
  const bool tries = pad != nullptr;
  const std::vector<const lesson::CatalogueEntry*> missing = not_taken(input);
  std::string about =
      texts.get("guide.minutes", fmt::arg("n", lesson::minutes_of(*course.guide())));
  if (!missing.empty())
    about += " " + texts.get("guide.builds_on", fmt::arg("lessons", titles_of(ui, missing)));
  if (!low) {
    const float mark = draw_untranslated(ui, course, close.x - ui.px(8), close.y + close.h / 2);
    const Rect words{area.x + margin, area.y + ui.px(12),
                     close.x - area.x - margin - ui.px(8) - mark, area.h - h - ui.px(30)};
    flow_.begin(ui, words);
    std::string goal = course.text(lesson::goal_section, ui.language_code()).text;
    if (goal.empty()) goal = "**" + lesson_title(ui, input.session) + "**";
    if (tries) {
      const report::Event* event = input.session.selector().event();
      goal = event != nullptr && event->ways > 1
                 ? texts.get("guide.try_words", fmt::arg("ways", event->ways))
                 : texts.get("guide.tried_words");
    }
    const picture::ProseStyle goal_style{14, palette.text, false};
    const picture::ProseStyle about_style{picture::text_body, palette.text_dim, false};
    flow_.prose(ui, "guide.goal", goal, goal_style);
    // Whole, or as the tip of the button that begins.
    const float taken = flow_.height_of(ui, "guide.goal", goal, words.w, goal_style) + ui.px(8);
    if (!tries &&
        taken + flow_.height_of(ui, "guide.about", about, words.w, about_style) <= words.h) {
      flow_.space(ui.px(8));
      flow_.prose(ui, "guide.about", about, about_style);
    }
    flow_.end(ui);
  }
  float x = area.x + margin;
  const float y = bottom_of(area) - h - (low ? (area.h - h) / 2 : ui.px(12));
  const float right = low ? close.x - ui.px(8) : right_of(area) - margin;
  const auto add_button = [&](const std::string& id, const std::string& label, bool is_primary,
                              const std::string& tip = {}) {
    const float w = button_width(ui, label);
    if (x + w > right) return false;
    const Rect box{x, std::round(y), w, h};
    x += w + ui.px(8);
    return button(ui, id, box, {.label = label, .chosen = is_primary, .tooltip = tip}).pressed;
  };
  const char* try_key = input.points_at_padding ? "guide.try" : "guide.try_back";
  if (tries && add_button("guide.try", texts.get(try_key, fmt::arg("key", "P")), true))
    input.session.run().toggle_parameter(pad->name);
  const std::size_t at = course.position_reached();
  const std::string begin = at == course.steps() ? texts.get("guide.continue_exercise")
                            : at > 0 ? texts.get("guide.continue", fmt::arg("n", at + 1),
                                                 fmt::arg("total", course.steps()))
                                     : texts.get("guide.begin", fmt::arg("total", course.steps()));
  if (add_button("guide.begin", begin, !tries, about)) course.begin();
  if (!tries && !missing.empty() &&
      add_button("guide.before",
                 texts.get("guide.before",
                           fmt::arg("lesson", title_of(*missing.front(), ui.language_code()))),
                 false)) {
    ui.ask(BeginLesson{missing.front()->id});
  }
  if (add_button("guide.lessons", texts.get("guide.finish"), false))
    ui.ask(OpenOverlay{Overlay::lessons});
}

}  // namespace lanescope::app
