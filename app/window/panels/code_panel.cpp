#include "app/window/panels/code_panel.h"

#include <algorithm>
#include <cmath>

#include "viz/scene/code.h"

namespace lanescope::app {
namespace {

std::vector<int> error_lines(const Session& session) {
  std::vector<int> lines;
  const Outcome& shown = *session.shown();
  for (const Diagnostic& diagnostic : shown.report.diagnostics) {
    if (diagnostic.severity == Severity::error) {
      lines.push_back(diagnostic.place.line);
    }
  }
  const auto& problem = session.problem();
  // The problem's line is one of the newer text; it is marked where that is the text shown.
  if (problem && problem->line > 0 && problem->file.ends_with(shown.resolved.source_name)) {
    lines.push_back(problem->line);
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

}  // namespace

void CodePanel::content(Ui& ui, Session& session, const Rect& area) {
  const OutcomePtr& shown = session.shown();
  if (!shown) {
    return;
  }
  const std::string& text = shown->resolved.source_text;
  const auto line_count = static_cast<int>(std::count(text.begin(), text.end(), '\n')) +
                          (text.empty() || text.back() == '\n' ? 0 : 1);
  const int visible = scene::visible_lines(ui.style(), area.h);
  const int chosen = session.state().selection.line;
  if (chosen != followed_line_) {
    followed_line_ = chosen;
    first_line_ = scene::first_visible_line(first_line_, chosen, line_count, visible);
  }
  constexpr float lines_a_wheel_step = 3;
  first_line_ += static_cast<int>(std::lround(ui.wheel_over(area) * lines_a_wheel_step));
  first_line_ = std::clamp(first_line_, 1, std::max(1, line_count - visible + 1));

  scene::CodeInput input;
  input.text = text;
  input.report = &shown->report;
  input.selected_line = chosen;
  input.first_line = first_line_;
  input.error_lines = error_lines(session);
  Press press;
  const scene::HitArea* hit =
      ui.picture("code", scene::build_code(input, ui.style(), area.w, area.h), area, &press);
  // In the row of the gutter's headings, which the picture leaves free at the left.
  ui.text(area.x + ui.px(16), area.y + ui.px(12), shown->resolved.source_name,
          {FontRole::mono, scene::text_small, ui.palette().text_dim}, area.w * 0.5F);
  if (hit != nullptr) {
    ui.tooltip(hit->tooltip);
    if (press.pressed && hit->kind == scene::HitKind::code_line) {
      session.choose_line(static_cast<int>(hit->index));
    }
  }
}

}  // namespace lanescope::app
