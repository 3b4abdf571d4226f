// Global memory: the warp's lanes at the top, below them the 128-byte lines that the access
// touches, each with its four sectors. Solid: requested. Hatched: the other bytes of these sectors
// (fetched by a load; left as they are by a store). Empty outline: a sector that is not touched.
// Lanes and words share columns, so that a coalesced access is a band of straight lines and any
// other access looks different.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "sim/memory/global.h"
#include "viz/picture/access/global_lines.h"
#include "viz/picture/access/global_text.h"
#include "viz/picture/access/global_transactions.h"
#include "viz/picture/access/pass_strip.h"
#include "viz/picture/access/passes.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/lanes_row.h"
#include "viz/picture/core/units.h"

namespace lanescope::picture {
namespace {

constexpr std::size_t max_lines_with_curves = 6;

// Without curves, the lanes' boxes stand above the words like the heads of columns. They are none:
// only their colours say which word a lane wants.
const char* lanes_key(std::size_t line_count) {
  return line_count > max_lines_with_curves ? "stage.lane_colours" : "stage.lane_axis";
}

struct Layout {
  Columns columns;
  float left = 0;  // left limit of the row names
  float chips_y = 0, chips_h = 0;
  float lines_y = 0;  // top of the first line
  float line_h = 0, pitch = 0;
  std::size_t shown = 0;  // number of lines shown; fewer than all if not even the smallest fit
  bool curves = false;
  bool sector_names = false;
  float below = 0;  // room for brackets under each line
  float above = 0;  // room for brackets above the chips
  Rect bar;         // bytes moved
  Rect legend;

  [[nodiscard]] float line_y(std::size_t line) const {
    return std::round(lines_y + static_cast<float>(line) * pitch);
  }
};

// The row names and the width they need: with array names if that is not too wide, otherwise
// offsets only.
struct RowNames {
  std::vector<std::string> names;
  float width = 0;
};

// `longest`: another name that must fit, too.
RowNames row_names(const Canvas& canvas, const std::vector<memory::TouchedLine>& lines,
                   const std::vector<report::ArrayInfo>& arrays, const std::string& longest,
                   float most) {
  const float size = canvas.px(text_small - 1);
  for (const bool full : {true, false}) {
    RowNames rows;
    rows.width = canvas.measure(FontRole::mono, size, longest);
    for (const memory::TouchedLine& line : lines) {
      rows.names.push_back(full ? address_name(line.address, arrays)
                                : address_offset(line.address, arrays));
      rows.width = std::max(rows.width, canvas.measure(FontRole::mono, size, rows.names.back()));
    }
    if (rows.width <= most) return rows;
  }
  return {std::vector<std::string>(lines.size()), 0};
}

// `above`, `below`: the room wanted above the chips and under each line.
Layout lay_out(const Canvas& canvas, const Rect& body, memory::Op op, std::size_t line_count,
               float names_width, float above, float below) {
  Layout layout;
  const float u = canvas.px(1);
  const float small = canvas.px(text_small);
  const float lane_name =
      canvas.measure(FontRole::ui, small, canvas.texts().get(lanes_key(line_count)));
  const float bytes_name =
      canvas.measure(FontRole::ui, small, canvas.texts().get(global_key(op, "bytes_moved")));
  const bool wide = body.w >= 420 * u;
  float gutter = names_width > 0 ? names_width + 10 * u : 0;
  if (wide) gutter = std::max({gutter, lane_name + 10 * u, bytes_name + 10 * u});
  if (body.w < 200 * u) gutter = 0;
  layout.left = body.x;
  layout.columns = columns_in(canvas, body.x + gutter, body.w - gutter);

  const bool tall = body.h >= 200 * u;
  const float bar_h = body.h >= 110 * u ? 14 * u : 0;
  const float lead = body.h >= 360 * u ? 6 * u : tall ? 2 * u : 0;
  if (body.h >= 200 * u) layout.above = above;
  layout.chips_y = std::round(body.y + lead + layout.above);
  layout.chips_h = std::round(std::min(20 * u, body.h * 0.14F));
  const float chips_bottom = layout.chips_y + layout.chips_h;
  const auto count = static_cast<float>(std::max<std::size_t>(line_count, 1));
  float bar_room = bar_h > 0 ? bar_h + 12 * u : 0;
  float legend_h = tall && wide ? small + 14 * u : 0;
  // The lowest line in which digits are clear of the sectors' outlines.
  const float clear_line = min_digit_cell(canvas) + 2 * canvas.whole_px(1);
  // Digits in the lines matter more than the legend, and the legend more than the bar: what the bar
  // says, the head says in numbers.
  const auto leaves_digits = [&](float below_lines) {
    const float available = body.y + body.h - below_lines - chips_bottom - 8 * u;
    return std::floor(available / count) >= clear_line + 1;
  };
  if (!leaves_digits(legend_h + bar_room)) {
    float& least = legend_h > 0 && leaves_digits(legend_h) ? bar_room : legend_h;
    least = 0;
  }

  float bottom = body.y + body.h;
  if (legend_h > 0) {
    bottom -= legend_h;
    layout.legend = {layout.columns.x, bottom + 4 * u, body.x + body.w - layout.columns.x,
                     legend_h - 4 * u};
  }
  if (bar_room > 0) {
    bottom -= bar_room;
    layout.bar = {layout.columns.x, std::round(bottom + 8 * u), layout.columns.width(),
                  std::round(bar_h)};
  }
  float available = std::max(0.0F, bottom - chips_bottom);
  layout.shown = line_count;
  layout.curves = line_count <= max_lines_with_curves && available >= (24 + 34 * count) * u;
  if (layout.curves) {
    layout.sector_names = available >= (60 + 44 * count) * u;
    if (layout.sector_names) available -= small + 14 * u;
    if (available >= count * (below + 24 * u) + 36 * u) {
      layout.below = below;
      available -= count * below;
    }
    // At least a third of the height is for the curves; with few lines, they get all that is left.
    layout.line_h = std::round(std::min(64 * u, (available - 36 * u) / (count * 1.8F)));
    layout.pitch = std::round(layout.line_h * 1.6F + layout.below);
    const float rows = layout.pitch * (count - 1) + layout.line_h;
    layout.lines_y =
        chips_bottom + std::min(available + (count - 1) * layout.below - rows, 440 * u);
    return layout;
  }
  const float space = std::min(8 * u, available * 0.1F);
  layout.pitch = std::min(26 * u, (available - space) / count);
  constexpr float min_pitch = 3;
  if (layout.pitch < min_pitch) {
    layout.pitch = min_pitch;
    layout.shown = static_cast<std::size_t>(std::max(0.0F, (available - space) / min_pitch - 5));
  }
  if (layout.pitch >= 6) layout.pitch = std::floor(layout.pitch);
  const float gap = layout.pitch >= 9 ? canvas.whole_px(1.5F) : 1.0F;
  const bool needs_it = layout.pitch - gap < clear_line && layout.pitch - 1 >= clear_line;
  layout.line_h = layout.pitch - (needs_it ? 1.0F : gap);
  layout.lines_y = chips_bottom + space;
  // Below the rows, where whole pixels have left room for them.
  layout.sector_names =
      layout.shown == line_count && available - space - layout.pitch * count >= small + 10 * u;
  return layout;
}

void draw_curve(Canvas& canvas, const Layout& layout, const memory::LaneSpan& span,
                std::size_t index, bool chosen) {
  const float from_x = layout.columns.center(span.lane);
  const float from_y = layout.chips_y + layout.chips_h;
  const int middle = span.first_byte + span.byte_count / 2;
  const float to_x = middle % 4 == 0 && span.byte_count > 4 ? layout.columns.byte_x(middle)
                                                            : layout.columns.center(middle / 4);
  const float to_y = layout.line_y(index);
  const float bend = (to_y - from_y) * 0.5F;
  canvas.curve({{from_x, from_x, to_x, to_x},
                {from_y, from_y + bend, to_y - bend, to_y},
                canvas.px(chosen ? 2.5F : 1.5F),
                chosen ? canvas.palette().text : lane_stroke(canvas.palette(), span.lane)});
}

// Curves of the lanes being served; without stepping, of all lanes.
void draw_curves(Canvas& canvas, const Layout& layout,
                 const std::vector<memory::TouchedLine>& lines,
                 const std::array<LaneState, memory::warp_lanes>& lane_states) {
  std::array<std::uint64_t, memory::warp_lanes> drawn{};
  for (std::size_t at = 0; layout.curves && at < layout.shown; ++at) {
    for (const memory::LaneSpan& span : lines[at].lanes) {
      const auto lane = static_cast<std::size_t>(span.lane);
      if (lane_states[lane] != LaneState::served) continue;
      canvas.part(Part::Kind::curve, lane * memory::warp_lanes + drawn[lane]++);
      draw_curve(canvas, layout, span, at, false);
    }
  }
}

// The chosen lane's curves are drawn over everything else, for any number of lines.
void draw_chosen_curve(Canvas& canvas, const Layout& layout,
                       const std::vector<memory::TouchedLine>& lines, std::optional<int> chosen) {
  for (std::size_t at = 0; chosen && at < layout.shown; ++at) {
    for (const memory::LaneSpan& span : lines[at].lanes) {
      if (span.lane == *chosen) draw_curve(canvas, layout, span, at, true);
    }
  }
}

void draw_row_names(Canvas& canvas, const Layout& layout, const RowNames& rows) {
  const float size = canvas.px(text_small - 1);
  const float right = layout.columns.x - canvas.px(10);
  const auto every = static_cast<std::size_t>(
      std::max(1.0F, std::ceil((size + 1) / std::max(1.0F, layout.pitch))));
  for (std::size_t at = 0; at < layout.shown; at += every) {
    canvas.part(Part::Kind::row_name, at);
    draw_row_name(canvas, rows.names[at], FontRole::mono, size, layout.left, right,
                  layout.line_y(at) + layout.line_h / 2);
  }
}

void draw_names_below(Canvas& canvas, const Layout& layout) {
  if (!layout.sector_names || layout.shown == 0) return;
  const float y = layout.line_y(layout.shown - 1) + layout.line_h + layout.below + canvas.px(6);
  draw_sector_names(canvas, layout.columns, y, AlignY::top);
}

void draw_lines_left_out(Canvas& canvas, const Layout& layout, std::size_t line_count) {
  if (layout.shown >= line_count) return;
  canvas.part(Part::Kind::gap);
  const Label label = text_at(
      layout.columns.x + layout.columns.width() / 2, layout.line_y(layout.shown) + canvas.px(2),
      FontRole::ui, canvas.px(text_small), canvas.palette().text_dim,
      canvas.texts().count("stage.global.lines_left_out", line_count - layout.shown),
      AlignX::center, AlignY::top);
  if (layout.bar.h == 0 || label.y + label.size < layout.bar.y) canvas.label(label);
}

void draw_bytes_bar(Canvas& canvas, const Layout& layout, memory::Op op,
                    const memory::GlobalCost& cost) {
  if (layout.bar.h <= 0 || cost.sectors == 0) return;
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const auto moved = static_cast<float>(cost.sectors * memory::sector_bytes);
  const float part = std::min(1.0F, static_cast<float>(cost.bytes_used) / moved);
  const float size = canvas.px(text_body);
  const std::string percent =
      texts.get(global_key(op, "percent_used"),
                fmt::arg("percent", percent_text(cost.bytes_used / static_cast<double>(moved))));
  const float percent_width = canvas.measure(FontRole::ui_bold, size, percent);
  const bool room = percent_width + canvas.px(80) < layout.bar.w;
  const Rect bar = snapped(layout.bar.x, layout.bar.y,
                           layout.bar.x + layout.bar.w - (room ? percent_width + canvas.px(10) : 0),
                           layout.bar.y + layout.bar.h);
  const float radius = canvas.px(3);
  canvas.part(Heading::bytes);
  canvas.waste(bar, radius);
  const float used = std::round(bar.w * part);
  if (used >= 1) canvas.fill({bar.x, bar.y, used, bar.h}, palette.good, std::min(radius, used / 2));
  canvas.hit(bar, HitKind::none, 0,
             texts.get(global_key(op, "bytes_tooltip"),
                       fmt::arg("moved", text::Texts::grouped(static_cast<std::uint64_t>(moved))),
                       fmt::arg("used", text::Texts::grouped(cost.bytes_used)),
                       fmt::arg("wasted", text::Texts::grouped(static_cast<std::uint64_t>(
                                              moved * (1 - part) + 0.5F)))));
  draw_axis_name(canvas, global_key(op, "bytes_moved"), layout.left,
                 layout.columns.x - canvas.px(10), bar.y + bar.h / 2);
  if (!room) return;
  canvas.part(Heading::percent);
  canvas.label(text_at(layout.bar.x + layout.bar.w, bar.y + bar.h / 2, FontRole::ui_bold, size,
                       cost.sectors > cost.ideal_sectors ? palette.costly_text : palette.good_text,
                       percent, AlignX::right));
}

}  // namespace

PartedList build_global_view_parted(const StageInput& input, const Style& style, float width,
                                    float height) {
  Canvas canvas(style, width, height);
  const text::Texts& texts = canvas.texts();
  const memory::GlobalCost cost = global_cost_of(input);
  const Rect body = draw_frame(canvas, global_frame(input, cost, texts));
  if (body.h < canvas.px(40) || body.w < 64) return canvas.take_parted();

  const std::vector<memory::Transaction> moved = transactions_of(input);
  const std::vector<memory::TouchedLine> lines =
      with_moved(memory::touched_lines(input.access), moved);
  const std::vector<Bracket> brackets = brackets_of(moved, lines);
  const Passes passes = passes_of(moved);
  std::optional<std::size_t> position;
  if (input.wavefront && !passes.positions.empty()) position = passes.clamped(*input.wavefront);
  const auto lane_states = passes.lane_states(input.access.mask, position);
  const RowNames rows =
      row_names(canvas, lines, input.arrays, input.scale.row_name, body.w * 0.22F);
  const auto tracks =
      static_cast<float>(std::max<std::size_t>(tracks_of(brackets), input.scale.tracks));
  const float below = tracks > 0 ? tracks * track_height(canvas) + canvas.px(3) : 0;
  const float above = tracks > 0 ? pass_brackets_height(canvas, true) : 0;
  Layout layout = lay_out(canvas, body, input.access.op, std::max(lines.size(), input.scale.lines),
                          rows.width, above, below);
  layout.shown = std::min(layout.shown, lines.size());

  draw_curves(canvas, layout, lines, lane_states);
  if (layout.above > 0 && !passes.positions.empty()) {
    PassStrip strip{&passes, input.access, position, input.lane, false, {}, {}};
    strip.reason = pass_reason(input, texts);
    strip.tooltip = [&](int lane) { return lane_tooltip(input, lane, texts); };
    draw_pass_strip(canvas, strip, layout.columns, layout.chips_y - layout.above, layout.chips_h);
  } else {
    draw_lane_chips(
        canvas, layout.columns, layout.chips_y, layout.chips_h, input.access, input.lane,
        [&](int lane) { return lane_tooltip(input, lane, texts); }, input.bad_lanes);
  }
  canvas.part(Heading::axis);
  const float names_right = layout.columns.x - canvas.px(10);
  const char* lanes = lanes_key(std::max(lines.size(), input.scale.lines));
  if (canvas.measure(FontRole::ui, canvas.px(text_small), texts.get(lanes)) >
      names_right - layout.left + 0.5F) {
    lanes = "stage.lane_axis";
  }
  draw_axis_name(canvas, lanes, layout.left, names_right, layout.chips_y + layout.chips_h / 2);
  for (std::size_t at = 0; at < layout.shown; ++at) {
    draw_global_line(canvas, input, lines[at], layout.columns, layout.left, layout.line_y(at),
                     layout.line_h, layout.curves, at, lane_states);
  }
  canvas.part(Heading::lanes);
  draw_chosen_curve(canvas, layout, lines, input.lane);
  draw_row_names(canvas, layout, rows);
  if (layout.below > 0) {
    const memory::Transaction* current = position ? &moved[*position] : nullptr;
    draw_brackets(canvas, brackets, layout.columns, layout.shown, current, [&](std::size_t line) {
      return layout.line_y(line) + layout.line_h + canvas.px(3);
    });
  }
  draw_names_below(canvas, layout);
  draw_lines_left_out(canvas, layout, lines.size());
  draw_bytes_bar(canvas, layout, input.access.op, cost);
  if (layout.legend.h > 0) {
    draw_legend(
        canvas, layout.legend,
        {{LegendEntry::Sample::wanted, texts.get(global_key(input.access.op, "legend_wanted"))},
         {LegendEntry::Sample::waste, texts.get(global_key(input.access.op, "legend_waste"))},
         {LegendEntry::Sample::empty, texts.get(global_key(input.access.op, "legend_empty"))}});
  }
  return canvas.take_parted();
}

DrawList build_global_view(const StageInput& input, const Style& style, float width, float height) {
  return build_global_view_parted(input, style, width, height).list;
}

}  // namespace lanescope::picture
