#include "viz/picture/times/signs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

Color bar_color(const Palette& palette, bool chosen) {
  return chosen ? palette.good : mixed(palette.panel, palette.text_dim, 0.55F);
}

void draw_whisker(Canvas& canvas, float low, float high, float middle, float reach) {
  const Color& color = canvas.palette().text;
  const float thick = canvas.whole_px(1.4F);
  const auto cap = [&](float x) {
    canvas.fill(snapped(x - thick / 2, middle - reach, x - thick / 2 + thick, middle + reach),
                color);
  };
  canvas.fill(snapped(low, middle - thick / 2, std::max(high, low + 1), middle - thick / 2 + thick),
              color);
  cap(low);
  if (high - low >= 2 * thick) cap(high);
}

void draw_notch(Canvas& canvas, float x, float top, float height) {
  const float inner = canvas.whole_px(2);
  const float edge = canvas.whole_px(1.2F);
  const float left = std::max(std::round(x - inner / 2), edge);
  canvas.fill({left - edge, top, inner + 2 * edge, height}, canvas.palette().panel);
  canvas.fill({left, top, inner, height}, canvas.palette().text);
}

float mark_width(const Canvas& canvas) { return canvas.whole_px(16); }

void draw_mark(Canvas& canvas, float left, float middle, const char* sign, const Color& color,
               bool filled, std::string tooltip) {
  const float side = mark_width(canvas);
  const Rect box{std::round(left), std::round(middle - side / 2), side, side};
  if (filled) {
    canvas.fill(box, color, canvas.px(3));
  } else {
    canvas.outline(box, color, canvas.whole_px(1), canvas.px(3));
  }
  canvas.label(text_at(box.x + side / 2, middle, FontRole::ui_bold, canvas.px(text_body - 1),
                       filled ? canvas.palette().panel : color, sign, AlignX::center));
  if (!tooltip.empty()) canvas.hit(box, HitKind::none, 0, std::move(tooltip));
}

}  // namespace lanescope::picture
