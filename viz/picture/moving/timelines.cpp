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
constexpr float gap_units = 10;          // between timelines
constexpr float below_timelines = 44;    // ticks and the name of the expected total
constexpr float least_lane = 22;         // where the page scrolls; lower ones are drawn down to 10
constexpr float least_lane_of_two = 38;  // with a run laid over: both have room for a name
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

// What stands before a name and a total where two runs lie over each other.
constexpr float sign_box = 14;  // units
constexpr float sign_gap = 6;
constexpr float sign_line = 8;

float width_of_signs(const Canvas& canvas) {
  return canvas.px(sign_box + sign_gap) + canvas.px(sign_line);
}

// The width that a run's name, origin and total take.
float width_before_note(const Canvas& canvas, const MovingRun& run, float room, bool has_signs) {
  const float size = canvas.px(text_body);
  float width = std::min(canvas.measure(FontRole::ui_bold, size, run.name), room * 0.5F);
  if (run.origin) width += canvas.px(10) + badge_width(canvas, *run.origin);
  if (has_signs) width += width_of_signs(canvas);
  width += canvas.px(10) + canvas.measure(FontRole::mono_bold, size, seconds_text(run.total));
  return width + canvas.px(12);
}

// The lines of a note that has no room behind name, origin and total.
std::vector<std::string> note_lines(const Canvas& canvas, const MovingRun& run, float room,
                                    bool has_signs) {
  const float size = canvas.px(text_body);
  const float behind = room - width_before_note(canvas, run, room, has_signs);
  if (canvas.measure(FontRole::ui, size, run.note) <= behind) return {};
  return wrapped(canvas.style(), FontRole::ui, size, run.note, room, most_note_lines);
}

// Of all headings and gaps.
float height_between_lanes(const Canvas& canvas, const TimelinesInput& input, float room) {
  float units = 0;
  for (const MovingTimeline& timeline : input.timelines) {
    const bool has_over = timeline.over.has_value();
    const auto of_heading = [&](const MovingRun& run) {
      return heading_units +
             line_of_note * static_cast<float>(note_lines(canvas, run, room, has_over).size());
    };
    units += of_heading(timeline) + gap_units;
    if (has_over) units += of_heading(*timeline.over);
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
    if (timeline.over) layout.longest = std::max(layout.longest, timeline.over->total);
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
  if (timeline.over) {
    for (const MovingSpan& span : timeline.over->spans) most = std::max(most, span.chunk);
  }
  return most + 1;
}

// Where the parts of a lane are, from its top. Waiting is a thin hatched strip below the boxes:
// others are at work above it.
struct LaneParts {
  float box_top = 0, box_bottom = 0;
  float over_top = 0;  // of the boxes laid over; they end where the others end
  float strip_bottom = 0, over_strip_bottom = 0;
  float strip = 0;
};

LaneParts parts_of_lane(const Canvas& canvas, const Rect& lane, bool has_over) {
  const float thin = canvas.whole_px(1);
  LaneParts parts;
  parts.strip = std::min(canvas.px(5), lane.h * (has_over ? 0.12F : 0.2F));
  parts.over_strip_bottom = lane.y + lane.h;
  parts.strip_bottom = parts.over_strip_bottom - (has_over ? parts.strip : 0);
  parts.box_top = lane.y + canvas.whole_px(2);
  parts.box_bottom = parts.strip_bottom - parts.strip - thin;
  parts.over_top = parts.box_top + (parts.box_bottom - parts.box_top) * 0.55F;
  return parts;
}

// `is_over`: of the run laid over.
void draw_span(Canvas& canvas, const LaneLayout& layout, const MovingTimeline& timeline,
               const MovingSpan& span, bool is_over, std::size_t index, float first_lane) {
  const Palette& palette = canvas.palette();
  const Rect lane{layout.x, first_lane + layout.lane_h * static_cast<float>(span.lane), layout.w,
                  layout.lane_h};
  const LaneParts parts = parts_of_lane(canvas, lane, timeline.over.has_value());
  const float thin = canvas.whole_px(1);
  const float left = layout.x_of(span.begin);
  const float right = std::max(layout.x_of(span.end), left + 1);
  if (span.waits_from < span.begin) {
    const float bottom = is_over ? parts.over_strip_bottom : parts.strip_bottom;
    canvas.waste(snapped(layout.x_of(span.waits_from), bottom - parts.strip + thin, left, bottom));
  }
  const Rect rect =
      snapped(left, is_over ? parts.over_top : parts.box_top, right, parts.box_bottom);
  const Color color = color_of_many(palette, span.chunk, chunks_of(timeline));
  Box box;
  box.rect = rect;
  box.radius = std::min(canvas.px(3), rect.w / 2);
  box.fill = color;
  if (rect.w > 3 * thin) {
    box.border = is_over ? palette.text : palette.background;
    box.border_width = is_over ? canvas.whole_px(2) : thin;
  }
  canvas.box(box);
  Rect named = rect;  // what no other box covers
  if (timeline.over && !is_over) named.h = std::round(parts.over_top) - rect.y;
  if (named.h >= canvas.px(text_small)) {
    canvas.centred(named, FontRole::ui_bold, canvas.px(text_small), ink_on(palette, color),
                   span.name, canvas.px(2));
  }
  const float hit_y = is_over ? rect.y : lane.y;
  canvas.hit({rect.x, hit_y, std::max(rect.w, canvas.px(3)), lane.y + lane.h - hit_y},
             HitKind::sample, index, span.tooltip);
}

// The end of the last span: where the eye compares. Dashed: of the run laid over.
void draw_total(Canvas& canvas, float x, float y, float height, bool is_over) {
  const Color& color = canvas.palette().text;
  if (!is_over) return canvas.fill({x, y, canvas.whole_px(2), height}, color);
  const float dash = canvas.whole_px(4);
  for (float at = 0; at < height; at += 2 * dash)
    canvas.fill({x, y + at, canvas.whole_px(2), std::min(dash, height - at)}, color);
}

// How the boxes of the run look. Returns the width.
float draw_sign(Canvas& canvas, float x, float middle, bool is_over) {
  const float side = canvas.whole_px(sign_box);
  const float top = std::round(middle - side / 2);
  Box box;
  box.rect = is_over ? snapped(x, top + side / 2, x + side, top + side)
                     : snapped(x, top, x + side, top + side);
  box.radius = canvas.px(3);
  box.fill = color_of_many(canvas.palette(), 0, 1);
  if (is_over) {
    box.border = canvas.palette().text;
    box.border_width = canvas.whole_px(2);
  }
  canvas.box(box);
  return canvas.px(sign_box + sign_gap);
}

// Name, origin, total and note above the lanes. Returns the height. `has_signs`: two runs lie over
// each other, and signs tell them apart.
float draw_heading(Canvas& canvas, const MovingRun& run, const Rect& area, bool has_signs,
                   bool is_over) {
  const Rect row{area.x, area.y, area.w, canvas.px(heading_units)};
  const Palette& palette = canvas.palette();
  const float middle = row.y + row.h / 2;
  const float right = row.x + row.w;
  float x = row.x;
  if (has_signs && width_of_signs(canvas) < row.w) x += draw_sign(canvas, x, middle, is_over);
  x += canvas.fitted_label(
           text_at(x, middle, FontRole::ui_bold, canvas.px(text_body), palette.text, run.name),
           std::min(row.w * 0.5F, right - x)) +
       canvas.px(10);
  if (run.origin) {
    if (x + badge_width(canvas, *run.origin) <= right) draw_badge(canvas, *run.origin, x, middle);
    x += badge_width(canvas, *run.origin) + canvas.px(10);
  }
  if (has_signs && x + canvas.px(sign_line) < right) {
    const float height = canvas.whole_px(sign_box);
    draw_total(canvas, std::round(x), std::round(middle - height / 2), height, is_over);
    x += canvas.px(sign_line);
  }
  x += canvas.fitted_label(text_at(x, middle, FontRole::mono_bold, canvas.px(text_body),
                                   palette.text, seconds_text(run.total)),
                           right - x) +
       canvas.px(12);
  const std::vector<std::string> lines = note_lines(canvas, run, area.w, has_signs);
  if (lines.empty() && x < right) {
    canvas.fitted_label(
        text_at(x, middle, FontRole::ui, canvas.px(text_body), palette.text_dim, run.note),
        right - x);
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
    const bool has_over = timeline.over.has_value();
    y += draw_heading(canvas, timeline, {area.x, y, area.w, 0}, has_over, false);
    if (has_over) y += draw_heading(canvas, *timeline.over, {area.x, y, area.w, 0}, true, true);
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
    for (const MovingSpan& span : timeline.spans)
      draw_span(canvas, *layout, timeline, span, false, index++, y);
    draw_total(canvas, std::round(layout->x_of(timeline.total)), y, height_of_lanes, false);
    if (has_over) {
      for (const MovingSpan& span : timeline.over->spans)
        draw_span(canvas, *layout, timeline, span, true, index++, y);
      draw_total(canvas, std::round(layout->x_of(timeline.over->total)), y, height_of_lanes, true);
    }
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
  const bool has_over = std::ranges::any_of(
      input.timelines, [](const MovingTimeline& timeline) { return timeline.over.has_value(); });
  const float lane = has_over ? least_lane_of_two : least_lane;
  const float body = height_between_lanes(canvas, input, width_below_head(style, width)) +
                     canvas.px(lane * static_cast<float>(lanes_of(input)) + below_timelines);
  return height_with_head(input.head, style, width, body);
}

}  // namespace lanescope::picture
