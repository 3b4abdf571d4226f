#include "viz/picture/access/pass_strip.h"

#include <algorithm>
#include <cmath>

#include "viz/picture/access/passes.h"
#include "viz/picture/core/frame.h"

namespace lanescope::picture {
namespace {

float reason_height(const Canvas& canvas) { return canvas.px(text_small + 5); }

struct BracketStyle {
  float stroke = 1;
  Color line, ink;
  bool is_dashed = false;
  bool is_bold = false;
};

// The current group stands out; later groups are dashed.
BracketStyle bracket_style_of(const Canvas& canvas, const PassStrip& strip, const PassSpan& span) {
  const Palette& palette = canvas.palette();
  bool is_costly = false;
  for (const std::size_t group : span.groups)
    is_costly = is_costly || strip.passes->groups[group].positions > 1;
  const Color& meaning = is_costly ? palette.costly_text : palette.good_text;
  if (!strip.position) return {canvas.whole_px(1), palette.text_dim, meaning};
  const std::size_t now = strip.passes->positions[strip.passes->clamped(*strip.position)].group;
  if (std::ranges::find(span.groups, now) != span.groups.end())
    return {canvas.whole_px(2.5F), palette.text, meaning, false, true};
  const bool is_done = span.groups.back() < now;
  return {canvas.whole_px(1), palette.text_faint, palette.text_faint, !is_done};
}

void draw_rail(Canvas& canvas, float x0, float x1, float y, const BracketStyle& bracket_style) {
  if (x1 <= x0) return;
  if (!bracket_style.is_dashed) {
    canvas.fill({x0, y, x1 - x0, bracket_style.stroke}, bracket_style.line);
    return;
  }
  const float dash = canvas.whole_px(4);
  for (float x = x0; x < x1; x += 2 * dash)
    canvas.fill({x, y, std::min(dash, x1 - x), bracket_style.stroke}, bracket_style.line);
}

// ├── lanes 0–7: 1 wavefront ──┤, with ticks towards the lanes.
void draw_bracket(Canvas& canvas, const PassStrip& strip, const PassSpan& span,
                  const Columns& columns, const Rect& row) {
  const BracketStyle bracket_style = bracket_style_of(canvas, strip, span);
  const float inset = canvas.whole_px(1);
  const float x0 = std::round(columns.byte_x(span.first * 4)) + inset;
  const float x1 = std::round(columns.byte_x(span.last * 4 + 4, true)) - inset;
  const float size = canvas.px(text_small);
  const float y = std::round(row.y + row.h / 2 - bracket_style.stroke / 2);
  Label label = text_at((x0 + x1) / 2, row.y + row.h / 2,
                        bracket_style.is_bold ? FontRole::ui_bold : FontRole::ui, size,
                        bracket_style.ink, {}, AlignX::center);
  float half = 0;
  for (const std::string& text :
       span_labels(*strip.passes, span, strip.is_shared, canvas.texts())) {
    const float w = canvas.measure(label.font, size, text);
    if (w + 4 * canvas.px(6) > x1 - x0) continue;
    label.text = text;
    half = w / 2 + canvas.px(5);
    break;
  }
  const float tick = row.y + row.h - y;
  canvas.fill({x0, y, bracket_style.stroke, tick}, bracket_style.line);
  canvas.fill({x1 - bracket_style.stroke, y, bracket_style.stroke, tick}, bracket_style.line);
  if (half > 0) {
    draw_rail(canvas, x0, std::round(label.x - half), y, bracket_style);
    draw_rail(canvas, std::round(label.x + half), x1, y, bracket_style);
    canvas.label(label);
  } else {
    draw_rail(canvas, x0, x1, y, bracket_style);
  }
  canvas.hit({x0, row.y, x1 - x0, row.h}, HitKind::pass_group, span.groups.front(),
             group_tooltip(*strip.passes, span.groups.front(), strip.is_shared, canvas.texts()));
}

// Draws a lane's chip in the style of its state. States differ in shape, not only in hue: served is
// filled and framed, waiting is a frame, later is a thin frame, done is flat with a bar below.
void draw_lane_chip(Canvas& canvas, const Rect& rect, int lane, LaneState lane_state, bool stepping,
                    bool chosen, float digits) {
  const Palette& palette = canvas.palette();
  const auto index = static_cast<std::size_t>(lane);
  Box box;
  box.rect = rect;
  box.radius = std::min(canvas.px(3), rect.w / 4);
  const float border = rect.w >= canvas.px(16) ? canvas.whole_px(1) : 1;
  box.border_width = rect.w >= 6 ? border : 0;
  box.fill = {0, 0, 0, 0};
  Color ink = palette.text_faint;
  switch (lane_state) {
    case LaneState::served:
      box.fill = palette.lane[index];
      box.border = stepping ? palette.text : palette.lane_border;
      if (stepping) box.border_width = std::min(canvas.whole_px(2), std::max(1.0F, rect.w / 5));
      ink = palette.lane_text[index];
      break;
    case LaneState::waiting:
      box.border = palette.text_dim;
      ink = palette.text;
      break;
    case LaneState::later:
      // Fainter than waiting lanes in every theme.
      box.border = mixed(palette.panel, palette.text_faint, 0.4F);
      ink = palette.text_faint;
      break;
    case LaneState::none:
      box.border = palette.hairline;
      ink = palette.text_faint;
      break;
    case LaneState::done:
      box.fill = mixed(palette.cell, palette.lane[index], 0.25F);
      box.border_width = 0;
      ink = ink_on(palette, box.fill);
      break;
  }
  if (chosen) {
    box.border = palette.text;
    box.border_width = canvas.whole_px(2);
  }
  canvas.box(box);
  if (lane_state == LaneState::done && rect.h >= 8) {
    const float bar = canvas.whole_px(2);
    canvas.fill({rect.x, rect.y + rect.h - bar, rect.w, bar}, palette.text_faint);
  }
  canvas.centred(rect, lane_state == LaneState::none ? FontRole::mono : FontRole::mono_bold, digits,
                 ink, std::to_string(lane));
}

}  // namespace

float pass_brackets_height(const Canvas& canvas, bool with_reason) {
  return std::round(canvas.px(text_small + 4) + (with_reason ? reason_height(canvas) : 0.0F));
}

void draw_pass_strip(Canvas& canvas, const PassStrip& strip, const Columns& columns, float y,
                     float chips_h) {
  if (!strip.reason.empty()) {
    canvas.part(Heading::reason);
    const Label label = text_at(columns.x, y + canvas.px(1), FontRole::ui, canvas.px(text_small),
                                canvas.palette().text_dim, strip.reason, AlignX::left, AlignY::top);
    canvas.label_within(label, columns.width());
    y += reason_height(canvas);
  }
  const float h = pass_brackets_height(canvas, false);
  const auto spans = spans_of(*strip.passes);
  for (std::size_t i = 0; i < spans.size(); ++i) {
    canvas.part(Part::Kind::bracket, i);
    draw_bracket(canvas, strip, spans[i], columns,
                 {columns.x, y, columns.width(), h - canvas.px(2)});
  }
  y = std::round(y + h);
  const auto lane_states = strip.passes->lane_states(strip.access.mask, strip.position);
  const float digits =
      digit_size(canvas, columns.column - canvas.whole_px(1), chips_h, canvas.px(text_small));
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    canvas.part(Part::Kind::chip, static_cast<std::uint64_t>(lane));
    const Rect cell = columns.cell(lane, y, chips_h);
    const float gap = cell.w >= 8 ? canvas.whole_px(1) : 0;
    draw_lane_chip(canvas, {cell.x, cell.y, cell.w - gap, cell.h}, lane,
                   lane_states[static_cast<std::size_t>(lane)], strip.position.has_value(),
                   strip.lane == lane, digits);
    canvas.hit(cell, HitKind::lane, static_cast<std::uint64_t>(lane), strip.tooltip(lane));
  }
}

}  // namespace lanescope::picture
