#include "viz/scene/badge.h"

#include <cmath>

namespace lanescope::scene {
namespace {

float text_size(const Canvas& canvas) { return canvas.px(text_small - 1); }

}  // namespace

float model_badge_width(const Canvas& canvas) {
  return std::round(
      canvas.measure(FontRole::ui_bold, text_size(canvas), canvas.texts().get("counts.model")) +
      2 * canvas.px(space_unit));
}

void draw_model_badge(Canvas& canvas, float right, float middle) {
  const float w = model_badge_width(canvas);
  const float h = canvas.whole_px(badge_units);
  const Rect pill{std::round(right - w), std::round(middle - h / 2), w, h};
  canvas.outline(pill, canvas.palette().good, canvas.whole_px(1), h / 2);
  Label label;
  label.x = pill.x + w / 2;
  label.y = pill.y + h / 2;
  label.align_x = AlignX::center;
  label.align_y = AlignY::middle;
  label.font = FontRole::ui_bold;
  label.size = text_size(canvas);
  label.color = canvas.palette().good_text;
  label.text = canvas.texts().get("counts.model");
  canvas.label(label);
  canvas.hit(pill, HitKind::none, 0, canvas.texts().get("counts.model_tooltip"));
}

}  // namespace lanescope::scene
