#include "app/window/panels/guide/glossary_list.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/window/panels/base/overlay.h"
#include "app/window/panels/guide/course_loader.h"
#include "app/window/toolkit/widgets.h"
#include "viz/picture/prose/prose.h"

namespace lanescope::app {
namespace {

constexpr float glossary_title_height = 60;  // units
constexpr float glossary_heading_height = 40;
constexpr float glossary_width = 860;
constexpr float word_width = 208;  // of the column of words
constexpr float link_height = 24;
constexpr float row_padding = 8;

// What the filter looks at.
std::string searched(const text::Term& term) {
  std::string all = term.id + "\n" + term.word;
  for (const std::string& form : term.forms) all += "\n" + form;
  return lower(all);
}

std::string title_of_lesson(const std::string& id, const lesson::CourseCatalogue* course,
                            const std::string& language) {
  const lesson::CatalogueEntry* entry = course != nullptr ? entry_of(*course, id) : nullptr;
  return entry != nullptr ? title_of(*entry, language) : id;
}

}  // namespace

void GlossaryList::open(const text::Glossary& glossary, const std::string& term) {
  filter_.clear();
  if (glossary.find(term) != nullptr) current_ = term;
  follow(glossary);
  follows_ = true;
}

void GlossaryList::go_to(const std::string& term) {
  filter_.clear();
  current_ = term;
  follows_ = true;
}

void GlossaryList::move(int direction) {
  if (listed_.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(listed_.size());
  const auto at = std::find(listed_.begin(), listed_.end(), current_) - listed_.begin();
  current_ = listed_[static_cast<std::size_t>((at + direction + count) % count)];
  follows_ = true;
}

bool GlossaryList::clear_filter() {
  const bool had = !filter_.empty();
  filter_.clear();
  return had;
}

std::string GlossaryList::lesson(const text::Glossary& glossary) const {
  const text::Term* term = glossary.find(current_);
  return term != nullptr ? term->lesson : std::string();
}

// The terms whose word or form has what was typed; where there is none, those whose text has it.
void GlossaryList::follow(const text::Glossary& glossary) {
  const std::string wanted = lower(filter_.text());
  listed_.clear();
  for (const bool in_text : {false, true}) {
    for (const text::Term& term : glossary.terms()) {
      const std::string where = in_text ? lower(term.text) : searched(term);
      if (where.find(wanted) != std::string::npos) listed_.push_back(term.id);
    }
    if (!listed_.empty()) break;
  }
  if (std::find(listed_.begin(), listed_.end(), current_) == listed_.end()) {
    current_ = listed_.empty() ? std::string() : listed_.front();
    follows_ = true;
  }
}

GlossaryList::Answer GlossaryList::draw(Ui& ui, const lesson::CourseCatalogue* course) {
  const picture::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  const text::Glossary& glossary = texts.glossary();
  Answer answer;
  filter_.take_typed(ui);
  follow(glossary);
  draw_veil(ui);
  const float head = ui.px(glossary_title_height);
  const float pad = ui.px(24);
  const Rect sheet = sheet_in_middle(ui, std::min(ui.px(glossary_width), ui.width() - ui.px(16)),
                                     ui.height() - ui.px(48));
  draw_sheet(ui, sheet);
  const float title_w = ui.text(sheet.x + pad, sheet.y + head / 2, texts.get("glossary.title"),
                                {FontRole::ui_bold, picture::text_title, palette.text}) +
                        ui.px(24);
  filter_.draw(
      ui,
      {sheet.x + pad + title_w, sheet.y + ui.px(14), sheet.w - 2 * pad - title_w, head - ui.px(28)},
      texts.get("map.filter"));

  const Rect area{sheet.x + ui.px(8), sheet.y + head, sheet.w - ui.px(16),
                  sheet.h - head - ui.px(8)};
  const auto heading_of = [&](std::size_t at) {
    const text::Term& term = *glossary.find(listed_[at]);
    const bool first = at == 0 || glossary.find(listed_[at - 1])->group != term.group;
    return first ? texts.get("glossary.group." + term.group) : std::string();
  };
  std::vector<float> heights;
  float content = 0;
  for (std::size_t i = 0; i < listed_.size(); ++i) {
    heights.push_back(
        row(ui, *glossary.find(listed_[i]), {0, 0, area.w, 0}, false, answer, course));
    const float from = content + (heading_of(i).empty() ? 0 : ui.px(glossary_heading_height));
    content = from + heights.back();
    if (follows_ && listed_[i] == current_) scroll_.show(from, content, area.h);
  }
  follows_ = false;
  const float scrolled = scroll_.begin(ui, area, content);
  ImGui::PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
  float y = area.y - scrolled;
  const std::vector<std::string> listed = listed_;  // a link may change the list
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (const std::string heading = heading_of(i); !heading.empty()) {
      ui.text(area.x + ui.px(16), y + ui.px(glossary_heading_height) * 0.62F, heading,
              {FontRole::ui_bold, picture::text_small + 1, palette.good_text});
      y += ui.px(glossary_heading_height);
    }
    const Rect box{area.x, y, area.w, heights[i]};
    y += heights[i];
    if (bottom_of(box) >= area.y && box.y <= bottom_of(area))
      row(ui, *glossary.find(listed[i]), box, true, answer, course);
  }
  ImGui::PopClipRect();
  scroll_.draw_rail(ui, {area.x, area.y, sheet.w - ui.px(8), area.h}, content);
  if (listed.empty()) {
    ui.text(area.x + area.w / 2, area.y + area.h / 2,
            texts.get("glossary.none", fmt::arg("text", filter_.text())),
            {FontRole::ui, picture::text_body, palette.text_dim, picture::AlignX::center});
  }
  answer.dismissed = is_dismissed(ui, sheet);
  return answer;
}

float GlossaryList::row(Ui& ui, const text::Term& term, const Rect& box, bool draws, Answer& answer,
                        const lesson::CourseCatalogue* course) {
  const picture::Palette& palette = ui.palette();
  const float pad = ui.px(row_padding);
  const float words = ui.px(word_width);
  const float left = box.x + ui.px(16) + words;
  const float width = box.w - words - ui.px(32);
  const SharedPicture& text =
      cache_.get(ui, term.id, picture::as_markdown(term.text), std::floor(width), {});
  const bool has_links = !term.see.empty() || !term.lesson.empty();
  const float height = pad + text->height + (has_links ? ui.px(link_height) : 0) + pad;
  if (!draws) return height;
  // Its links are above it: a press on them is not one on the row.
  const bool over_links = has_links && ImGui::GetMousePos().y >= box.y + pad + text->height;
  if (!over_links && ui.item("glossary." + term.id, box, false).pressed) current_ = term.id;
  if (term.id == current_) {
    ui.fill(shrunk(box, 1), palette.selection, ui.px(6));
    ui.outline(shrunk(box, 1), palette.selection_border, std::max(ui.px(1), 1.0F), ui.px(6));
  }
  ui.text(box.x + ui.px(16), box.y + pad + ui.px(picture::text_body * 1.5F) / 2, term.word,
          {FontRole::ui_bold, picture::text_body, palette.text}, words - ui.px(16));
  ui.paint(text, {left, box.y + pad, text->width, text->height});
  if (has_links)
    links(ui, term, {left, box.y + pad + text->height, width, ui.px(link_height)}, answer, course);
  return height;
}

// Other terms at the left, the lesson at the right.
void GlossaryList::links(Ui& ui, const text::Term& term, const Rect& line, Answer& answer,
                         const lesson::CourseCatalogue* course) {
  const picture::Palette& palette = ui.palette();
  const text::Texts& texts = ui.texts();
  const float middle = line.y + line.h / 2;
  const auto link = [&](const std::string& id, float left, float w, const std::string& words) {
    const Rect box{left, line.y, w, line.h};
    const Press press = ui.item(id, box, false);
    ui.text(
        left, middle, words,
        {FontRole::ui, picture::text_small + 1, press.hovered ? palette.text : palette.good_text},
        w + 1);
    if (press.hovered)
      ui.line(left, bottom_of(box) - ui.px(4), left + w, bottom_of(box) - ui.px(4), palette.text);
    return press.pressed;
  };
  const TextStyle plain{FontRole::ui, picture::text_small + 1, palette.text_dim};
  float right = right_of(line);
  if (!term.lesson.empty()) {
    const std::string title =
        texts.get("glossary.lesson",
                  fmt::arg("lesson", title_of_lesson(term.lesson, course, texts.language())));
    const float w = std::min(ui.text_width(title, plain), line.w * 0.6F);
    right -= w;
    if (link("glossary.lesson." + term.id, right, w, title)) answer.lesson = term.lesson;
  }
  float x = line.x;
  if (!term.see.empty()) x += ui.text(x, middle, texts.get("glossary.see"), plain) + ui.px(8);
  for (const std::string& id : term.see) {
    const text::Term* other = texts.glossary().find(id);
    if (other == nullptr) continue;
    const float w = ui.text_width(other->word, plain);
    if (x + w > right - ui.px(8)) break;
    if (link("glossary.see." + term.id + "." + id, x, w, other->word)) go_to(id);
    x += w + ui.px(14);
  }
}

}  // namespace lanescope::app
