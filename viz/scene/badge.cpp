#include "viz/scene/badge.h"

#include <cmath>

namespace lanescope::scene {
namespace {

float text_size(const Canvas& canvas) { return canvas.px(text_small - 1); }

const char* word_key(Origin origin) {
  switch (origin) {
    case Origin::model:
      return "counts.model";
    case Origin::measured:
      return "times.measured";
    case Origin::recorded:
      return "times.recorded";
  }
  return "";
}

const char* tooltip_key(Origin origin) {
  switch (origin) {
    case Origin::model:
      return "counts.model_tooltip";
    case Origin::measured:
      return "times.measured_tooltip";
    case Origin::recorded:
      return "times.recorded_tooltip";
  }
  return "";
}

}  // namespace

std::string word_of(Origin origin, const text::Texts& texts) { return texts.get(word_key(origin)); }

Color color_of(Origin origin, const Palette& palette) {
  switch (origin) {
    case Origin::model:
      return palette.good_text;
    case Origin::measured:
      return palette.text;
    case Origin::recorded:
      break;
  }
  return palette.text_dim;
}

float badge_width(const Canvas& canvas, Origin origin) {
  return std::round(
      canvas.measure(FontRole::ui_bold, text_size(canvas), word_of(origin, canvas.texts())) +
      2 * canvas.px(space_unit));
}

void draw_badge(Canvas& canvas, Origin origin, float left, float middle, bool faint, float units) {
  const Palette& palette = canvas.palette();
  const float h = canvas.whole_px(units);
  const Rect pill{std::round(left), std::round(middle - h / 2), badge_width(canvas, origin), h};
  const Color ink = faint ? palette.text_faint : color_of(origin, palette);
  const Color edge = faint ? palette.hairline : origin == Origin::model ? palette.good : ink;
  canvas.outline(pill, edge, canvas.whole_px(1), h / 2);
  Label label;
  label.x = pill.x + pill.w / 2;
  label.y = pill.y + h / 2;
  label.align_x = AlignX::center;
  label.align_y = AlignY::middle;
  label.font = FontRole::ui_bold;
  label.size = text_size(canvas);
  label.color = ink;
  label.text = word_of(origin, canvas.texts());
  canvas.label(label);
  canvas.hit(pill, HitKind::none, 0, canvas.texts().get(tooltip_key(origin)));
}

float model_badge_width(const Canvas& canvas) { return badge_width(canvas, Origin::model); }

void draw_model_badge(Canvas& canvas, float right, float middle) {
  draw_badge(canvas, Origin::model, right - model_badge_width(canvas), middle);
}

}  // namespace lanescope::scene
