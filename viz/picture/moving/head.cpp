#include <algorithm>

#include <fmt/format.h>

#include "viz/picture/core/line_break.h"
#include "viz/picture/core/units.h"
#include "viz/picture/moving/parts.h"

namespace lanescope::picture {

Rect draw_head(Canvas& canvas, const MovingHead& head, const std::string& absence) {
  const Palette& palette = canvas.palette();
  const float margin = canvas.px(16);
  const Rect inside{margin, canvas.px(10), canvas.width() - 2 * margin,
                    canvas.height() - canvas.px(10) - margin};
  if (inside.w < canvas.px(60) || inside.h < canvas.px(40)) return {};
  if (head.title.empty() && absence.empty()) return inside;
  float room = inside.w;
  const float first = inside.y + canvas.px(12);
  if (head.origin) {
    const float badge = badge_width(canvas, *head.origin);
    if (badge + canvas.px(80) < room) {
      draw_badge(canvas, *head.origin, inside.x + inside.w - badge, first);
      room -= badge + canvas.px(12);
    }
  }
  float used = canvas.fitted_label(
      text_at(inside.x, first, FontRole::ui_bold, canvas.px(text_title), palette.text, head.title),
      room);
  if (!head.made_on.empty()) {
    const Label made = text_at(inside.x + room, first, FontRole::ui, canvas.px(text_body),
                               palette.text_faint, head.made_on, AlignX::right);
    canvas.label_within(made, room - used - canvas.px(16));
  }
  float y = first + canvas.px(14);
  const std::vector<std::string> lines =
      wrapped(canvas.style(), FontRole::ui, canvas.px(text_body), head.subtitle, inside.w, 2);
  for (const std::string& line : lines) {
    canvas.label(text_at(inside.x, y + canvas.px(9), FontRole::ui, canvas.px(text_body),
                         palette.text_dim, line));
    y += canvas.px(18);
  }
  y += canvas.px(8);
  if (absence.empty()) return {inside.x, y, inside.w, inside.y + inside.h - y};
  for (const std::string& line :
       wrapped(canvas.style(), FontRole::ui, canvas.px(text_body), absence, inside.w, 6)) {
    canvas.label(text_at(inside.x, y + canvas.px(9), FontRole::ui, canvas.px(text_body),
                         palette.text, line));
    y += canvas.px(18);
  }
  return {};
}

Color color_of_many(const Palette& palette, std::size_t index, std::size_t count) {
  const std::size_t last = palette.lane.size() - 1;
  if (count < 2) return palette.lane[last / 2];
  // Without the ends of the ramp: they come near to the backgrounds.
  return palette.lane[4 + (last - 8) * std::min(index, count - 1) / (count - 1)];
}

std::string seconds_text(double seconds) { return duration_text(seconds * 1000); }

std::string interval_text(double seconds, double low, double high, const text::Texts& texts) {
  return texts.get("moving.interval", fmt::arg("time", seconds_text(seconds)),
                   fmt::arg("low", seconds_text(low)), fmt::arg("high", seconds_text(high)));
}

}  // namespace lanescope::picture
