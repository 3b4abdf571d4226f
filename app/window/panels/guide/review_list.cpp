#include "app/window/panels/guide/review_list.h"

#include <algorithm>
#include <cmath>

#include "app/window/panels/base/overlay.h"
#include "app/window/panels/guide/guide_signs.h"
#include "app/window/panels/guide/text_column.h"
#include "app/window/toolkit/widgets.h"

namespace lanescope::app {
namespace {

constexpr float row_height = 76;  // units
constexpr std::size_t most_lines = 2;

}  // namespace

std::string asked_in(const std::string& question) {
  std::size_t begin = 0, asks_from = 0, asks_to = std::string::npos;
  const auto stands_at = [&](std::size_t at, const char* mark) {
    return question.compare(at, std::char_traits<char>::length(mark), mark) == 0;
  };
  for (std::size_t at = 0; at < question.size();) {
    std::size_t length = 1;
    bool ends = false, asks = false;
    for (const char* mark : {"。", "！", "？", ".", "!", "?"}) {
      if (!stands_at(at, mark)) continue;
      length = std::char_traits<char>::length(mark);
      const bool is_wide = length > 1;
      // "1.5" and "a?b" end no sentence.
      ends = is_wide || at + 1 == question.size() || question[at + 1] == ' ';
      asks = ends && (stands_at(at, "？") || stands_at(at, "?"));
      break;
    }
    at += length;
    if (asks) {
      asks_from = begin;
      asks_to = at;
    }
    if (!ends) continue;
    while (at < question.size() && question[at] == ' ') ++at;
    begin = at;
  }
  return asks_to == std::string::npos ? question : question.substr(asks_from, asks_to - asks_from);
}

void ReviewList::open(const std::string& lesson) {
  lesson_ = lesson;
  current_ = 0;
  follows_ = true;
  rows_.clear();
  revision_ = 0;
}

void ReviewList::move(int direction) {
  if (rows_.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(rows_.size());
  const auto at = static_cast<std::ptrdiff_t>(current_);
  current_ = static_cast<std::size_t>((at + direction + count) % count);
  follows_ = true;
}

ReviewList::Choice ReviewList::chosen() const {
  return current_ < rows_.size() ? rows_[current_].of : Choice{};
}

void ReviewList::follow(const Ui& ui, const CourseLoader& course_loader,
                        const ProgressStore& progress) {
  if (course_loader.get() == nullptr ||
      (revision_ == course_loader.revision() && language_ == ui.texts().language() &&
       progress_ == progress.all())) {
    return;
  }
  revision_ = course_loader.revision();
  language_ = ui.texts().language();
  progress_ = progress.all();
  rows_.clear();
  for (const ToDoAgain& entry : to_do_again(*course_loader.get(), progress_)) {
    Row& row = rows_.emplace_back();
    row.of = {entry.lesson->id, entry.question->name};
    const std::string section =
        section_of(entry, lesson::step_section(entry.step->name), language_);
    row.where =
        title_of(*entry.lesson, language_) + "  ·  " + std::string(lesson::titled(section).title);
    row.words =
        plain_prose(section_of(entry, lesson::question_section(entry.question->name), language_));
    row.asks = asked_in(row.words);
    row.was_skipped = entry.was_skipped;
  }
  // Those of the lesson that the list was opened from stand first, at the top of the list.
  std::stable_partition(rows_.begin(), rows_.end(),
                        [&](const Row& row) { return row.of.lesson == lesson_; });
  current_ = std::min(current_, rows_.empty() ? 0 : rows_.size() - 1);
}

ReviewList::Answer ReviewList::draw(Ui& ui, const CourseLoader& course_loader,
                                    const ProgressStore& progress) {
  const picture::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  Answer answer;
  follow(ui, course_loader, progress);
  const float row_h = ui.px(row_height);
  const float content = row_h * static_cast<float>(rows_.size());
  const auto [sheet, area, head, foot, pad, title_w] =
      draw_rows_sheet(ui, texts.get("review.title"), content);
  ui.text(sheet.x + pad + title_w + ui.px(16), sheet.y + head / 2, texts.get("review.about"),
          {FontRole::ui, picture::text_body, palette.text_dim},
          sheet.w - 2 * pad - title_w - ui.px(16));
  if (std::exchange(follows_, false)) {
    const float from = row_h * static_cast<float>(current_);
    scroll_.show(from, from + row_h, area.h);
  }
  const float scrolled = scroll_.begin(ui, area, content);
  ImGui::PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
  float y = area.y - scrolled;
  for (std::size_t i = 0; i < rows_.size(); ++i, y += row_h) {
    const Rect box{area.x, y, area.w, row_h};
    if (bottom_of(box) < area.y || box.y > bottom_of(area)) continue;
    const Row& row = rows_[i];
    const Press press = ui.item("review." + row.of.lesson + "." + row.of.question, box);
    if (moved_over(press)) current_ = i;
    const bool has_all = draw_row(ui, row, box, i == current_);
    if (press.hovered && !has_all) ui.tooltip(row.words);
    if (press.pressed) answer.chosen = row.of;
  }
  ImGui::PopClipRect();
  scroll_.draw_rail(ui, {area.x, area.y, sheet.w - ui.px(8), area.h}, content);
  if (rows_.empty()) {
    ui.text(area.x + area.w / 2, area.y + area.h / 2,
            texts.get(course_loader.get() == nullptr ? "progress.loading" : "review.none"),
            {FontRole::ui, picture::text_body, palette.text_dim, picture::AlignX::center});
  }
  const std::string lessons = texts.get("guide.finish");
  const float h = ui.px(control_height);
  const Rect button_box{sheet.x + pad - ui.px(12),
                        std::round(bottom_of(sheet) - foot + (foot - h) / 2),
                        button_width(ui, lessons), h};
  const std::string tip = texts.get("review.lessons_tip");
  answer.lessons =
      button(ui, "review.lessons", button_box, {.label = lessons, .raised = false, .tooltip = tip})
          .pressed;
  answer.dismissed = is_dismissed(ui, sheet);
  return answer;
}

bool ReviewList::draw_row(Ui& ui, const Row& row, const Rect& box, bool is_current) {
  const picture::Palette& palette = ui.palette();
  if (is_current) {
    ui.fill(shrunk(box, 1), palette.selection, ui.px(6));
    ui.outline(shrunk(box, 1), palette.selection_border, std::max(ui.px(1), 1.0F), ui.px(6));
  }
  const float sign = ui.px(14);
  const Color color = row.was_skipped ? palette.text_dim : palette.costly_text;
  draw_sign(ui, row.was_skipped ? GuideSign::arrow : GuideSign::cross,
            {box.x + ui.px(10), box.y + ui.px(10), sign, sign}, color);
  const float x = box.x + ui.px(32);
  const float room = box.w - ui.px(48);
  const TextStyle state{FontRole::ui, picture::text_small + 1, color, picture::AlignX::right};
  const float state_w =
      ui.text(right_of(box) - ui.px(16), box.y + ui.px(17),
              ui.texts().get(row.was_skipped ? "review.skipped" : "review.wrong"), state);
  ui.text(x, box.y + ui.px(17), row.where,
          {FontRole::ui, picture::text_small + 1, palette.text_dim}, room - state_w - ui.px(16));
  const TextStyle words{FontRole::ui, picture::text_body, palette.text};
  float middle = box.y + ui.px(38);
  auto lines = ui.wrapped(row.asks, words, room);
  const bool has_all = lines.size() <= most_lines;
  if (!has_all) {
    lines.resize(most_lines);
    lines.back() += "…";
  }
  for (const std::string& line : lines) {
    ui.text(x, middle, line, words, room);
    middle += ui.px(20);
  }
  return row.asks == row.words && has_all;
}

}  // namespace lanescope::app
