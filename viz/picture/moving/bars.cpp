#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/axis.h"
#include "viz/picture/core/labels.h"
#include "viz/picture/core/units.h"
#include "viz/picture/moving/parts.h"

namespace lanescope::picture {
namespace {

constexpr float least_row = 16;   // units
constexpr float below_bars = 26;  // the ticks' numbers
constexpr float heading_in_rows = 1.3F;

// Of all rows and headings, in rows.
float rows_of(const BarsInput& input) {
  float rows = 0;
  for (const BarGroup& group : input.groups)
    rows += static_cast<float>(group.bars.size()) + (group.name.empty() ? 0 : heading_in_rows);
  return rows;
}

struct BarLayout {
  float name_w = 0, bar_x = 0, bar_w = 0;
  float row = 0, heading = 0;  // heights
  ValueAxis axis;              // in `unit`
  DurationUnit unit;
};

float heading_of(const BarGroup& group, const BarLayout& layout) {
  return group.name.empty() ? 0 : layout.heading;
}

BarLayout layout_of(const Canvas& canvas, const BarsInput& input, const Rect& area) {
  BarLayout layout;
  const float size = canvas.px(text_body);
  double longest = 0;
  float value_w = 0;
  for (const BarGroup& group : input.groups) {
    for (const MovingBar& bar : group.bars) {
      longest = std::max(longest, bar.seconds);
      layout.name_w = std::max(layout.name_w, canvas.measure(FontRole::ui, size, bar.name));
      float w = canvas.measure(FontRole::mono_bold, size, seconds_text(bar.seconds));
      if (!bar.note.empty()) w += canvas.px(10) + canvas.measure(FontRole::ui, size, bar.note);
      value_w = std::max(value_w, w + canvas.px(9));
    }
  }
  layout.name_w = std::min(layout.name_w, area.w * 0.3F);
  layout.bar_x = area.x + layout.name_w + canvas.px(12);
  const float room = area.x + area.w - layout.bar_x - canvas.px(10);
  layout.bar_w = std::max(room - std::min(value_w, room * 0.55F), canvas.px(40));
  layout.row = std::clamp((area.h - canvas.px(below_bars)) / std::max(rows_of(input), 1.0F),
                          canvas.px(least_row), canvas.px(30));
  layout.heading = layout.row * heading_in_rows;
  layout.unit = unit_for(longest * 1000);
  layout.axis = value_axis({longest * 1000 * layout.unit.per_ms}, 5, false);
  return layout;
}

float x_of(const BarLayout& layout, double seconds) {
  return layout.bar_x + layout.bar_w * static_cast<float>(layout.axis.position_of(
                                           seconds * 1000 * layout.unit.per_ms));
}

std::string tooltip_of(const MovingBar& bar, const text::Texts& texts) {
  if (!bar.message.empty()) return bar.name + "\n" + bar.message;
  std::string tooltip = bar.name + "\n" + interval_text(bar.seconds, bar.low, bar.high, texts);
  if (!bar.note.empty()) tooltip += "\n" + bar.note;
  return tooltip;
}

void draw_bar(Canvas& canvas, const BarLayout& layout, const MovingBar& bar, const Rect& row,
              std::size_t index) {
  const Palette& palette = canvas.palette();
  const float middle = row.y + row.h / 2;
  const float size = canvas.px(text_body);
  canvas.fitted_label(text_at(row.x, middle, FontRole::ui, size,
                              bar.is_best ? palette.text : palette.text_dim, bar.name),
                      layout.name_w);
  if (!bar.message.empty()) {
    canvas.fitted_label(
        text_at(layout.bar_x, middle, FontRole::ui, size, palette.text_faint, bar.message),
        row.x + row.w - layout.bar_x);
  } else {
    const float end = std::max(x_of(layout, bar.seconds), layout.bar_x + canvas.whole_px(2));
    const float thick = std::min(row.h * 0.6F, canvas.px(14));
    const Color color = bar.is_best ? palette.good : mixed(palette.well, palette.good, 0.55F);
    canvas.fill(snapped(layout.bar_x, middle - thick / 2, end, middle + thick / 2), color);
    const float low = x_of(layout, bar.low), high = x_of(layout, bar.high);
    if (high - low > canvas.px(4)) {  // the median's interval, where it can be seen
      const float thin = canvas.whole_px(1.4F);
      canvas.fill(snapped(low, middle - thin / 2, high, middle + thin / 2), palette.text);
    }
    const float text_x = std::max(end, high) + canvas.px(8);
    const float room = row.x + row.w - text_x;
    const float used = canvas.fitted_label(
        text_at(text_x, middle, bar.is_best ? FontRole::mono_bold : FontRole::mono, size,
                palette.text, seconds_text(bar.seconds)),
        room);
    if (!bar.note.empty()) {
      canvas.fitted_label(text_at(text_x + used + canvas.px(10), middle, FontRole::ui, size,
                                  palette.text_dim, bar.note),
                          room - used - canvas.px(10));
    }
  }
  canvas.hit(row, HitKind::sample, index, tooltip_of(bar, canvas.texts()));
}

void draw_axis(Canvas& canvas, const BarLayout& layout, float top, float bottom) {
  const Palette& palette = canvas.palette();
  const float thin = canvas.whole_px(1);
  Labels labels(canvas);
  for (const AxisTick& tick : layout.axis.ticks) {
    const float x = std::round(layout.bar_x + layout.bar_w * static_cast<float>(tick.at));
    canvas.fill({x, top, thin, bottom - top}, palette.hairline);
    labels.put(text_at(x, bottom + canvas.px(10), FontRole::mono, canvas.px(text_small),
                       palette.text_faint,
                       tick.at > 0 ? fmt::format("{} {}", tick.text, layout.unit.name) : tick.text,
                       AlignX::center));
  }
}

}  // namespace

DrawList build_bars(const BarsInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const Rect area = draw_head(canvas, input.head, input.absence);
  if (area.h < canvas.px(60) || input.groups.empty()) return canvas.take();
  const BarLayout layout = layout_of(canvas, input, area);
  if (layout.bar_x + layout.bar_w > area.x + area.w - canvas.px(20)) return canvas.take();
  const float end = area.y + area.h - canvas.px(below_bars) + 0.5F;

  // The rows that fit; grid lines lie behind them.
  std::size_t shown = 0, all = 0;
  float y = area.y;
  for (const BarGroup& group : input.groups) {
    float top = y + heading_of(group, layout);
    for (std::size_t i = 0; i < group.bars.size(); ++i, ++all) {
      if (top + layout.row > end) continue;
      y = top += layout.row;
      ++shown;
    }
  }
  draw_axis(canvas, layout, area.y, y);
  y = area.y;
  std::size_t index = 0;
  for (const BarGroup& group : input.groups) {
    if (index >= shown) break;
    if (!group.name.empty()) {
      canvas.fitted_label(text_at(area.x, y + layout.heading / 2, FontRole::ui_bold,
                                  canvas.px(text_body), canvas.palette().text, group.name),
                          area.w);
    }
    y += heading_of(group, layout);
    for (const MovingBar& bar : group.bars) {
      if (index >= shown) break;
      draw_bar(canvas, layout, bar, {area.x, y, area.w, layout.row}, index++);
      y += layout.row;
    }
  }
  if (shown < all) {
    // Below the ticks' numbers.
    canvas.fitted_label(text_at(area.x, y + canvas.px(26), FontRole::ui, canvas.px(text_body),
                                canvas.palette().text_dim,
                                canvas.texts().get("moving.more_rows", fmt::arg("n", all - shown))),
                        area.w);
  }
  return canvas.take();
}

float least_height(const BarsInput& input, const Style& style, float width) {
  if (!input.absence.empty()) return 0;
  const float body = (rows_of(input) * least_row + below_bars) * style.scale;
  return height_with_head(input.head, style, width, body);
}

}  // namespace lanescope::picture
