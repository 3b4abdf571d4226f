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

void PresenterPanel::draw(Ui& ui, const PresenterInput& input) {
  const picture::Palette& palette = ui.palette();
  ui.fill({0, 0, ui.width(), ui.height()}, palette.background);
  const float pad = ui.px(16);
  const Rect all{pad, pad / 2, ui.width() - 2 * pad, ui.height() - pad};
  const float top_h = ui.px(48);
  const float next_h = ui.px(40);
  draw_top(ui, input, {all.x, all.y, all.w, top_h});
  // Side by side if that leaves enough width for the notes; otherwise one below the other.
  const float min_notes_w = ui.px(380);
  const bool beside = all.w * 0.5F >= min_notes_w;
  const float below_h = beside ? 0 : next_h;  // side by side: the next scene is below the picture
  const Rect body{all.x, all.y + top_h, all.w,
                  std::max(all.h - top_h - below_h - (beside ? pad / 2 : 0), 1.0F)};
  const float picture_w = beside ? std::floor(body.w * 0.5F) : body.w;
  const float picture_h = beside ? body.h - 2 * next_h : std::floor(body.h * 0.4F);
  const float picture_bottom = draw_picture(ui, input, {body.x, body.y, picture_w, picture_h});
  if (input.lecture == nullptr) {
    ui.text(ui.width() / 2, bottom_of(all) - next_h / 2, ui.texts().get("presenter.no_lecture"),
            {FontRole::ui, picture::text_title, palette.text_dim, picture::AlignX::center}, all.w);
    return;
  }
  const Rect notes =
      beside ? Rect{body.x + picture_w + pad, body.y, body.w - picture_w - pad, body.h}
             : Rect{body.x, body.y + picture_h + pad / 2, body.w, body.h - picture_h - pad / 2};
  draw_notes(ui, *input.lecture, notes);
  const float next_y = beside ? picture_bottom + pad : bottom_of(all) - next_h;
  draw_next(ui, *input.lecture,
            {body.x, next_y, picture_w, (beside ? bottom_of(body) : bottom_of(all)) - next_y});
}

}  // namespace lanescope::app
