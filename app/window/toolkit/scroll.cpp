#include "app/window/toolkit/scroll.h"

#include <algorithm>
#include <cmath>

namespace lanescope::app {

float Scroll::begin(Ui& ui, const Rect& area, float height) {
  constexpr float wheel_step = 48;  // units
  offset_ += (ui.wheel_over(area) + std::exchange(steps_, 0.0F)) * ui.px(wheel_step);
  offset_ = std::round(std::clamp(offset_, 0.0F, std::max(height - area.h, 0.0F)));
  return offset_;
}

void Scroll::show(float from, float to, float room) {
  offset_ = std::clamp(offset_, std::min(std::max(to - room, 0.0F), from), from);
}

void Scroll::draw_rail(Ui& ui, const Rect& area, float height) const {
  if (height <= area.h + 0.5F) return;
  const float w = std::max(ui.px(4), 3.0F);
  const Rect rail{right_of(area) - w - ui.px(3), area.y, w, area.h};
  const float share = area.h / height;
  ui.fill(rail, ui.palette().panel_raised, w / 2);
  ui.fill({rail.x, std::round(rail.y + offset_ * share), w, std::round(rail.h * share)},
          ui.palette().text_faint, w / 2);
}

}  // namespace lanescope::app
