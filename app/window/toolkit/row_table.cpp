#include "app/window/toolkit/row_table.h"

#include <algorithm>
#include <cmath>

#include "app/window/toolkit/widgets.h"
#include "viz/picture/core/badge.h"

namespace lanescope::app {
namespace {

constexpr float title_height_units = 36;
constexpr float column_height = 24;
constexpr float row_units = 26;

Rect box_of(Ui& ui, const Rect& rect) {
  return {rect.x + ui.px(8), rect.y, rect.w - ui.px(16), rect.h};
}

}  // namespace

float RowTable::title_height(Ui& ui) { return ui.px(title_height_units); }

void RowTable::title(Ui& ui, const Rect& area, const std::string& title, const Outcome& shown,
                     float kept_free) {
  const picture::Palette& palette = ui.palette();
  const std::string model = picture::model_badge_text(
      shown.machine != nullptr ? shown.machine->name : std::string(), ui.texts());
  const float middle = area.y + title_height(ui) / 2 + ui.px(2);
  const float width = ui.text(area.x + ui.px(16), middle, title,
                              {FontRole::ui_bold, picture::text_body, palette.text},
                              area.w - ui.px(48) - badge_width(ui, model) - kept_free);
  draw_badge(ui, area.x + ui.px(28) + width, middle, model, palette.good_text);
}

float RowTable::names_y(Ui& ui, const Rect& area) {
  return area.y + ui.px(title_height_units + column_height / 2);
}

float RowTable::rows_y(Ui& ui, const Rect& area) {
  return area.y + ui.px(title_height_units + column_height);
}

float RowTable::row_height(Ui& ui) { return ui.px(row_units); }

void RowTable::rows(Ui& ui, const Rect& area, std::size_t count,
                    std::optional<std::size_t> moved_to,
                    const std::function<void(std::size_t, const Rect&)>& draw_row) {
  const float top = rows_y(ui, area);
  const float row_h = row_height(ui);
  const Rect body{area.x, top, area.w, bottom_of(area) - ui.px(6) - top};
  const int visible = std::max(static_cast<int>(body.h / row_h), 1);
  const int all = static_cast<int>(count);
  if (moved_to) {
    const int at = static_cast<int>(*moved_to);
    first_ = std::clamp(first_, at - visible + 1, at);
  }
  first_ += static_cast<int>(std::lround(ui.wheel_over(body) * 2));
  first_ = std::clamp(first_, 0, std::max(all - visible, 0));
  for (int i = 0; i < std::min(visible, all - first_); ++i) {
    draw_row(static_cast<std::size_t>(first_ + i),
             {body.x, body.y + row_h * static_cast<float>(i), body.w, row_h});
  }
  if (all > visible) {
    // The scroll rail: visible share and position.
    const float a_row = body.h / static_cast<float>(all);
    ui.fill({right_of(body) - ui.px(6), body.y + a_row * static_cast<float>(first_), ui.px(3),
             a_row * static_cast<float>(visible)},
            ui.palette().text_faint, ui.px(2));
  }
}

Press RowTable::begin_row(Ui& ui, const std::string& id, const Rect& rect, bool chosen) {
  const Rect box = box_of(ui, rect);
  const Press press = ui.item(id, box);
  if (chosen) {
    ui.fill(box, ui.palette().selection, ui.px(4));
  } else if (press.hovered) {
    ui.fill(box, ui.palette().panel_raised, ui.px(4));
  }
  return press;
}

void RowTable::end_row(Ui& ui, const Rect& rect, const Press& press) {
  if (press.focused) ui.focus_ring(shrunk(box_of(ui, rect), ui.px(3)), ui.px(4));
}

}  // namespace lanescope::app
