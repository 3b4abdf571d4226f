#include "app/window/panels/code_panel.h"

#include <algorithm>
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
  input.error_lines = error_lines(session, name);
  int followed = 0;
  if (shown) {
    input.report = &shown->report;
    input.selected_line = followed = session.state().selection.line;
  } else if (!input.error_lines.empty()) {
    followed = input.error_lines.front();
  }
  constexpr float lines_a_wheel_step = 3;
  input.first_line =
      scroll_.first_line(followed, line_count, scene::visible_lines(ui.style(), area.h),
                         static_cast<int>(std::lround(ui.wheel_over(area) * lines_a_wheel_step)));

  scene::DrawList picture = scene::build_code(input, ui.style(), area.w, area.h);
  const std::vector<scene::HitArea> hits = picture.hits;
  std::vector<int> lines = input.error_lines;
  const bool chosen_is_wrong = std::erase(lines, input.selected_line) > 0;
  tint_lines(ui, hits, lines, area);
  Press press;
  const scene::HitArea* hit = ui.picture("code", std::move(picture), area, &press);
  if (chosen_is_wrong) {
    tint_lines(ui, hits, {input.selected_line}, area);
  }
  // In the row of the gutter's headings, which the picture leaves free at the left.
  ui.text(area.x + ui.px(16), area.y + ui.px(12), name,
          {FontRole::mono, scene::text_small, ui.palette().text_dim}, area.w * 0.5F);
  if (hit != nullptr) {
    ui.tooltip(hit->tooltip);
    if (press.pressed && hit->kind == scene::HitKind::code_line) {
      session.choose_line(static_cast<int>(hit->index));
    }
  }
}

}  // namespace lanescope::app
