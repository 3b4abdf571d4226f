#include <algorithm>
#include <cmath>

#include "viz/picture/access/bank_view_parts.h"
#include "viz/picture/access/question_view.h"
#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

DrawList build_question_card(const std::string& source_text, const std::string& title,
                             const std::string& sentence, const Style& style, float width,
                             float height) {
  Canvas canvas(style, width, height);
  const Palette& palette = canvas.palette();
  // Alone in a large area, the text is larger, for reading from further away.
  const float larger =
      std::clamp(std::min(height / canvas.px(300), width / canvas.px(640)), 1.0F, 1.4F);
  const auto px = [&](float units) { return std::round(canvas.px(units * larger)); };
  const float room = width - 2 * canvas.px(3 * space_unit);
  const float middle = std::round(height * 0.46F);
  Label label;
  label.x = width / 2;
  label.align_x = AlignX::center;
  label.align_y = AlignY::middle;
  const std::string line = trimmed(source_text);
  if (!line.empty() && height >= canvas.px(140)) {
    label.font = FontRole::mono;
    for (const float units : {20.0F, text_title, text_body, text_body - 1}) {
      label.size = px(units);
      if (canvas.measure(label.font, label.size, line) + px(48) <= room) {
        break;
      }
    }
    label.text = fitted(style, label.font, label.size, line, room - px(48));
    const float w = canvas.measure(label.font, label.size, label.text) + px(48);
    const float h = px(56);
    const Rect well{std::round((width - w) / 2), middle - h - px(18), std::round(w), h};
    canvas.fill(well, palette.well, canvas.px(8));
    canvas.outline(well, palette.hairline, canvas.whole_px(1), canvas.px(8));
    label.y = well.y + h / 2;
    label.color = palette.text;
    canvas.label(label);
  }
  label.font = FontRole::ui_bold;
  label.size = px(text_title + 2);
  label.color = palette.text;
  label.y = middle + px(14);
  label.text = title;
  canvas.fitted_label(label, room);
  label.font = FontRole::ui;
  label.size = px(text_body);
  label.color = palette.text_dim;
  label.y = middle + px(42);
  label.text = sentence;
  canvas.fitted_label(label, room);
  return canvas.take();
}

}  // namespace lanescope::picture
