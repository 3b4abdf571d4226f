#include "app/window/panels/message_panel.h"

#include <algorithm>
#include <cmath>

#include "app/window/widgets.h"

namespace lanescope::app {
namespace {

constexpr float title_height = 36;  // units
constexpr float line_height = 20;
constexpr int most_lines = 6;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    std::replace(line.begin(), line.end(), '\t', ' ');
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

void MessagePanel::follow(Ui& ui, const Session& session) {
  const auto& problem = session.problem();
  const std::string message = problem ? problem->message : std::string();
  const text::Texts& texts = ui.texts();
  if (problem.has_value() == had_problem_ && message == problem_ && session.shown() == outcome_ &&
      texts.language() == language_) {
    return;
  }
  const bool only_language =
      problem.has_value() == had_problem_ && message == problem_ && session.shown() == outcome_;
  had_problem_ = problem.has_value();
  problem_ = message;
  outcome_ = session.shown();
  language_ = texts.language();
  lines_.clear();
  first_ = 0;
  closed_ = only_language && closed_;
  is_error_ = true;
  if (problem && problem->cancelled) {
    title_ = texts.get("error.cancelled_title");
    lines_.push_back({texts.get(outcome_ ? "error.cancelled" : "error.cancelled_first"), 0});
  } else if (problem) {
    title_ = texts.get(outcome_ ? "error.run_title" : "error.first_run_title");
    for (std::string& line : lines_of(message)) {
      lines_.push_back({std::move(line), 0});
    }
  } else if (outcome_ && !outcome_->report.diagnostics.empty()) {
    follow_report(texts);
  }
}

void MessagePanel::follow_report(const text::Texts& texts) {
  const report::Report& report = outcome_->report;
  is_error_ =
      std::any_of(report.diagnostics.begin(), report.diagnostics.end(),
                  [](const Diagnostic& entry) { return entry.severity == Severity::error; });
  const std::uint64_t count =
      std::max<std::uint64_t>(report.diagnostics_total, report.diagnostics.size());
  title_ = !is_error_         ? texts.get("error.note_title")
           : !report.complete ? texts.get("error.stopped_title")
                              : texts.count("error.kernel_title", count);
  for (const Diagnostic& diagnostic : report.diagnostics) {
    for (std::string& line : lines_of(diagnostic.text())) {
      lines_.push_back({std::move(line), diagnostic.place.line});
    }
  }
}

float MessagePanel::height(Ui& ui) const {
  if (!open()) {
    return 0;
  }
  const auto lines = static_cast<float>(std::min<std::size_t>(lines_.size(), most_lines));
  const float wanted = ui.px(title_height) + lines * ui.px(line_height) + ui.px(8);
  // Never more than a quarter of the window: the picture stays.
  return std::max(std::min(wanted, std::round(ui.height() * 0.25F)),
                  ui.px(title_height + line_height));
}

std::string MessagePanel::text() const {
  std::string all;
  for (const Line& line : lines_) {
    all += line.text + "\n";
  }
  return all;
}

void MessagePanel::content(Ui& ui, Session& session, const Rect& area) {
  const scene::Palette& palette = ui.palette();
  // An edge and a sign, not only a colour.
  const Color color = is_error_ ? palette.error_text : palette.good_text;
  ui.fill({area.x, area.y, ui.px(4), area.h}, color, ui.px(2));
  const float middle = area.y + ui.px(title_height) / 2;
  const float sign = ui.px(18);
  const Rect mark{area.x + ui.px(16), std::round(middle - sign / 2), sign, sign};
  ui.outline(mark, color, std::max(ui.px(1.5F), 1.0F), sign / 2);
  ui.text(mark.x + sign / 2, middle, is_error_ ? "!" : "i",
          {FontRole::ui_bold, scene::text_body, color, scene::AlignX::center});

  const float side = ui.px(28);
  const Rect cross{right_of(area) - side - ui.px(8), std::round(middle - side / 2), side, side};
  const std::string close_tip = ui.texts().get("panel.close_tip");
  if (button(ui, "message.close", cross,
             {.glyph = Glyph::cross, .raised = false, .tooltip = close_tip})
          .pressed) {
    close();
  }
  const std::string copy = ui.texts().get("panel.copy");
  const float copy_w = button_width(ui, copy);
  const Rect copy_box{cross.x - copy_w - ui.px(4), cross.y, copy_w, side};
  if (button(ui, "message.copy", copy_box, {.label = copy}).pressed) {
    ImGui::SetClipboardText(text().c_str());
  }
  const float title_x = right_of(mark) + ui.px(8);
  ui.text(title_x, middle, title_, {FontRole::ui_bold, scene::text_body, palette.text},
          copy_box.x - title_x - ui.px(8));

  const float row = ui.px(line_height);
  const Rect rows{title_x, area.y + ui.px(title_height), right_of(area) - title_x - ui.px(16),
                  area.h - ui.px(title_height) - ui.px(4)};
  const int visible = std::max(static_cast<int>(rows.h / row), 1);
  const int count = static_cast<int>(lines_.size());
  first_ = std::clamp(first_ + static_cast<int>(std::lround(ui.wheel_over(area) * 3)), 0,
                      std::max(count - visible, 0));
  for (int i = 0; i < visible && first_ + i < count; ++i) {
    const Line& line = lines_[static_cast<std::size_t>(first_ + i)];
    const Rect box{rows.x, rows.y + row * static_cast<float>(i), rows.w, row};
    const Press press = ui.item("message." + std::to_string(i), box, line.source_line > 0);
    if (press.hovered || press.focused) {
      ui.fill(box, palette.panel_raised, ui.px(4));
      if (ui.text_width(line.text, {FontRole::mono, scene::text_body, {}}) > box.w) {
        ui.tooltip(line.text);
      }
    }
    if (press.pressed && line.source_line > 0) {
      session.choose_line(line.source_line);
    }
    ui.text(box.x + ui.px(4), box.y + row / 2, line.text,
            {FontRole::mono, scene::text_body, palette.text}, box.w - ui.px(8));
  }
  if (count > visible) {
    const float share = static_cast<float>(visible) / static_cast<float>(count);
    const float y = rows.y + rows.h * static_cast<float>(first_) / static_cast<float>(count);
    ui.fill({right_of(area) - ui.px(8), y, ui.px(3), rows.h * share}, palette.text_faint, ui.px(2));
  }
}

}  // namespace lanescope::app
