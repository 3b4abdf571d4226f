#include "app/window/panels/guide/text_column.h"

#include <algorithm>
#include <cmath>

namespace lanescope::app {
namespace {

constexpr float step_height = 63;  // units, three lines

bool same(const picture::ProseStyle& a, const picture::ProseStyle& b) {
  return a.size == b.size && a.color == b.color && a.is_heading == b.is_heading &&
         a.is_linked == b.is_linked;
}

}  // namespace

const SharedPicture& ProseCache::get(Ui& ui, const std::string& id, const std::string& markdown,
                                     float width, const picture::ProseStyle& prose_style) {
  Entry& entry = entries_[id];
  const bool good = entry.markdown == markdown && entry.language == ui.language_code() &&
                    entry.width == width && entry.scale == ui.style().scale &&
                    entry.theme == ui.palette().theme && same(entry.prose_style, prose_style);
  if (!good) {
    entry.list = std::make_shared<const picture::DrawList>(
        picture::build_prose(picture::parse_prose(markdown), ui.style(), width, prose_style));
    entry.markdown = markdown;
    entry.language = ui.language_code();
    entry.width = width;
    entry.theme = ui.palette().theme;
    entry.prose_style = prose_style;
    // Until the fonts have these characters, their widths are guesses; do not keep the result.
    entry.scale = ui.fonts().needs_rebuild() ? 0 : ui.style().scale;
  }
  return entry.list;
}

void TextColumn::begin(Ui& ui, const Rect& area) {
  area_ = area;
  left_ = area.x;
  width_ = area.w;
  scroll_ += (ui.wheel_over(area) + std::exchange(scroll_steps_, 0.0F)) * ui.px(step_height);
  if (wanted_) {
    if (wanted_->to - scroll_ > area.h) scroll_ = wanted_->to - area.h;
    scroll_ = std::min(scroll_, wanted_->from);
    wanted_.reset();
  }
  scroll_ = std::round(std::clamp(scroll_, 0.0F, std::max(content_h_ - area.h, 0.0F)));
  y_ = area.y - scroll_;
  ImGui::PushClipRect(ImVec2(area.x, area.y), ImVec2(right_of(area), bottom_of(area)), true);
}

void TextColumn::end(Ui& ui) {
  ImGui::PopClipRect();
  content_h_ = y_ + scroll_ - area_.y;
  if (!is_longer()) return;
  const float w = ui.px(4);
  const Rect rail{right_of(area_) + ui.px(6), area_.y, w, area_.h};
  const float share = area_.h / content_h_;
  ui.fill(rail, ui.palette().hairline, w / 2);
  ui.fill({rail.x, std::round(rail.y + scroll_ * share), w, std::round(rail.h * share)},
          ui.palette().text_faint, w / 2);
}

Rect TextColumn::row(float height) {
  const Rect rect{left_, y_, width_, height};
  y_ += height;
  return rect;
}

void TextColumn::indent(float by) {
  left_ += by;
  width_ -= 2 * by;
}

float TextColumn::prose_at(Ui& ui, const std::string& id, const std::string& markdown, float x,
                           float y, float width, const picture::ProseStyle& prose_style) {
  if (markdown.empty()) return 0;
  const SharedPicture& list = cache_.get(ui, id, markdown, std::floor(width), prose_style);
  ui.paint(list, {x, y, list->width, list->height});
  links(ui, id, *list, x, y);
  return list->height;
}

// By keys as by mouse: Tab reaches a link, and then shows its explanation, too.
void TextColumn::links(Ui& ui, const std::string& id, const picture::DrawList& list, float x,
                       float y) {
  for (std::size_t i = 0; i < list.hits.size(); ++i) {
    const picture::HitArea& hit = list.hits[i];
    const Rect box{x + hit.rect.x, y + hit.rect.y, hit.rect.w, hit.rect.h};
    if (hit.kind != picture::HitKind::term || bottom_of(box) < area_.y ||
        box.y > bottom_of(area_)) {
      continue;
    }
    const Press press = ui.item(id + ".term" + std::to_string(i), box);
    if (press.hovered) {
      ui.tooltip(hit.tooltip);
    } else if (press.focused) {
      ui.tooltip(hit.tooltip, box);
    }
    if (press.focused) ui.focus_ring(box, ui.px(3));
    if (press.pressed) ui.ask(ShowTerm{ui.texts().glossary().terms()[hit.index].id});
  }
}

float TextColumn::height_of(Ui& ui, const std::string& id, const std::string& markdown, float width,
                            const picture::ProseStyle& prose_style) {
  return markdown.empty() ? 0
                          : cache_.get(ui, id, markdown, std::floor(width), prose_style)->height;
}

void TextColumn::prose(Ui& ui, const std::string& id, const std::string& markdown,
                       const picture::ProseStyle& prose_style) {
  y_ += prose_at(ui, id, markdown, left_, y_, width_, prose_style);
}

void TextColumn::show(Ui& ui, float from, float to) {
  ui.draw_again();
  wanted_ = Wanted{from + scroll_ - area_.y, to + scroll_ - area_.y};
}

std::string plain_prose(std::string_view markdown) {
  std::string text;
  for (const picture::ProseBlock& block : picture::parse_prose(markdown)) {
    text += text.empty() ? "" : " ";
    for (const picture::ProseSpan& span : block.spans) text += span.text;
  }
  return text;
}

}  // namespace lanescope::app
