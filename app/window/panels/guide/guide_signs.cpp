#include "app/window/panels/guide/guide_signs.h"

#include <algorithm>
#include <cmath>

namespace lanescope::app {

void draw_sign(Ui& ui, GuideSign sign, const Rect& box, const Color& color) {
  const float side = std::min(box.w, box.h);
  const float x = box.x + (box.w - side) / 2;
  const float y = box.y + (box.h - side) / 2;
  const float width = std::max(side * 0.15F, 1.5F);
  const auto stroke = [&](float fx, float fy, float tx, float ty) {
    ui.line(x + fx * side, y + fy * side, x + tx * side, y + ty * side, color, width);
  };
  switch (sign) {
    case GuideSign::tick:
      stroke(0.08F, 0.55F, 0.40F, 0.86F);
      stroke(0.36F, 0.86F, 0.94F, 0.16F);
      break;
    case GuideSign::cross:
      stroke(0.14F, 0.14F, 0.86F, 0.86F);
      stroke(0.86F, 0.14F, 0.14F, 0.86F);
      break;
    case GuideSign::arrow:
      stroke(0.06F, 0.5F, 0.92F, 0.5F);
      stroke(0.56F, 0.16F, 0.92F, 0.52F);
      stroke(0.56F, 0.84F, 0.92F, 0.48F);
      break;
    case GuideSign::ring:
      ui.outline({x + side * 0.08F, y + side * 0.08F, side * 0.84F, side * 0.84F}, color, width,
                 side * 0.42F);
      break;
    case GuideSign::warning:
      stroke(0.5F, 0.08F, 0.5F, 0.64F);
      ui.fill({x + side * 0.5F - width / 2, y + side * 0.78F, width, width}, color, width / 2);
      break;
  }
}

void draw_dot(Ui& ui, const Rect& box, GuideStepState state, bool is_current, bool is_exercise) {
  const picture::Palette& palette = ui.palette();
  const float side = ui.px(10);
  const float w = is_current ? ui.px(24) : side;
  const Rect dot{std::round(box.x + (box.w - w) / 2), std::round(box.y + (box.h - side) / 2), w,
                 side};
  const float radius = is_exercise ? ui.px(2) : side / 2;
  const float line = std::max(ui.px(1.5F), 1.0F);
  const bool is_hollow =
      !is_current && (state == GuideStepState::coming || state == GuideStepState::seen);
  if (is_hollow && is_exercise) {
    ui.outline(dot, palette.text_faint, line, radius);
  } else if (is_hollow) {
    ui.list().AddCircle(ImVec2(dot.x + side / 2, dot.y + side / 2), side / 2 - 0.75F,
                        color_bytes(palette.text_faint), 0, line);
  } else {
    ui.fill(dot, is_current ? palette.good : palette.text_dim, radius);
  }
  if (is_current) return;
  if (state == GuideStepState::seen) {
    const float inner = std::round(side * 0.4F);
    ui.fill({dot.x + (side - inner) / 2, dot.y + (side - inner) / 2, inner, inner},
            palette.text_faint, inner / 2);
  } else if (state == GuideStepState::to_do_again) {
    ui.line(dot.x - line, dot.y + side + line, dot.x + side + line, dot.y - line, palette.panel,
            2 * line);
  }
}

}  // namespace lanescope::app
