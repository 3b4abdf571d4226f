#include "app/window/panels/base/message_panel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/session/start/own_kernel.h"
#include "app/window/toolkit/widgets.h"
#include "sim/diagnostics/diagnostic.h"

namespace lanescope::app {
namespace {

constexpr float title_height = 36;  // units
constexpr float line_height = 20;
constexpr std::size_t max_lines = 3;
constexpr std::size_t max_lines_expanded = 8;
constexpr float collapsed_share = 0.2F;  // of the window's height, at most

}  // namespace

const Color& color_of(Severity severity, const picture::Palette& palette) {
  switch (severity) {
    case Severity::error:
      return palette.error_text;
    case Severity::warning:
      return palette.costly_text;
    case Severity::note:
      break;
  }
  return palette.good_text;
}

void MessagePanel::follow(Ui& ui, const Session& session) {
  const auto& problem = session.run().problem();
  std::string message = problem ? problem->message : std::string();
  if (problem && problem->cancelled) message += ' ' + std::to_string(problem->line);
  const text::Texts& texts = ui.texts();
  if (problem.has_value() == had_problem_ && message == problem_ &&
      session.run().shown() == outcome_ && texts.language() == language_) {
    return;
  }
  const bool only_language = problem.has_value() == had_problem_ && message == problem_ &&
                             session.run().shown() == outcome_;
  had_problem_ = problem.has_value();
  problem_ = message;
  outcome_ = session.run().shown();
  language_ = texts.language();
  lines_.clear();
  grouped_.clear();
  expanded_ = expanded_ && only_language;
  first_ = 0;
  rows_ = 0;
  closed_ = only_language && closed_;
  severity_ = Severity::error;
  if (problem && problem->cancelled) {
    title_ = texts.get("error.cancelled_title");
    if (problem->line > 0) {
      lines_.push_back(
          {texts.get("error.cancelled_at", fmt::arg("line", problem->line),
                     fmt::arg("file", session.variant() != nullptr ? session.variant()->source_name
                                                                   : session.state().lesson)),
           problem->line});
    }
    lines_.push_back(
        {texts.get(!outcome_                                      ? "error.cancelled_first"
                   : session.run().variant_cancelled() == nullptr ? "error.cancelled"
                                                                  : "error.cancelled_new"),
         0});
    summary_ = title_;
  } else if (problem) {
    title_ = texts.get(outcome_ ? "error.run_title" : "error.first_run_title");
    lines_ = problem_lines(*problem, texts, is_users_own(problem->file));
    summary_ = texts.get("error.first_run_title");
  } else if (outcome_ && (!outcome_->report.diagnostics.empty() ||
                          !outcome_->report.remarks.empty() || !outcome_->report.printed.empty())) {
    follow_report(texts);
    // What is in the background takes no room from the picture: the status line offers it.
    closed_ = closed_ || (!only_language && outcome_->report.diagnostics.empty() &&
                          outcome_->report.printed.empty() &&
                          std::ranges::all_of(outcome_->report.remarks, is_in_background));
  }
  if (grouped_.empty()) grouped_ = lines_;
}

void MessagePanel::follow_report(const text::Texts& texts) {
  const report::Report& report = outcome_->report;
  const std::uint64_t count =
      std::max<std::uint64_t>(report.diagnostics_total, report.diagnostics.size());
  // The gravest stand first. Only errors are counted as errors.
  severity_ = report.diagnostics.empty() ? Severity::note : report.diagnostics.front().severity;
  for (const Diagnostic& remark : report.remarks) severity_ = std::max(severity_, remark.severity);
  const auto of_severity = static_cast<std::uint64_t>(
      std::ranges::count(report.diagnostics, severity_, &Diagnostic::severity) +
      std::ranges::count(report.remarks, severity_, &Diagnostic::severity));
  switch (severity_) {
    case Severity::error: {
      const std::uint64_t errors = std::max(report.errors_total, of_severity);
      title_ = errors_title(report, errors, texts);
      summary_ = texts.count("error.errors", errors);
      break;
    }
    case Severity::warning:
      title_ = texts.count("error.warning_title", of_severity);
      summary_ = texts.count("error.warnings", of_severity);
      break;
    case Severity::note:
      title_ = texts.get("error.note_title");
      summary_ = notes_summary(report, texts);
      break;
  }
  lines_ = all_messages(report.diagnostics, texts);
  grouped_ = grouped_messages(report.diagnostics, count, texts);
  for (MessageLine& remark : all_messages(report.remarks, texts)) {
    remark.finding.reset();  // a line to go to, but no thread
    remark.has_other = false;
    lines_.push_back(remark);
    grouped_.push_back(std::move(remark));
  }
  if (severity_ != Severity::note) {
    if (const auto guesses = guesses_line(outcome_->request, outcome_->resolved, texts)) {
      lines_.insert(lines_.begin(), *guesses);
      grouped_.insert(grouped_.begin(), *guesses);
    }
  }
  // The kernel's output follows the findings.
  const std::vector<MessageLine> printed =
      printed_lines(report.printed, report.printed_is_cut, texts);
  if (lines_.empty()) {
    title_ = texts.count("error.printed_title", printed.size());
    summary_ = title_;
  }
  lines_.insert(lines_.end(), printed.begin(), printed.end());
  grouped_.insert(grouped_.end(), printed.begin(), printed.end());
}

const std::vector<MessageLine>& MessagePanel::shown_lines() const {
  return expanded_ ? lines_ : grouped_;
}

bool MessagePanel::can_expand() const {
  return lines_.size() > grouped_.size() || lines_.size() > max_lines || expanded_;
}

// Titles have a column of their own, so that the texts line up.
float MessagePanel::titles_width(Ui& ui, float width) const {
  const TextStyle title_style{FontRole::ui_bold, picture::text_body, ui.palette().text};
  float titles = 0;
  for (const MessageLine& line : shown_lines()) {
    if (!line.title.empty())
      titles = std::max(titles, ui.text_width(line.title, title_style) + ui.px(16));
  }
  return std::min(titles, std::round(width * 0.4F));
}

float MessagePanel::links_width(Ui& ui) const {
  if (std::ranges::none_of(shown_lines(), &MessageLine::has_other)) return 0;
  const TextStyle style{FontRole::ui, picture::text_body, ui.palette().text};
  return ui.text_width(ui.texts().get("error.other_access"), style) + ui.px(24);
}

bool MessagePanel::cuts_lines(Ui& ui, float width) const {
  const float room = width - titles_width(ui, width) - ui.px(8);
  const TextStyle text_style{FontRole::mono, picture::text_body, ui.palette().text};
  const std::vector<Row> rows = rows_of(ui, room);
  return !expanded_ &&
         (rows.size() > most_rows(ui) || std::ranges::any_of(rows, [&](const Row& row) {
            return ui.text_width(row.text, text_style) > room;
          }));
}

std::size_t MessagePanel::most_rows(Ui& ui) const {
  if (expanded_) return std::numeric_limits<std::size_t>::max();
  if (is_low_) return 0;
  const float room = std::round(ui.height() * collapsed_share) - ui.px(title_height + 8);
  return std::min(max_lines, static_cast<std::size_t>(std::max(room / ui.px(line_height), 0.0F)));
}

// Every message can be read to its end, if that takes no more than the rows that there are:
// expanded, as many as there are. A single message is always whole: the wheel shows its other rows.
// Of several, each has one row, and its end may be cut.
std::vector<MessagePanel::Row> MessagePanel::rows_of(Ui& ui, float width) const {
  const TextStyle text_style{FontRole::mono, picture::text_body, ui.palette().text};
  std::vector<Row> whole;
  std::vector<Row> wrapped;
  const std::vector<MessageLine>& lines = shown_lines();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    whole.push_back({i, true, lines[i].text});
    if (ui.text_width(lines[i].text, text_style) <= width) {
      wrapped.push_back(whole.back());
      continue;
    }
    bool is_first = true;
    for (std::string& part : ui.wrapped(lines[i].text, text_style, width))
      wrapped.push_back({i, std::exchange(is_first, false), std::move(part)});
  }
  return lines.size() == 1 || wrapped.size() <= most_rows(ui) ? wrapped : whole;
}

float MessagePanel::height(Ui& ui) const {
  if (!open()) return 0;
  const std::size_t most = expanded_ ? max_lines_expanded : max_lines;
  const std::size_t rows = std::max(shown_lines().size(), rows_);
  const auto lines = static_cast<float>(std::min(rows, most));
  const float wanted = ui.px(title_height) + lines * ui.px(line_height) + ui.px(8);
  // Limit the height so that the picture stays legible. If it is too low, the first line shares the
  // title's row.
  const float share = expanded_ ? 0.35F : is_low_ ? 0 : collapsed_share;
  return std::max(std::min(wanted, std::round(ui.height() * share)), ui.px(title_height));
}

std::string MessagePanel::text() const {
  std::string all;
  for (const MessageLine& line : lines_) {
    all += (line.title.empty() ? "" : line.title + ": ") +
           (line.full.empty() ? line.text : line.full) + "\n";
  }
  return all;
}

void MessagePanel::content(Ui& ui, Session& session, const Rect& area) {
  const picture::Palette& palette = ui.palette();
  // Severity is shown by an edge and a sign as well as by colour.
  const Color color = color_of(severity_, palette);
  ui.fill({area.x, area.y, ui.px(4), area.h}, color, ui.px(2));
  const float middle = area.y + ui.px(title_height) / 2;
  const float sign = ui.px(18);
  const Rect mark{area.x + ui.px(16), std::round(middle - sign / 2), sign, sign};
  ui.outline(mark, color, std::max(ui.px(1.5F), 1.0F), sign / 2);
  ui.text(mark.x + sign / 2, middle, severity_ == Severity::note ? "i" : "!",
          {FontRole::ui_bold, picture::text_body, color, picture::AlignX::center});

  const float title_x = right_of(mark) + ui.px(8);
  const Rect rows{title_x, area.y + ui.px(title_height), right_of(area) - title_x - ui.px(16),
                  area.h - ui.px(title_height) - ui.px(4)};
  const float buttons_x = draw_buttons(ui, area, middle, cuts_lines(ui, rows.w - links_width(ui)));
  const bool has_rows = rows.h >= ui.px(line_height);
  const float title_w =
      ui.text(title_x, middle, title_, {FontRole::ui_bold, picture::text_body, palette.text},
              buttons_x - title_x - ui.px(8));
  if (has_rows) {
    draw_lines(ui, session, rows, right_of(area) - ui.px(8));
    return;
  }
  const float x = title_x + title_w + ui.px(16);
  if (x < buttons_x - ui.px(80)) {
    const std::string& first = shown_lines().front().text;
    const Rect box{x, area.y, buttons_x - x - ui.px(8), area.h};
    ui.text(x, middle, first, {FontRole::mono, picture::text_body, palette.text}, box.w);
    if (ui.item("message.first", box, false).hovered) ui.tooltip(first);
  }
}

// Draws the buttons at the right of the title row; returns their left edge.
float MessagePanel::draw_buttons(Ui& ui, const Rect& area, float middle, bool cuts) {
  const text::Texts& texts = ui.texts();
  const float side = ui.px(28);
  const Rect cross{right_of(area) - side - ui.px(8), std::round(middle - side / 2), side, side};
  const std::string close_tip = texts.get("panel.close_tip");
  if (button(ui, "message.close", cross,
             {.glyph = Glyph::cross, .raised = false, .tooltip = close_tip})
          .pressed) {
    close();
  }
  float x = cross.x;
  const auto next_area = [&](const std::string& label) {
    const float w = button_width(ui, label);
    x -= w + ui.px(4);
    return Rect{x, cross.y, w, side};
  };
  const std::string copy = texts.get("panel.copy");
  if (button(ui, "message.copy", next_area(copy), {.label = copy}).pressed)
    ImGui::SetClipboardText(text().c_str());
  if (cuts || can_expand()) {
    const std::string more = texts.get(expanded_ ? "error.show_fewer" : "error.show_all");
    if (button(ui, "message.more", next_area(more), {.label = more}).pressed) {
      expanded_ = !expanded_;
      first_ = 0;
    }
  }
  // Buttons for scrolling a long list without a wheel.
  if (expanded_ && rows_ > max_lines_expanded) {
    const auto scroll_button = [&](const char* id, Glyph glyph, int by) {
      x -= side + ui.px(4);
      if (button(ui, id, {x, cross.y, side, side}, {.glyph = glyph}).pressed) {
        first_ += by;  // draw_lines keeps it in range
      }
    };
    scroll_button("message.down", Glyph::down, static_cast<int>(max_lines_expanded));
    scroll_button("message.up", Glyph::up, -static_cast<int>(max_lines_expanded));
  }
  const std::string checks = texts.get("checks.button");
  const bool has_room = x - button_width(ui, checks) > area.x + area.w * 0.5F;
  if (outcome_ && has_room &&
      button(ui, "message.checks", next_area(checks),
             {.label = checks, .tooltip = texts.get("checks.tip")})
          .pressed) {
    ui.ask(OpenOverlay{Overlay::checks});
  }
  return x;
}

// To the other of the two accesses that race. Returns whether it was pressed.
bool MessagePanel::draw_link(Ui& ui, int row, const Rect& box, const MessageLine& line) {
  const picture::Palette& palette = ui.palette();
  const Press press = ui.item("message.other." + std::to_string(row), box);
  if (press.hovered || press.focused) ui.fill(box, palette.panel_raised, ui.px(4));
  if (press.focused) ui.focus_ring(shrunk(box, ui.px(2)), ui.px(4));
  const std::string words = ui.texts().get("error.other_access");
  const TextStyle style{FontRole::ui, picture::text_body, palette.text_dim};
  const float x = box.x + ui.px(12);
  const float width = ui.text(x, box.y + box.h / 2, words, style, box.w - ui.px(16));
  const float line_y = std::round(box.y + box.h / 2 + ui.px(8));
  ui.fill({x, line_y, width, std::max(std::round(ui.px(1)), 1.0F)}, palette.text_dim);
  if (press.hovered && outcome_ && line.finding) {
    const SourcePlace& place = outcome_->report.diagnostics[*line.finding].other->place;
    ui.tooltip(ui.texts().get("error.other_access_tip", fmt::arg("file", place.file),
                              fmt::arg("line", place.line)));
  }
  return press.pressed;
}

void MessagePanel::draw_lines(Ui& ui, Session& session, const Rect& rows, float scroll_x) {
  const picture::Palette& palette = ui.palette();
  const std::vector<MessageLine>& lines = shown_lines();
  const float row = ui.px(line_height);
  const TextStyle text_style{FontRole::mono, picture::text_body, palette.text};
  TextStyle title_style{FontRole::ui_bold, picture::text_body, palette.text};
  const float links = links_width(ui);
  const float titles = titles_width(ui, rows.w - links);
  const float room = rows.w - links - titles - ui.px(8);
  const std::vector<Row> all = rows_of(ui, room);
  if (rows_ != all.size()) {
    rows_ = all.size();
    ui.draw_again();  // the height follows
  }
  const int visible = std::max(static_cast<int>(rows.h / row), 1);
  const int count = static_cast<int>(all.size());
  first_ = std::clamp(first_ + static_cast<int>(std::lround(ui.wheel_over(rows) * 3)), 0,
                      std::max(count - visible, 0));
  std::optional<MessageLine> pressed;  // handled after drawing, since it may replace the lines
  bool is_other = false;
  for (int i = 0; i < visible && first_ + i < count; ++i) {
    const Row& part = all[static_cast<std::size_t>(first_ + i)];
    const MessageLine& line = lines[part.line];
    const Rect box{rows.x, rows.y + row * static_cast<float>(i), rows.w - links, row};
    const Press press =
        ui.item("message." + std::to_string(i), box, line.source_line > 0 || !line.opens.empty());
    if (press.hovered || press.focused) {
      ui.fill(box, palette.panel_raised, ui.px(4));
      const bool is_cut = ui.text_width(part.text, text_style) > room;
      if (press.hovered && !line.opens.empty()) {
        const std::string tip = ui.texts().get("error.guesses_tip", fmt::arg("path", line.opens));
        ui.tooltip(is_cut ? part.text + "\n" + tip : tip);
      } else if (press.hovered && is_cut) {
        ui.tooltip(part.text);
      } else if (press.hovered && !line.full.empty()) {
        ui.tooltip(line.full);
      }
    }
    if (press.focused) ui.focus_ring(shrunk(box, ui.px(2)), ui.px(4));
    if (!line.title.empty() && part.is_first) {
      title_style.color = color_of(line.severity, palette);
      ui.text(box.x + ui.px(4), box.y + row / 2, line.title, title_style, titles - ui.px(12));
    }
    ui.text(box.x + titles + ui.px(4), box.y + row / 2, part.text, text_style, room);
    if (press.pressed && line.source_line > 0) pressed = line;
    if (press.pressed && !line.opens.empty()) ui.ask(OpenInEditor{line.opens});
    if (line.has_other && part.is_first &&
        draw_link(ui, i, {right_of(box), box.y, links, row}, line)) {
      pressed = line;
      is_other = true;
    }
  }
  if (pressed && pressed->finding && outcome_) {
    const Diagnostic& finding = outcome_->report.diagnostics[*pressed->finding];
    session.selector().go_to(is_other ? from_other_place(finding) : finding);
  } else if (pressed) {
    session.selector().choose_own_line(pressed->source_line);
  }
  if (count > visible) {
    const float share = static_cast<float>(visible) / static_cast<float>(count);
    const float y = rows.y + rows.h * static_cast<float>(first_) / static_cast<float>(count);
    ui.fill({scroll_x, y, ui.px(3), rows.h * share}, palette.text_faint, ui.px(2));
  }
}

}  // namespace lanescope::app
