#include "viz/picture/core/badge.h"

#include <cmath>

#include <fmt/format.h>

namespace lanescope::picture {
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

std::string sentence_of(Origin origin, const text::Texts& texts) {
  return texts.get(tooltip_key(origin));
}

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

namespace {

float width_of(const Canvas& canvas, const std::string& words) {
  return std::round(canvas.measure(FontRole::ui_bold, text_size(canvas), words) +
                    2 * canvas.px(space_unit));
}

struct Pill {
  std::string words, tooltip;
  Color ink, edge;
};

void draw_pill(Canvas& canvas, const Pill& what, float left, float middle, float units) {
  const float h = canvas.whole_px(units);
  const Rect pill{std::round(left), std::round(middle - h / 2), width_of(canvas, what.words), h};
  canvas.outline(pill, what.edge, canvas.whole_px(1), h / 2);
  canvas.label(text_at(pill.x + pill.w / 2, pill.y + h / 2, FontRole::ui_bold, text_size(canvas),
                       what.ink, what.words, AlignX::center));
  canvas.hit(pill, HitKind::none, 0, what.tooltip);
}

}  // namespace

float badge_width(const Canvas& canvas, Origin origin) {
  return width_of(canvas, word_of(origin, canvas.texts()));
}

void draw_badge(Canvas& canvas, Origin origin, float left, float middle, bool faint, float units) {
  const Palette& palette = canvas.palette();
  const Color ink = faint ? palette.text_faint : color_of(origin, palette);
  const Color edge = faint ? palette.hairline : origin == Origin::model ? palette.good : ink;
  draw_pill(canvas,
            {word_of(origin, canvas.texts()), canvas.texts().get(tooltip_key(origin)), ink, edge},
            left, middle, units);
}

std::string model_badge_text(const std::string& machine, const text::Texts& texts) {
  return machine.empty() ? word_of(Origin::model, texts)
                         : texts.get("machine.model_of", fmt::arg("machine", machine));
}

float model_badge_width(const Canvas& canvas, const std::string& machine) {
  return width_of(canvas, model_badge_text(machine, canvas.texts()));
}

void draw_model_badge(Canvas& canvas, float right, float middle, const std::string& machine) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const std::string tooltip =
      machine.empty() ? texts.get(tooltip_key(Origin::model))
                      : texts.get("machine.model_tooltip", fmt::arg("machine", machine));
  draw_pill(
      canvas,
      {model_badge_text(machine, texts), tooltip, color_of(Origin::model, palette), palette.good},
      right - model_badge_width(canvas, machine), middle, badge_units);
}

}  // namespace lanescope::picture
