#include "app/window/panels/code_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "viz/scene/code.h"

namespace lanescope::app {
namespace {

std::vector<int> error_lines(const Session& session, const std::string& source_name) {
  std::vector<int> lines;
  if (const OutcomePtr& shown = session.shown()) {
    for (const Diagnostic& diagnostic : shown->report.diagnostics) {
      if (diagnostic.severity == Severity::error) {
        lines.push_back(diagnostic.place.line);
      }
    }
  }
  const auto& problem = session.problem();
  // The problem's line is one of the newer text; it is marked where that is the text shown.
  if (problem && problem->line > 0 && problem->file.ends_with(source_name)) {
    lines.push_back(problem->line);
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

// Before the picture, under its text; the chosen line has a ground of its own, and is tinted after
// it.
void tint_lines(Ui& ui, const std::vector<scene::HitArea>& hits, const std::vector<int>& lines,
                const Rect& area) {
  constexpr float strength = 0.20F;
  for (const scene::HitArea& hit : hits) {
    if (hit.kind == scene::HitKind::code_line &&
        std::binary_search(lines.begin(), lines.end(), static_cast<int>(hit.index))) {
      ui.fill({area.x + hit.rect.x, area.y + hit.rect.y, hit.rect.w, hit.rect.h},
              scene::with_alpha(ui.palette().error_text, strength));
    }
  }
}

// Where the headings of the gutter begin, in the picture.
float headings_left(Ui& ui, const scene::DrawList& picture) {
  float left = picture.width;
  for (const scene::Label& label : picture.labels) {
    if (label.y < ui.px(24) && label.align_x == scene::AlignX::right) {
      left = std::min(left, label.x - ui.style().measure(label.font, label.size, label.text));
    }
  }
  return left;
}

// Memory or divergence: in the code's own header, since it is its gutter that changes first. Where
// there is no room for both words the one that is not looked at stands alone; where not even for
// that, the key D is left.
void subjects(Ui& ui, Session& session, float left, float right, float top) {
  struct Choice {
    Subject subject;
    const char* key;
    const char* id;
  };
  constexpr std::array<Choice, 2> choices{
      {{Subject::memory, "panel.subject_memory", "code.memory"},
       {Subject::divergence, "panel.subject_divergence", "code.divergence"}}};
  const Subject now = session.state().selection.subject;
  const auto width_of = [&](const Choice& choice) {
    return std::ceil(ui.text_width(ui.texts().get(choice.key),
                                   {FontRole::ui_bold, scene::text_small, {}})) +
           ui.px(16);
  };
  const float room = right - left - ui.px(12);
  const bool both = width_of(choices[0]) + width_of(choices[1]) <= room;
  float x = left;
  for (const Choice& choice : choices) {
    const bool chosen = choice.subject == now;
    const float w = width_of(choice);
    if ((!both && chosen) || w > room) {
      continue;
    }
    const Rect box{x, std::round(top + ui.px(2)), w, ui.px(20)};
    const Press press = ui.item(choice.id, box);
    if (chosen || press.hovered) {
      ui.fill(box, chosen ? ui.palette().selection : ui.palette().panel_raised, ui.px(5));
    }
    ui.text(x + w / 2, box.y + box.h / 2, ui.texts().get(choice.key),
            {chosen ? FontRole::ui_bold : FontRole::ui, scene::text_small,
             chosen || press.hovered ? ui.palette().text : ui.palette().text_dim,
             scene::AlignX::center});
    if (press.focused) {
      ui.focus_ring(shrunk(box, ui.px(2)), ui.px(5));
    }
    if (press.hovered) {
      ui.tooltip(ui.texts().get("panel.subject_tip"));
    }
    if (press.pressed) {
      session.look_at(choice.subject);
    }
    x += w;
  }
}

}  // namespace

void CodePanel::content(Ui& ui, Session& session, const Rect& area) {
  const OutcomePtr& shown = session.shown();
  const LessonCard::Variant* variant = session.variant();
  // Before the first run is there, its own outcome is worth waiting for; once it failed, the text
  // is where to mend it.
  if (!shown && (!session.problem() || variant == nullptr || variant->source_text.empty())) {
    return;
  }
  const std::string& text = shown ? shown->resolved.source_text : variant->source_text;
  const std::string& name = shown ? shown->resolved.source_name : variant->source_name;
  const auto line_count = static_cast<int>(std::count(text.begin(), text.end(), '\n')) +
                          (text.empty() || text.back() == '\n' ? 0 : 1);
  scene::CodeInput input;
  input.text = text;
  if (shows_costs_) {
    input.error_lines = error_lines(session, name);
  }
  int followed = 0;
  if (shown) {
    input.report = shows_costs_ ? &shown->report : nullptr;
    input.divergence = session.state().selection.subject == Subject::divergence;
    input.selected_line = followed = session.state().selection.line;
  } else if (!input.error_lines.empty()) {
    followed = input.error_lines.front();
  }
  constexpr float lines_a_wheel_step = 3;
  input.first_line =
      scroll_.first_line(followed, line_count, scene::visible_lines(ui.style(), area.h),
                         static_cast<int>(std::lround(ui.wheel_over(area) * lines_a_wheel_step)));

  scene::DrawList picture = scene::build_code(input, ui.style(), area.w, area.h);
  const float headings = headings_left(ui, picture);
  const std::vector<scene::HitArea> hits = picture.hits;
  std::vector<int> lines = input.error_lines;
  const bool chosen_is_wrong = std::erase(lines, input.selected_line) > 0;
  tint_lines(ui, hits, lines, area);
  // In the row of the gutter's headings, which the picture leaves free at the left; before it, so
  // that presses there are not the picture's.
  const float name_w =
      ui.text(area.x + ui.px(16), area.y + ui.px(12), name,
              {FontRole::mono, scene::text_small, ui.palette().text_dim}, area.w * 0.5F);
  if (shown && shows_costs_) {
    subjects(ui, session, area.x + ui.px(28) + name_w, area.x + headings, area.y);
  }
  Press press;
  const scene::HitArea* hit = ui.picture("code", std::move(picture), area, &press);
  if (chosen_is_wrong) {
    tint_lines(ui, hits, {input.selected_line}, area);
  }
  if (hit != nullptr) {
    ui.tooltip(hit->tooltip);
    if (press.pressed && hit->kind == scene::HitKind::code_line) {
      pressed_line_ = static_cast<int>(hit->index);
      session.choose_line(*pressed_line_);
    }
  }
}

}  // namespace lanescope::app
