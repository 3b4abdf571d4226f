#include "app/window/panels/lecture/presenter_panel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "app/window/toolkit/widgets.h"

namespace lanescope::app {

std::string clock_text(double seconds) {
  const auto total = static_cast<std::int64_t>(std::max(seconds, 0.0));
  const std::int64_t hours = total / 3600;
  return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, total / 60 % 60, total % 60)
                   : fmt::format("{}:{:02}", total / 60, total % 60);
}

Rect draw_frozen_badge(Ui& ui, float right, float middle) {
  const picture::Palette& palette = ui.palette();
  const std::string word = ui.texts().get("lecture.frozen");
  const TextStyle word_style{FontRole::ui_bold, picture::text_body, palette.on_costly};
  const std::string hint = ui.texts().get("lecture.frozen_tip");
  const TextStyle hint_style{FontRole::ui, picture::text_body, palette.on_costly};
  const float gap = ui.px(10);
  const float w =
      ui.text_width(word, word_style) + ui.text_width(hint, hint_style) + gap + ui.px(24);
  const float h = ui.px(24);
  const Rect box{right - w, std::round(middle - h / 2), w, h};
  ui.fill(box, palette.costly, box.h / 2);
  const float x = box.x + ui.px(12);
  const float word_w = ui.text(x, middle, word, word_style);
  ui.text(x + word_w + gap, middle, hint, hint_style);
  return box;
}

void PresenterPanel::draw_top(Ui& ui, const PresenterInput& input, const Rect& row) {
  const picture::Palette& palette = ui.palette();
  const float middle = row.y + row.h / 2;
  float x = row.x;
  if (input.lecture != nullptr) {
    x += ui.text(x, middle, clock_text(input.elapsed_s),
                 {FontRole::mono_bold, picture::text_verdict + 4, palette.text}) +
         ui.px(20);
  }
  float right = right_of(row);
  if (input.lecture != nullptr) {
    const TextStyle text_style{FontRole::ui_bold, picture::text_verdict, palette.text_dim,
                               picture::AlignX::right};
    right -= ui.text(right, middle,
                     ui.texts().get("lecture.place", fmt::arg("n", input.lecture->index() + 1),
                                    fmt::arg("total", input.lecture->deck()->scenes.size())),
                     text_style) +
             ui.px(20);
  }
  frozen_badge_ = {};
  if (input.frozen) {
    frozen_badge_ = draw_frozen_badge(ui, right, middle);
    right = frozen_badge_.x - ui.px(12);
  }
  if (input.lecture != nullptr) {
    ui.text(x, middle, input.lecture->deck()->title.in(ui.language_code()),
            {FontRole::ui, picture::text_title, palette.text_faint}, std::max(right - x, 1.0F));
  }
}

float PresenterPanel::draw_picture(Ui& ui, const PresenterInput& input, const Rect& area) {
  const picture::Palette& palette = ui.palette();
  const float label_h = ui.px(24);
  const Rect room{area.x, area.y, area.w, std::max(area.h - label_h, 1.0F)};
  float bottom = area.y;
  if (input.picture != 0 && input.picture_width > 0 && input.picture_height > 0) {
    const float scale = std::min(room.w / static_cast<float>(input.picture_width),
                                 room.h / static_cast<float>(input.picture_height));
    const Rect box{room.x, room.y, std::round(static_cast<float>(input.picture_width) * scale),
                   std::round(static_cast<float>(input.picture_height) * scale)};
    // ImTextureID is a pointer in older versions of ImGui, a number in newer ones.
    const auto texture = (ImTextureID) static_cast<std::uintptr_t>(input.picture);
    ui.list().AddImage(texture, ImVec2(box.x, box.y), ImVec2(right_of(box), bottom_of(box)));
    ui.outline(box, input.frozen ? palette.costly : palette.hairline, std::max(ui.px(1), 1.0F));
    ui.text(
        box.x, bottom_of(box) + label_h / 2,
        ui.texts().get(input.frozen ? "presenter.frozen" : "presenter.live"),
        {FontRole::ui, picture::text_body, input.frozen ? palette.costly_text : palette.text_faint},
        room.w);
    bottom = bottom_of(box) + label_h;
  }
  return bottom;
}

// The next scene, with room for a title of several lines.
void PresenterPanel::draw_next(Ui& ui, const Lecture& lecture, const Rect& area) {
  const picture::Palette& palette = ui.palette();
  const Scene* next = lecture.next_scene();
  if (area.h < ui.px(24)) return;
  next_.begin(ui, area);
  next_.prose(ui, "presenter.next",
              next != nullptr
                  ? ui.texts().get(
                        "presenter.next",
                        fmt::arg("title", picture::as_markdown(next->title.in(ui.language_code()))))
                  : ui.texts().get("presenter.last"),
              {picture::text_title + 1, palette.text_dim, false});
  next_.end(ui);
}

void PresenterPanel::draw_notes(Ui& ui, const Lecture& lecture, const Rect& area) {
  const picture::Palette& palette = ui.palette();
  ui.fill(area, palette.panel, ui.px(8));
  const float pad = ui.px(16);
  const Rect inside{area.x + pad, area.y + pad, area.w - 2 * pad - ui.px(8), area.h - 2 * pad};
  if (arrivals_ != lecture.arrivals()) {
    arrivals_ = lecture.arrivals();
    notes_.to_top();
  }
  const std::string& title = lecture.scene().title.in(ui.language_code());
  const std::string notes = lecture.notes(ui.language_code());
  notes_.begin(ui, inside);
  notes_.prose(ui, "presenter.title", title, {picture::text_title + 5, palette.text, true});
  notes_.space(ui.px(8));
  if (lecture.covered()) {
    notes_.prose(ui, "presenter.covered", ui.texts().get("presenter.covered"),
                 {picture::text_title - 1, palette.costly_text, false});
    notes_.space(ui.px(8));
  }
  notes_.prose(ui, "presenter.notes", notes.empty() ? ui.texts().get("presenter.no_notes") : notes,
               {picture::text_title + 2, notes.empty() ? palette.text_faint : palette.text, false});
  notes_.end(ui);
}

PresenterLayout presenter_layout(float width, float height, float unit) {
  const auto px = [&](float units) { return std::round(units * unit); };
  const float pad = px(16), next_h = px(40), top_h = px(48), min_notes_w = px(380);
  const Rect all{pad, pad / 2, width - 2 * pad, height - pad};
  PresenterLayout layout;
  layout.beside = all.w * 0.5F >= min_notes_w;
  layout.top = {all.x, all.y, all.w, top_h};
  const float below_h = layout.beside ? pad / 2 : next_h;
  const Rect body{all.x, all.y + top_h, all.w, std::max(all.h - top_h - below_h, 1.0F)};
  const float picture_h = std::floor(layout.beside ? body.h - 2 * next_h : body.h * 0.4F);
  layout.picture = {body.x, body.y, layout.beside ? std::floor(body.w * 0.5F) : body.w,
                    std::max(picture_h, 1.0F)};
  const float picture_right = right_of(layout.picture), below = bottom_of(layout.picture);
  if (layout.beside) {
    layout.notes = {picture_right + pad, body.y, right_of(body) - picture_right - pad, body.h};
    layout.next = {body.x, below + pad, layout.picture.w, bottom_of(body) - below - pad};
  } else {
    layout.notes = {body.x, below + pad / 2, body.w, bottom_of(body) - below - pad / 2};
    layout.next = {body.x, bottom_of(body), body.w, next_h};
  }
  return layout;
}

void PresenterPanel::draw(Ui& ui, const PresenterInput& input) {
  const picture::Palette& palette = ui.palette();
  ui.fill({0, 0, ui.width(), ui.height()}, palette.background);
  const PresenterLayout at = presenter_layout(ui.width(), ui.height(), ui.style().scale);
  draw_top(ui, input, at.top);
  const float picture_bottom = draw_picture(ui, input, at.picture);
  if (input.lecture == nullptr) {
    ui.text(ui.width() / 2, ui.height() - ui.px(28), ui.texts().get("presenter.no_lecture"),
            {FontRole::ui, picture::text_title, palette.text_dim, picture::AlignX::center},
            at.top.w);
    return;
  }
  draw_notes(ui, *input.lecture, at.notes);
  Rect next = at.next;
  if (at.beside) {
    next.y = std::min(picture_bottom + ui.px(16), next.y);
    next.h = bottom_of(at.next) - next.y;
  }
  draw_next(ui, *input.lecture, next);
}

}  // namespace lanescope::app
