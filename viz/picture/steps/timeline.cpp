// The bar of a warp's whole execution, and the layout of the page.
#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/kernel/strip.h"
#include "viz/picture/steps/parts.h"

namespace lanescope::picture {

Timeline timeline_of(const steps::Recording& recording, std::size_t columns) {
  Timeline timeline;
  const std::size_t count = recording.steps.size();
  for (const report::Event& event : recording.events) {
    const bool is_access = event.kind == report::EventKind::access;
    ++(is_access ? timeline.accesses : timeline.barriers);
    timeline.conflicts += steps::is_conflict(event) ? 1 : 0;
  }
  columns = std::min(columns, count);
  timeline.columns.resize(columns);
  for (std::size_t c = 0; c < columns; ++c) {
    TimelineColumn& column = timeline.columns[c];
    column.first = column.costliest = c * count / columns;
    column.end = (c + 1) * count / columns;
    std::uint64_t lanes = 0;
    for (std::size_t s = column.first; s < column.end; ++s) {
      lanes += static_cast<std::uint64_t>(std::popcount(recording.taking_part(s)));
      for (std::size_t e = recording.first_event(s); e < recording.first_event(s + 1); ++e) {
        const report::Event& event = recording.events[e];
        column.barrier = column.barrier || event.kind == report::EventKind::barrier;
        column.conflict = column.conflict || steps::is_conflict(event);
        if (ratio_of(event) <= column.ratio) continue;
        column.ratio = ratio_of(event);
        column.costliest = s;
      }
    }
    column.lanes = static_cast<float>(lanes) / static_cast<float>(column.end - column.first);
  }
  return timeline;
}

std::size_t timeline_columns(float width, const Style& style) {
  const float inner = width - 2 * space_unit * style.scale;
  return static_cast<std::size_t>(std::max(1.0F, std::floor(inner / std::max(2.0F, style.scale))));
}

std::string steps_costly_tip(const steps::Recording& recording, std::size_t step,
                             const text::Texts& texts) {
  if (steps::next_conflict(recording, step, 1)) return texts.get("steps.conflict_tip");
  const bool has_any = std::ranges::any_of(recording.events, &steps::is_conflict);
  return texts.get(has_any ? "steps.conflict_before" : "steps.conflict_none");
}

namespace {

constexpr float legend_units = 24;

// The current position; returns the room left for the legend.
float draw_count(Canvas& canvas, const StepsInput& input, const Rect& row) {
  const text::Texts& texts = canvas.texts();
  Label label =
      text_at(row.x + row.w, row.y + row.h / 2, FontRole::ui_bold, canvas.px(text_body),
              canvas.palette().text,
              texts.get("steps.count", fmt::arg("i", text::Texts::grouped(input.step + 1)),
                        fmt::arg("n", text::Texts::grouped(input.recording->steps.size()))),
              AlignX::right);
  if (input.recording->truncated) label.text += " · " + texts.get("steps.cut");
  label.text = fitted(canvas.style(), label.font, label.size, label.text, row.w);
  canvas.label(label);
  canvas.explain(canvas.bounds(label), "steps.count");
  return row.w - canvas.width_of(label) - canvas.px(16);
}

// The legend with counts: it explains the bar.
void draw_legend(Canvas& canvas, const Timeline& timeline, const Rect& row) {
  const text::Texts& texts = canvas.texts();
  const float size = canvas.px(text_small);
  float x = row.x;
  const auto entry = [&](std::uint64_t count, const char* key, const auto& sign) {
    if (count == 0) return;
    const std::string words = texts.count(key, count);
    const float w = canvas.measure(FontRole::ui, size, words);
    const float sign_w = canvas.whole_px(12);
    if (x + sign_w + w > row.x + row.w) return;
    sign(Rect{x, std::round(row.y + row.h / 2 - canvas.px(6)), sign_w, canvas.whole_px(12)});
    const Label label = text_at(x + sign_w + canvas.px(4), row.y + row.h / 2, FontRole::ui, size,
                                canvas.palette().text_dim, words);
    canvas.label(label);
    x = label.x + w + canvas.px(16);
  };
  const auto bar = [&](const Rect& area, bool conflict) {
    const float w = canvas.whole_px(4);
    draw_access_mark(canvas, {area.x + (area.w - w) / 2, area.y, w, area.h}, conflict ? 1 : 0.5F,
                     conflict);
  };
  entry(timeline.accesses - timeline.conflicts, "steps.legend_access",
        [&](const Rect& area) { bar(area, false); });
  entry(timeline.conflicts, "steps.legend_conflict", [&](const Rect& area) { bar(area, true); });
  entry(timeline.barriers, "steps.legend_barrier",
        [&](const Rect& area) { draw_barrier_mark(canvas, area); });
  entry(2, "steps.legend_lanes", [&](const Rect& area) {
    canvas.fill({area.x, area.y + area.h - canvas.whole_px(4), area.w, canvas.whole_px(4)},
                canvas.palette().text_faint);
  });
}

}  // namespace

DrawList build_steps_timeline(const StepsInput& input, const Timeline& timeline, const Style& style,
                              float width, float height) {
  Canvas canvas(style, width, height);
  const Palette& palette = canvas.palette();
  const float margin = canvas.whole_px(space_unit);
  Rect bar{margin, 0, std::max(0.0F, width - 2 * margin), height};
  const float legend = canvas.whole_px(legend_units);
  if (height >= legend + canvas.px(24)) {
    const float room = draw_count(canvas, input, {bar.x, 0, bar.w, legend});
    draw_legend(canvas, timeline, {bar.x, 0, room, legend});
    bar.take_top(legend);
  }
  if (bar.w < 8 || bar.h < 8 || timeline.columns.empty()) return canvas.take();
  draw_well(canvas, bar, canvas.px(3));
  const float step_w = bar.w / static_cast<float>(timeline.columns.size());
  const float band = std::round(std::min(canvas.px(8), bar.h / 4));
  const float foot = bar.y + bar.h - band - canvas.whole_px(1);
  const float top = bar.y + canvas.whole_px(4);
  const float mark_w =
      std::max(1.0F, std::min(std::floor(step_w) - (step_w >= 3 ? 1.0F : 0.0F), canvas.px(8)));
  std::size_t present = 0;
  for (std::size_t c = 0; c < timeline.columns.size(); ++c) {
    const TimelineColumn& column = timeline.columns[c];
    if (input.step >= column.first && input.step < column.end) present = c;
  }
  const auto x_of = [&](std::size_t c) { return bar.x + static_cast<float>(c) * step_w; };
  // The current position, drawn below its marks.
  const float cursor = std::max(step_w, canvas.whole_px(4));
  const float cursor_x =
      std::clamp(x_of(present) + step_w / 2 - cursor / 2, bar.x, bar.x + bar.w - cursor);
  const Rect here = snapped(cursor_x, bar.y, cursor_x + cursor, bar.y + bar.h);
  canvas.framed(here, palette.selection, palette.selection_border, canvas.whole_px(1),
                std::min(canvas.px(3), here.w / 3));
  // Bars grow with the logarithm of the ratio: full height at 32, 40 % at 1.
  const auto tall_of = [](double ratio) {
    return static_cast<float>(std::clamp(0.4 + 0.6 * std::log2(ratio) / 5.0, 0.4, 1.0));
  };
  for (std::size_t c = 0; c < timeline.columns.size(); ++c) {
    const TimelineColumn& column = timeline.columns[c];
    const float x = x_of(c);
    const float lanes = std::round(band * column.lanes / 32);
    canvas.fill(snapped(x, bar.y + bar.h - lanes, std::max(x + 1, x + step_w - (step_w >= 4)),
                        bar.y + bar.h),
                palette.text_faint);
    const Rect mark{std::round(x + step_w / 2 - mark_w / 2), top, mark_w, foot - top};
    if (column.barrier) draw_barrier_mark(canvas, mark);
    if (column.ratio > 0) draw_access_mark(canvas, mark, tall_of(column.ratio), column.conflict);
    canvas.hit({x, bar.y, step_w, bar.h}, HitKind::instruction, column.costliest,
               step_tooltip(*input.recording, column.costliest, canvas.texts()));
  }
  return canvas.take();
}

StepsLayout steps_layout(const Style& style, float width, float height) {
  const auto px = [&](float units) { return std::round(units * style.scale); };
  StepsLayout layout;
  const float gap = px(space_unit);
  const bool is_low = height < px(360);
  float y = 0;
  layout.timeline = {0, y, width, px(is_low ? 40 : 76)};
  y += layout.timeline.h + gap;
  layout.lanes = {0, y, width, px(is_low ? 28 : 50)};
  y += layout.lanes.h + gap;
  const float rest = std::max(0.0F, height - y);
  const bool side_by_side = width >= px(620);
  const bool has_stage = side_by_side && rest >= px(340);
  const float tables = has_stage ? std::round(rest * 0.48F) : rest;
  if (side_by_side) {
    const float list_w = std::round(width * 0.54F);
    layout.list = {0, y, list_w, tables};
    layout.registers = {list_w + gap, y, width - list_w - gap, tables};
  } else {
    const float list_h = std::round((tables - gap) * 0.5F);
    // The list leaves a margin at its left, the registers one at their right.
    const float margin = px(space_unit);
    layout.list = {0, y, width - margin, std::max(0.0F, list_h)};
    layout.registers = {margin, y + list_h + gap, width - margin,
                        std::max(0.0F, tables - list_h - gap)};
  }
  if (has_stage) layout.stage = {0, y + tables + gap, width, rest - tables - gap};
  return layout;
}

}  // namespace lanescope::picture
