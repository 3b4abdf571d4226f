#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/axis.h"
#include "viz/picture/core/labels.h"
#include "viz/picture/core/line_break.h"
#include "viz/picture/core/units.h"
#include "viz/picture/moving/parts.h"

namespace lanescope::picture {
namespace {

constexpr float heading_units = 26;
constexpr float line_of_note = 18;
constexpr float gap_units = 10;        // between timelines
constexpr float below_timelines = 44;  // ticks and the name of the expected total
constexpr float least_lane = 22;       // where the page scrolls; lower ones are drawn down to 10
constexpr std::size_t most_note_lines = 3;

struct LaneLayout {
  float lane_w = 0, x = 0, w = 0;  // of the lanes' names; of the axis
  float lane_h = 0, gap = 0;
  double longest = 0;
  ValueAxis axis;
  DurationUnit unit;

  [[nodiscard]] float x_of(double seconds) const {
    return x + w * static_cast<float>(axis.position_of(seconds * 1000 * unit.per_ms));
  }
};

// The width that a timeline's name, origin and total take.
float width_before_note(const Canvas& canvas, const MovingTimeline& timeline, float room) {
  const float size = canvas.px(text_body);
  float width = std::min(canvas.measure(FontRole::ui_bold, size, timeline.name), room * 0.5F);
  if (timeline.origin) width += canvas.px(10) + badge_width(canvas, *timeline.origin);
  width += canvas.px(10) + canvas.measure(FontRole::mono_bold, size, seconds_text(timeline.total));
  return width + canvas.px(12);
}

// The lines of a note that has no room behind name, origin and total.
std::vector<std::string> note_lines(const Canvas& canvas, const MovingTimeline& timeline,
                                    float room) {
  const float size = canvas.px(text_body);
  const float behind = room - width_before_note(canvas, timeline, room);
  if (canvas.measure(FontRole::ui, size, timeline.note) <= behind) return {};
  return wrapped(canvas.style(), FontRole::ui, size, timeline.note, room, most_note_lines);
}

// Of all headings and gaps.
float height_between_lanes(const Canvas& canvas, const TimelinesInput& input, float room) {
  float units = 0;
  for (const MovingTimeline& timeline : input.timelines) {
    units += heading_units + gap_units +
             line_of_note * static_cast<float>(note_lines(canvas, timeline, room).size());
  }
  return canvas.px(units);
}

std::size_t lanes_of(const TimelinesInput& input) {
  std::size_t lanes = 0;
  for (const MovingTimeline& timeline : input.timelines) lanes += timeline.lanes.size();
  return lanes;
}

std::optional<LaneLayout> layout_of(const Canvas& canvas, const TimelinesInput& input,
                                    const Rect& area) {
  LaneLayout layout;
  for (const MovingTimeline& timeline : input.timelines) {
    layout.longest = std::max(layout.longest, timeline.total);
    for (const std::string& lane : timeline.lanes)
      layout.lane_w =
          std::max(layout.lane_w, canvas.measure(FontRole::ui, canvas.px(text_body), lane));
  }
  if (layout.longest <= 0) return std::nullopt;
  if (input.expected) layout.longest = std::max(layout.longest, *input.expected);
  layout.lane_w = std::min(layout.lane_w, area.w * 0.25F);
  layout.x = area.x + layout.lane_w + canvas.px(12);
  layout.w = area.x + area.w - layout.x - canvas.px(24);
  layout.gap = canvas.px(gap_units);
  const float room =
      area.h - canvas.px(below_timelines) - height_between_lanes(canvas, input, area.w);
  const auto lanes = static_cast<float>(std::max<std::size_t>(lanes_of(input), 1));
  layout.lane_h = std::min(room / lanes, canvas.px(52));
  if (layout.w < canvas.px(80) || layout.lane_h < canvas.px(10)) return std::nullopt;
  layout.unit = unit_for(layout.longest * 1000);
  layout.axis = value_axis({layout.longest * 1000 * layout.unit.per_ms}, 6, false);
  return layout;
}

std::size_t chunks_of(const MovingTimeline& timeline) {
  if (timeline.chunks > 0) return timeline.chunks;
  std::size_t most = 0;
  for (const MovingSpan& span : timeline.spans) most = std::max(most, span.chunk);
  return most + 1;
}

void draw_span(Canvas& canvas, const LaneLayout& layout, const MovingTimeline& timeline,
               const MovingSpan& span, const Rect& lane, std::size_t index) {
  const Palette& palette = canvas.palette();
  const std::size_t chunks = chunks_of(timeline);
  const float top = lane.y + canvas.whole_px(2);
  // Waiting is a thin hatched strip below the boxes: others are at work above it.
  const float strip = std::min(canvas.px(5), lane.h * 0.2F);
  const float bottom = lane.y + lane.h - strip - canvas.whole_px(1);
  const float left = layout.x_of(span.begin);
  const float right = std::max(layout.x_of(span.end), left + 1);
  if (span.waits_from < span.begin) {
    canvas.waste(
        snapped(layout.x_of(span.waits_from), bottom + canvas.whole_px(1), left, lane.y + lane.h));
  }
  const Rect rect = snapped(left, top, right, bottom);
  const Color color = color_of_many(palette, span.chunk, chunks);
  Box box;
  box.rect = rect;
  box.radius = std::min(canvas.px(3), rect.w / 2);
  box.fill = color;
  if (rect.w > 3 * canvas.whole_px(1)) {
    box.border = palette.background;
    box.border_width = canvas.whole_px(1);
  }
  canvas.box(box);
  if (rect.h >= canvas.px(text_small)) {
    canvas.centred(rect, FontRole::ui_bold, canvas.px(text_small), ink_on(palette, color),
                   span.name, canvas.px(2));
  }
  canvas.hit({rect.x, lane.y, std::max(rect.w, canvas.px(3)), lane.h}, HitKind::sample, index,
             span.tooltip);
}

// Name, origin, total and note above the lanes. Returns the height.
float draw_heading(Canvas& canvas, const MovingTimeline& timeline, const Rect& area) {
  const Rect row{area.x, area.y, area.w, canvas.px(heading_units)};
  const Palette& palette = canvas.palette();
  const float middle = row.y + row.h / 2;
  float x = row.x;
  x += canvas.fitted_label(
           text_at(x, middle, FontRole::ui_bold, canvas.px(text_body), palette.text, timeline.name),
           row.w * 0.5F) +
       canvas.px(10);
  if (timeline.origin) {
    draw_badge(canvas, *timeline.origin, x, middle);
    x += badge_width(canvas, *timeline.origin) + canvas.px(10);
  }
  x += canvas.fitted_label(text_at(x, middle, FontRole::mono_bold, canvas.px(text_body),
                                   palette.text, seconds_text(timeline.total)),
                           row.x + row.w - x) +
       canvas.px(12);
  const std::vector<std::string> lines = note_lines(canvas, timeline, area.w);
  if (lines.empty() && x < row.x + row.w) {
    canvas.fitted_label(
        text_at(x, middle, FontRole::ui, canvas.px(text_body), palette.text_dim, timeline.note),
        row.x + row.w - x);
  }
  float y = row.y + row.h;
  for (const std::string& line : lines) {
    canvas.label(text_at(area.x, y + canvas.px(line_of_note / 2) - canvas.px(2), FontRole::ui,
                         canvas.px(text_body), palette.text_dim, line));
    y += canvas.px(line_of_note);
  }
  return y - area.y;
}

}  // namespace

DrawList build_timelines(const TimelinesInput& input, const Style& style, float width,
                         float height) {
  Canvas canvas(style, width, height);
  const Rect area = draw_head(canvas, input.head, input.absence);
  const std::optional<LaneLayout> layout = layout_of(canvas, input, area);
  if (!layout) return canvas.take();
  const Palette& palette = canvas.palette();
  const float thin = canvas.whole_px(1);
  float y = area.y;
  std::size_t index = 0;
  for (const MovingTimeline& timeline : input.timelines) {
    y += draw_heading(canvas, timeline, {area.x, y, area.w, 0});
    const float height_of_lanes = layout->lane_h * static_cast<float>(timeline.lanes.size());
    canvas.fill({layout->x, y, layout->w, height_of_lanes}, palette.well, canvas.px(3));
    for (const AxisTick& tick : layout->axis.ticks) {
      const float x = std::round(layout->x + layout->w * static_cast<float>(tick.at));
      canvas.fill({x, y, thin, height_of_lanes}, palette.hairline);
    }
    for (std::size_t lane = 0; lane < timeline.lanes.size(); ++lane) {
      const float middle = y + layout->lane_h * (static_cast<float>(lane) + 0.5F);
      canvas.fitted_label(text_at(area.x, middle, FontRole::ui, canvas.px(text_body),
                                  palette.text_dim, timeline.lanes[lane]),
                          layout->lane_w);
    }
    for (const MovingSpan& span : timeline.spans) {
      const Rect lane{layout->x, y + layout->lane_h * static_cast<float>(span.lane), layout->w,
                      layout->lane_h};
      draw_span(canvas, *layout, timeline, span, lane, index++);
    }
    // The end of the last: where the eye compares.
    const float end = std::round(layout->x_of(timeline.total));
    canvas.fill({end, y, canvas.whole_px(2), height_of_lanes}, palette.text);
    if (input.expected) {  // through the lanes, not through the headings
      const float x = std::round(layout->x_of(*input.expected));
      canvas.fill({x, y, canvas.whole_px(2), height_of_lanes}, palette.good);
    }
    y += height_of_lanes + layout->gap;
  }
  Labels labels(canvas);
  for (const AxisTick& tick : layout->axis.ticks) {
    const float x = layout->x + layout->w * static_cast<float>(tick.at);
    labels.put(text_at(x, y + canvas.px(4), FontRole::mono, canvas.px(text_small),
                       palette.text_faint,
                       tick.at > 0 ? fmt::format("{} {}", tick.text, layout->unit.name) : tick.text,
                       AlignX::center));
  }
  if (input.expected) {
    const float x = std::round(layout->x_of(*input.expected));
    const float bottom = y + canvas.px(14);
    canvas.fill({x, bottom - canvas.px(3), canvas.whole_px(2), canvas.px(10)}, palette.good);
    const bool to_left = x > layout->x + layout->w / 2;
    canvas.fitted_label(
        text_at(x + canvas.px(to_left ? -6 : 8), bottom + canvas.px(4), FontRole::ui,
                canvas.px(text_body), palette.good_text,
                fmt::format("{}: {}", input.expected_name, seconds_text(*input.expected)),
                to_left ? AlignX::right : AlignX::left),
        to_left ? x - area.x : area.x + area.w - x);
  }
  return canvas.take();
}

float least_height(const TimelinesInput& input, const Style& style, float width) {
  if (!input.absence.empty()) return 0;
  const Canvas canvas(style, width, 1);
  const float body = height_between_lanes(canvas, input, width_below_head(style, width)) +
                     canvas.px(least_lane * static_cast<float>(lanes_of(input)) + below_timelines);
  return height_with_head(input.head, style, width, body);
}

}  // namespace lanescope::picture
