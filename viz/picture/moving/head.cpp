#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/line_break.h"
#include "viz/picture/core/units.h"
#include "viz/picture/moving/parts.h"

namespace lanescope::picture {
namespace {

constexpr float head_margin = 16;  // units
constexpr float head_line = 18;

// Returns the y below it.
float draw_lines(Canvas& canvas, const std::string& text, const Color& color, std::size_t most,
                 Rect area) {
  const float size = canvas.px(text_body);
  for (const std::string& line : wrapped(canvas.style(), FontRole::ui, size, text, area.w, most)) {
    canvas.label(
        text_at(area.x, area.y + canvas.px(head_line / 2), FontRole::ui, size, color, line));
    area.y += canvas.px(head_line);
  }
  return area.y;
}

}  // namespace

Rect draw_head(Canvas& canvas, const MovingHead& head, const std::string& absence) {
  const Palette& palette = canvas.palette();
  const float margin = canvas.px(head_margin);
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
  const float used = canvas.fitted_label(
      text_at(inside.x, first, FontRole::ui_bold, canvas.px(text_title), palette.text, head.title),
      room);
  float y = first + canvas.px(14);
  if (!head.made_on.empty()) {
    const Label made = text_at(inside.x + room, first, FontRole::ui, canvas.px(text_body),
                               palette.text_faint, head.made_on, AlignX::right);
    // Whose times these are is never left out: without room beside the title, below it.
    if (!canvas.label_within(made, room - used - canvas.px(16)))
      y = draw_lines(canvas, head.made_on, palette.text_faint, 2, {inside.x, y, inside.w, 0});
  }
  y = draw_lines(canvas, head.subtitle, palette.text_dim, 4, {inside.x, y, inside.w, 0});
  if (!head.remark.empty())
    y = draw_lines(canvas, head.remark, palette.text, 4, {inside.x, y, inside.w, 0});
  y += canvas.px(8);
  if (absence.empty()) return {inside.x, y, inside.w, inside.y + inside.h - y};
  draw_lines(canvas, absence, palette.text, 6, {inside.x, y, inside.w, 0});
  return {};
}

float width_below_head(const Style& style, float width) {
  return width - 2 * head_margin * style.scale;
}

float height_with_head(const MovingHead& head, const Style& style, float width, float body) {
  constexpr float high = 100000;  // pixels: more than any head
  Canvas canvas(style, width, high);
  const Rect area = draw_head(canvas, head, {});
  return area.h > 0 ? std::ceil(area.y + body + canvas.px(head_margin)) + 1 : 0;
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
