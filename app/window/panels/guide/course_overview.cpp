#include "app/window/panels/guide/course_overview.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/window/panels/base/overlay.h"
#include "app/window/panels/guide/guide_signs.h"
#include "app/window/panels/guide/text_column.h"
#include "app/window/toolkit/widgets.h"
#include "kernels/lesson_file/guide.h"

namespace lanescope::app {
namespace {

constexpr float lesson_row_height = 52;  // units
constexpr float heading_height = 34;

// "25 min · after Strided access"
std::string about(const lesson::CatalogueEntry& entry, const lesson::CourseCatalogue& catalogue,
                  const text::Texts& texts) {
  std::string text =
      texts.get("map.minutes", fmt::arg("n", lesson::minutes_of(*entry.lesson->guide())));
  std::string earlier;
  for (const std::string& id : catalogue.after_of(entry.id)) {
    if (const lesson::CatalogueEntry* found = entry_of(catalogue, id)) {
      earlier +=
          (earlier.empty() ? "" : texts.get("keys.between")) + title_of(*found, texts.language());
    }
  }
  return earlier.empty() ? text
                         : text + "  ·  " + texts.get("map.after", fmt::arg("lessons", earlier));
}

}  // namespace

void CourseOverview::open(const std::string& current_lesson) {
  filter_.clear();
  current_ = current_lesson;
  follows_ = true;
  confirms_reset_ = false;
}

void CourseOverview::move(int direction) {
  if (rows_.empty()) return;
  const auto found = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const Row& row) { return row.lesson == current_; });
  const auto count = static_cast<std::ptrdiff_t>(rows_.size());
  const std::ptrdiff_t at =
      found == rows_.end() ? (direction > 0 ? -1 : count) : found - rows_.begin();
  current_ = rows_[static_cast<std::size_t>((at + direction + count) % count)].lesson;
  follows_ = true;
}

bool CourseOverview::clear_filter() {
  const bool had = !filter_.empty();
  filter_.clear();
  return had;
}

std::string CourseOverview::chosen() const {
  const auto found = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const Row& row) { return row.lesson == current_; });
  return found != rows_.end() && found->error.empty() ? found->lesson : std::string();
}

void CourseOverview::read(const text::Texts& texts, const lesson::CourseCatalogue& catalogue) {
  lessons_.clear();
  const std::string& language = texts.language();
  for (const lesson::CataloguePart& part : catalogue.parts) {
    const std::string& named = part.title.in(language);
    std::string in_part;
    for (const auto& [code, title] : part.title.by_language) in_part += lower(title) + "\n";
    for (const lesson::CatalogueEntry& entry : part.lessons) {
      Known known;
      known.part = static_cast<std::size_t>(&part - catalogue.parts.data());
      Row& row = known.row;
      row.part = named.empty() ? texts.get("map.other_part") : named;
      row.lesson = entry.id;
      row.title = title_of(entry, language);
      if (!entry.lesson) {
        row.error = entry.lesson.error().formatted();
      } else if (entry.lesson->guide_error()) {
        row.goal = entry.lesson->guide_error()->formatted();
      } else if (const auto& guide = entry.lesson->guide(); guide != nullptr) {
        known.guide = guide;
        row.goal = plain_prose(guide->text(lesson::goal_section, language).text);
        row.steps = guide->steps.size();
        row.has_exercise = guide->exercise.has_value();
        row.about = about(entry, catalogue, texts);
      }
      known.searched = in_part + entry.id;
      for (const std::string& code : text::language_codes())
        known.searched += "\n" + lower(title_of(entry, code));
      known.searched += "\n" + lower(row.goal);
      for (const text::Term& term : texts.glossary().terms()) {
        if (term.lesson == entry.id) known.searched += "\n" + lower(term.word);
      }
      lessons_.push_back(std::move(known));
    }
  }
}

void CourseOverview::follow(const Ui& ui, const CourseLoader& course_loader,
                            const ProgressStore& progress) {
  rows_.clear();
  to_do_again_ = 0;
  if (course_loader.get() == nullptr) return;
  if (revision_ != course_loader.revision() || language_ != ui.texts().language()) {
    revision_ = course_loader.revision();
    language_ = ui.texts().language();
    read(ui.texts(), *course_loader.get());
  }
  const std::string wanted = lower(filter_.text());
  std::optional<std::size_t> part;
  for (const Known& known : lessons_) {
    if (known.guide != nullptr)
      to_do_again_ += count_to_do_again(*known.guide, progress.of(known.row.lesson));
    if (known.searched.find(wanted) == std::string::npos) continue;
    Row& row = rows_.emplace_back(known.row);
    if (std::exchange(part, known.part) == known.part) row.part.clear();
    if (known.guide != nullptr) {
      const LessonProgress& done = progress.of(row.lesson);
      row.done = count_done(*known.guide, done);
      row.exercise_done = done.exercise_done;
    }
  }
  const bool is_there = std::any_of(rows_.begin(), rows_.end(),
                                    [&](const Row& row) { return row.lesson == current_; });
  if (!is_there && !rows_.empty()) {
    current_ = rows_.front().lesson;
    follows_ = true;
  }
}

CourseOverview::Answer CourseOverview::draw(Ui& ui, const CourseLoader& course_loader,
                                            const ProgressStore& progress,
                                            const std::string& current_lesson) {
  const picture::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  Answer answer;
  filter_.take_typed(ui);
  follow(ui, course_loader, progress);
  const float row_h = ui.px(lesson_row_height);
  const float heading_h = ui.px(heading_height);
  float content = 0;
  for (const Row& row : rows_) content += row_h + (row.part.empty() ? 0 : heading_h);
  const auto [sheet, area, head, foot, pad, title_w] =
      draw_rows_sheet(ui, texts.get("map.title"), content);
  const Rect field{sheet.x + pad + title_w + ui.px(24), sheet.y + ui.px(14),
                   sheet.w - 2 * pad - title_w - ui.px(24), head - ui.px(28)};
  filter_.draw(ui, field, texts.get("map.filter"));
  if (std::exchange(follows_, false)) {
    float y = 0;
    for (const Row& row : rows_) {
      const float from = y;
      y += row_h + (row.part.empty() ? 0 : heading_h);
      if (row.lesson == current_) scroll_.show(from, y, area.h);
    }
  }
  const float scrolled = scroll_.begin(ui, area, content);
  ImGui::PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
  float y = area.y - scrolled;
  for (const Row& row : rows_) {
    if (!row.part.empty()) {
      ui.text(area.x + ui.px(16), y + heading_h * 0.62F, row.part,
              {FontRole::ui_bold, picture::text_small + 1, palette.good_text});
      y += heading_h;
    }
    const Rect box{area.x, y, area.w, row_h};
    y += row_h;
    if (bottom_of(box) < area.y || box.y > bottom_of(area)) continue;
    const Press press = ui.item("map." + row.lesson, box);
    if (moved_over(press)) current_ = row.lesson;
    draw_row(ui, row, box, row.lesson == current_, row.lesson == current_lesson);
    const std::string& words = row.error.empty() ? row.goal : row.error;
    if (press.hovered) {  // the full text, which may be cut off in the row
      ui.tooltip(row.about.empty() ? words : words + "\n" + row.about);
    }
    if (press.pressed && row.error.empty()) answer.lesson = row.lesson;
  }
  ImGui::PopClipRect();
  scroll_.draw_rail(ui, {area.x, area.y, sheet.w - ui.px(8), area.h}, content);
  if (rows_.empty()) {
    ui.text(area.x + area.w / 2, area.y + area.h / 2,
            course_loader.get() == nullptr
                ? texts.get("progress.loading")
                : texts.get("map.none", fmt::arg("text", filter_.text())),
            {FontRole::ui, picture::text_body, palette.text_dim, picture::AlignX::center});
  }
  const Rect foot_row{sheet.x + pad, bottom_of(sheet) - foot, sheet.w - 2 * pad, foot};
  const float review_w = confirms_reset_ ? 0 : draw_review(ui, foot_row, answer.review);
  answer.reset =
      draw_foot(ui, course_loader, {foot_row.x, foot_row.y, foot_row.w - review_w, foot_row.h});
  answer.dismissed = is_dismissed(ui, sheet);
  return answer;
}

void CourseOverview::draw_row(Ui& ui, const Row& row, const Rect& box, bool is_current,
                              bool is_lesson) const {
  const picture::Palette& palette = ui.palette();
  if (is_current) {
    ui.fill(shrunk(box, 1), palette.selection, ui.px(6));
    ui.outline(shrunk(box, 1), palette.selection_border, std::max(ui.px(1), 1.0F), ui.px(6));
  }
  const float x = box.x + ui.px(32);
  const float room = box.w - ui.px(32) - ui.px(16);
  if (is_lesson)
    ui.triangle({box.x + ui.px(13), box.y + ui.px(14), ui.px(9), ui.px(11)}, true, palette.text);
  if (!row.error.empty()) {
    ui.text(x, box.y + ui.px(18), row.title,
            {FontRole::ui, picture::text_title, palette.error_text}, room);
    ui.text(x, box.y + ui.px(38), row.error,
            {FontRole::ui, picture::text_body - 1, palette.error_text}, room);
    return;
  }
  const float progress_w = ui.px(190);
  const float title_w =
      ui.text(x, box.y + ui.px(18), row.title, {FontRole::ui, picture::text_title, palette.text},
              room - progress_w);
  const TextStyle faint{FontRole::ui, picture::text_small + 1, palette.text_faint,
                        picture::AlignX::right};
  // Beside the title where it has room: the whole second line is then the goal's.
  const float beside_title = room - progress_w - title_w - ui.px(40);
  const bool is_beside = ui.text_width(row.about, faint) <= beside_title;
  const float about_right = right_of(box) - ui.px(16) - (is_beside ? progress_w + ui.px(16) : 0);
  const float about_w = ui.text(about_right, box.y + ui.px(is_beside ? 18 : 38), row.about, faint,
                                is_beside ? beside_title : room * 0.45F);
  ui.text(x, box.y + ui.px(38), row.goal, {FontRole::ui, picture::text_body - 1, palette.text_dim},
          is_beside ? room : room - about_w - ui.px(24));
  if (row.steps == 0) {
    ui.text(right_of(box) - ui.px(16), box.y + ui.px(18), ui.texts().get("map.no_guide"),
            {FontRole::ui, picture::text_small + 1, palette.text_faint, picture::AlignX::right});
  } else {
    draw_progress(
        ui, row, {right_of(box) - ui.px(16) - progress_w, box.y + ui.px(8), progress_w, ui.px(20)});
  }
}

// Draws "3/6 steps", then a checkbox for the exercise, ticked once it is done.
void CourseOverview::draw_progress(Ui& ui, const Row& row, const Rect& box) const {
  const picture::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  const float middle = box.y + box.h / 2;
  float right = right_of(box);
  if (row.has_exercise) {
    const TextStyle text_style{FontRole::ui, picture::text_small + 1,
                               row.exercise_done ? palette.good_text : palette.text_faint,
                               picture::AlignX::right};
    right -= ui.text(right, middle,
                     texts.get(row.exercise_done ? "map.exercise_done" : "map.exercise_open"),
                     text_style);
    const float side = ui.px(13);
    const Rect sign{right - side - ui.px(6), std::round(middle - side / 2), side, side};
    if (row.exercise_done) {
      draw_sign(ui, GuideSign::tick, sign, palette.good_text);
    } else {
      ui.outline(sign, palette.text_faint, std::max(ui.px(1), 1.0F), ui.px(2));
    }
    right = sign.x - ui.px(14);
  }
  const bool begun = row.done > 0;
  ui.text(right, middle,
          texts.get("map.steps", fmt::arg("done", row.done), fmt::arg("total", row.steps)),
          {FontRole::ui, picture::text_small + 1, begun ? palette.text : palette.text_faint,
           picture::AlignX::right});
}

// The button at the right end that opens the questions to do again; returns the width it takes.
float CourseOverview::draw_review(Ui& ui, const Rect& row, bool& pressed) const {
  if (to_do_again_ == 0) return 0;
  const std::string label = ui.texts().count("review.open", to_do_again_);
  const std::string tip = ui.texts().get("review.open_tip");
  const float w = button_width(ui, label);
  const float h = ui.px(control_height);
  const Rect box{right_of(row) - w, std::round(row.y + (row.h - h) / 2), w, h};
  pressed = button(ui, "map.review", box, {.label = label, .tooltip = tip}).pressed;
  return w + ui.px(16);
}

bool CourseOverview::draw_foot(Ui& ui, const CourseLoader& course_loader, const Rect& row) {
  const text::Texts& texts = ui.texts();
  const float h = ui.px(control_height);
  const float y = std::round(row.y + (row.h - h) / 2);
  if (confirms_reset_) {
    const std::string yes = texts.get("guide.yes");
    const std::string no = texts.get("guide.no");
    const float asked = ui.text(row.x, y + h / 2, texts.get("map.reset_confirm"),
                                {FontRole::ui, picture::text_body, ui.palette().text});
    const Rect yes_box{row.x + asked + ui.px(16), y, button_width(ui, yes), h};
    const Rect no_box{right_of(yes_box) + ui.px(8), y, button_width(ui, no), h};
    const bool forget = button(ui, "map.reset.yes", yes_box, {.label = yes}).pressed;
    const bool keep = button(ui, "map.reset.no", no_box, {.label = no, .chosen = true}).pressed;
    confirms_reset_ = !forget && !keep;
    return forget;
  }
  const std::string reset = texts.get("map.reset");
  const float w = button_width(ui, reset);
  confirms_reset_ =
      button(ui, "map.reset", {row.x - ui.px(12), y, w, h}, {.label = reset, .raised = false})
          .pressed;
  if (course_loader.get() != nullptr && course_loader.get()->error) {
    ui.text(row.x + w + ui.px(8), y + h / 2, course_loader.get()->error->formatted(),
            {FontRole::ui, picture::text_body - 1, ui.palette().error_text}, row.w - w - ui.px(8));
  }
  return false;
}

}  // namespace lanescope::app
