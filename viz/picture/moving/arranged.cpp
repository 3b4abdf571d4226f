#include <algorithm>
#include <cmath>

#include "viz/picture/core/line_break.h"
#include "viz/picture/moving/parts.h"

namespace lanescope::picture {
namespace {

constexpr float least_slot_lane = 26;  // units; where the page scrolls
constexpr float verdict_line = 18;
constexpr float below_verdict = 6;

std::vector<std::string> verdict_lines(const Canvas& canvas, const ArrangedInput& input,
                                       float width) {
  return wrapped(canvas.style(), FontRole::ui_bold, canvas.px(text_body), input.verdict, width, 3);
}

// Where lanes and slots are.
struct SlotLayout {
  Rect grid;
  float name_w = 0;  // of the lanes' names, left of the grid
  float slot_w = 0, lane_h = 0;

  [[nodiscard]] Rect slot(std::size_t lane, std::size_t at) const {
    return {grid.x + slot_w * static_cast<float>(at), grid.y + lane_h * static_cast<float>(lane),
            slot_w, lane_h};
  }
};

std::optional<SlotLayout> slots_in(const Canvas& canvas, const ArrangedInput& input, Rect area) {
  SlotLayout layout;
  for (const std::string& lane : input.lanes)
    layout.name_w =
        std::max(layout.name_w, canvas.measure(FontRole::ui, canvas.px(text_body), lane));
  layout.name_w = std::min(layout.name_w, area.w * 0.25F);
  const float left = layout.name_w + canvas.px(12);
  const auto lanes = static_cast<float>(std::max<std::size_t>(input.lanes.size(), 1));
  const auto slots = static_cast<float>(slots_of(input));
  layout.lane_h = std::min(area.h / lanes, canvas.px(46));
  layout.slot_w = std::min((area.w - left) / slots, canvas.px(150));
  layout.grid = {area.x + left, area.y, layout.slot_w * slots, layout.lane_h * lanes};
  if (layout.slot_w < canvas.px(6) || layout.lane_h < canvas.px(10)) return std::nullopt;
  return layout;
}

Rect box_of(const Canvas& canvas, const SlotLayout& layout, const ArrangedInput& input,
            std::size_t call) {
  const Rect slot = layout.slot(input.calls[call].lane, call);
  const float side = std::min(canvas.px(9), slot.w * 0.12F);
  const float above = std::min(canvas.px(6), slot.h * 0.15F);
  return snapped(slot.x + side, slot.y + above, slot.x + slot.w - side, slot.y + slot.h - above);
}

void draw_lanes(Canvas& canvas, const ArrangedInput& input, const SlotLayout& layout) {
  const Palette& palette = canvas.palette();
  for (std::size_t lane = 0; lane < input.lanes.size(); ++lane) {
    const Rect first = layout.slot(lane, 0);
    const float middle = first.y + first.h / 2;
    canvas.fill({layout.grid.x, first.y + canvas.whole_px(1), layout.grid.w,
                 first.h - 2 * canvas.whole_px(1)},
                palette.well, canvas.px(3));
    canvas.fitted_label(text_at(layout.grid.x - layout.name_w - canvas.px(12), middle, FontRole::ui,
                                canvas.px(text_body), palette.text_dim, input.lanes[lane]),
                        layout.name_w);
    for (std::size_t slot = 0; slot < slots_of(input); ++slot)
      canvas.hit(layout.slot(lane, slot), HitKind::cell, lane * slots_of(input) + slot, {});
  }
}

void draw_call(Canvas& canvas, const ArrangedInput& input, const SlotLayout& layout,
               std::size_t index, bool is_racing) {
  const Palette& palette = canvas.palette();
  const ArrangedCall& call = input.calls[index];
  const Rect rect = box_of(canvas, layout, input, index);
  const Color color =
      call.has_data ? color_of_many(palette, call.data, call.data_count) : palette.panel_raised;
  Box box;
  box.rect = rect;
  box.radius = canvas.px(4);
  box.fill = color;
  const bool is_chosen = input.chosen == index;
  box.border = is_chosen ? palette.text : is_racing ? palette.costly : palette.hairline;
  box.border_width = is_chosen || is_racing ? canvas.whole_px(3) : canvas.whole_px(1);
  canvas.box(box);
  const Color ink = ink_on(palette, color);
  const float size = canvas.px(text_small);
  const bool fits = canvas.measure(FontRole::ui_bold, size, call.name) < rect.w - canvas.px(6);
  canvas.centred(rect, FontRole::ui_bold, size, ink, fits ? call.name : call.letter);
  canvas.hit(layout.slot(call.lane, index), HitKind::instruction, index, call.tooltip);
}

// From the right side of one call to the left side of a later one; within a lane straight.
void draw_edge(Canvas& canvas, const Rect& from, const Rect& to, float width, const Color& color) {
  const float x0 = from.x + from.w;
  const float y0 = from.y + from.h / 2;
  const float x1 = to.x;
  const float y1 = to.y + to.h / 2;
  const float bend = std::max((x1 - x0) / 2, canvas.px(8));
  canvas.curve({{x0, x0 + bend, x1 - bend, x1}, {y0, y0, y1, y1}, width, color});
  const float arm = canvas.px(4);
  canvas.line(x1 - arm, y1 - arm, x1, y1, width, color);
  canvas.line(x1 - arm, y1 + arm, x1, y1, width, color);
}

// Left out where it would cover a call or another mark: the tooltip of the call says the same.
// `taken`: the places of the marks so far.
void draw_mark(Canvas& canvas, const std::vector<Rect>& calls, const ArrangedEdge& edge,
               std::vector<Rect>& taken) {
  const Palette& palette = canvas.palette();
  const Rect& from = calls[edge.before];
  const Rect& to = calls[edge.after];
  const float size = canvas.px(text_small);
  const float w = canvas.measure(FontRole::mono_bold, size, edge.mark) + canvas.px(6);
  const float x = (from.x + from.w + to.x) / 2;
  const float y = (from.y + from.h / 2 + to.y + to.h / 2) / 2;
  const Rect ground{x - w / 2, y - canvas.px(8), w, canvas.px(16)};
  const auto is_covered = [&](const Rect& other) { return other.overlaps(ground); };
  if (std::ranges::any_of(calls, is_covered) || std::ranges::any_of(taken, is_covered)) return;
  taken.push_back(ground);
  canvas.framed(ground, palette.panel, palette.hairline, canvas.whole_px(1), canvas.px(4));
  canvas.centred(ground, FontRole::mono_bold, size, palette.text, edge.mark, 0);
}

// A line with a cross in its middle: nothing leads from the one to the other.
void draw_race(Canvas& canvas, const Rect& from, const Rect& to) {
  const Color& color = canvas.palette().costly;
  const bool is_level = from.y == to.y;
  const float x0 = from.x + from.w / 2;
  const float x1 = to.x + to.w / 2;
  const float y0 = from.y <= to.y ? from.y + from.h : from.y;
  const float y1 = from.y < to.y ? to.y : to.y + to.h;
  const float sag = is_level ? canvas.px(10) : 0;
  canvas.curve({{x0, x0, x1, x1}, {y0, y0 + sag, y1 + sag, y1}, canvas.whole_px(2), color});
  canvas.cross((x0 + x1) / 2, (y0 + y1) / 2 + sag * 0.75F, canvas.px(6), canvas.whole_px(3), color);
}

}  // namespace

DrawList build_arranged(const ArrangedInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  Rect area = draw_head(canvas, input.head, {});
  if (area.h <= 0) return canvas.take();
  const Palette& palette = canvas.palette();
  const bool is_bad = !input.races.empty();
  for (const std::string& line : verdict_lines(canvas, input, area.w)) {
    const Rect row = area.take_top(canvas.px(verdict_line));
    canvas.label(text_at(row.x, row.y + row.h / 2, FontRole::ui_bold, canvas.px(text_body),
                         is_bad ? palette.costly_text : palette.good_text, line));
  }
  area.take_top(canvas.px(below_verdict));
  const std::optional<SlotLayout> layout = slots_in(canvas, input, area);
  if (!layout) return canvas.take();
  draw_lanes(canvas, input, *layout);
  std::vector<Rect> boxes;
  for (std::size_t i = 0; i < input.calls.size(); ++i)
    boxes.push_back(box_of(canvas, *layout, input, i));
  for (const ArrangedEdge& edge : input.edges) {
    draw_edge(canvas, boxes[edge.before], boxes[edge.after],
              canvas.whole_px(edge.mark.empty() ? 1 : 2),
              edge.mark.empty() ? palette.text_faint : palette.text_dim);
  }
  std::vector<bool> is_racing(input.calls.size());
  for (const ArrangedEdge& race : input.races)
    is_racing[race.before] = is_racing[race.after] = true;
  for (std::size_t i = 0; i < input.calls.size(); ++i)
    draw_call(canvas, input, *layout, i, is_racing[i]);
  std::vector<Rect> marks;
  for (const ArrangedEdge& edge : input.edges) {
    if (!edge.mark.empty()) draw_mark(canvas, boxes, edge, marks);
  }
  for (const ArrangedEdge& race : input.races)
    draw_race(canvas, boxes[race.before], boxes[race.after]);
  return canvas.take();
}

float least_height(const ArrangedInput& input, const Style& style, float width) {
  const Canvas canvas(style, width, 1);
  const std::size_t lines = verdict_lines(canvas, input, width_below_head(style, width)).size();
  const float units = verdict_line * static_cast<float>(lines) + below_verdict +
                      least_slot_lane * static_cast<float>(input.lanes.size());
  return height_with_head(input.head, style, width, units * style.scale);
}

}  // namespace lanescope::picture
