// Shared memory: banks across, words down. The shape must be visible first: a column of lanes in
// one bank is a conflict, a row or a diagonal is none. So the grid gets all the remaining room,
// empty words are nearly invisible, and for a bank that slows the access only the load bar and the
// number are orange; its cells have just a tint.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "sim/memory/shared.h"
#include "viz/picture/access/bank_axes.h"
#include "viz/picture/access/bank_layout.h"
#include "viz/picture/access/bank_stack.h"
#include "viz/picture/access/bank_text.h"
#include "viz/picture/access/bank_view_parts.h"
#include "viz/picture/access/pass_strip.h"
#include "viz/picture/access/pass_text.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/frame.h"

namespace lanescope::picture {
namespace {

void draw_grid_lines(Canvas& canvas, const BankLayout& layout) {
  const Color& color = canvas.palette().cell_border;
  const float line = canvas.whole_px(1);
  const float bottom = layout.grid.y + layout.grid.h;
  for (int bank = 1; layout.column >= 6 && bank < layout.banks; ++bank) {
    const float x = std::round(layout.grid.x + static_cast<float>(bank) * layout.column);
    canvas.part(Part::Kind::column_line, static_cast<std::uint64_t>(bank));
    canvas.fill(snapped(x, layout.grid.y, x + line, bottom), color);
  }
  for (std::size_t slot = 1; layout.row >= 5 && slot < layout.slots.size(); ++slot) {
    const float y = std::round(layout.tops[slot]);
    canvas.part(Part::Kind::row_line, layout.slots[slot].row);
    canvas.fill(snapped(layout.grid.x, y, layout.grid.x + layout.grid.w, y + line), color);
  }
}

void draw_background(Canvas& canvas, const BankLayout& layout,
                     const memory::SharedSchedule& schedule) {
  const Palette& palette = canvas.palette();
  const float bottom = layout.grid.y + layout.grid.h;
  canvas.part(Part::Kind::ground);
  canvas.fill(snapped(layout.grid.x, layout.grid.y, layout.grid.x + layout.grid.w, bottom),
              palette.cell);
  const std::uint32_t worst = schedule.cost.worst_ways;
  for (int bank = 0; worst > 1 && bank < layout.banks; ++bank) {
    if (schedule.bank_load[static_cast<std::size_t>(bank)] != worst) continue;
    const float x = layout.grid.x + static_cast<float>(bank) * layout.column;
    const float foot = layout.numbers.y + layout.numbers.h;
    canvas.part(Part::Kind::tint, static_cast<std::uint64_t>(bank));
    if (layout.numbers.h > 0) {
      canvas.fill(snapped(x, layout.numbers.y, x + layout.column, foot), palette.costly_band);
    }
    canvas.fill(snapped(x, layout.grid.y, x + layout.column, bottom), palette.costly_tint);
  }
  draw_grid_lines(canvas, layout);
  const auto banks = static_cast<std::uint64_t>(layout.banks);
  // Omitted rows show the background.
  for (std::size_t slot = 0; slot < layout.slots.size(); ++slot) {
    const RowSlot& row = layout.slots[slot];
    if (row.skipped == 0) continue;
    const Rect gap = layout.cell(0, slot, layout.banks);
    canvas.part(Part::Kind::gap, row.row);
    canvas.fill(gap, palette.panel);
    canvas.hit(gap, HitKind::none, 0,
               canvas.texts().count("stage.bank.rows_skipped", row.skipped,
                                    fmt::arg("first", row.row * banks),
                                    fmt::arg("last", (row.row + row.skipped) * banks - 1)));
  }
}

void draw_legend_row(Canvas& canvas, const BankLayout& layout, const WordPicture& picture,
                     bool stepping, bool is_grouped) {
  if (layout.legend.h <= 0) return;
  const text::Texts& texts = canvas.texts();
  std::vector<LegendEntry> entries;
  if (!stepping) {
    entries.push_back({LegendEntry::Sample::wanted, texts.get("stage.bank.legend_wanted")});
  } else {
    entries.push_back({LegendEntry::Sample::served, texts.get("stage.bank.legend_served")});
    entries.push_back({LegendEntry::Sample::waiting, texts.get("stage.bank.legend_waiting")});
    if (is_grouped) {
      entries.push_back({LegendEntry::Sample::empty, texts.get("pass.legend_later")});
    }
    entries.push_back({LegendEntry::Sample::done, texts.get("pass.legend_done")});
  }
  if (!picture.padding.empty()) {
    entries.push_back({LegendEntry::Sample::waste, texts.get("stage.bank.legend_padding")});
  }
  draw_legend(canvas, layout.legend, entries);
}

// The lanes that are served together, and which of them are served now.
void draw_strip(Canvas& canvas, const StageInput& input, const BankLayout& layout,
                const Passes& passes, float left) {
  if (layout.strip.h <= 0) return;
  PassStrip strip;
  strip.passes = &passes;
  strip.access = input.access;
  if (input.wavefront) strip.position = *input.wavefront;
  strip.lane = input.lane;
  if (layout.explains) strip.reason = pass_reason(input, canvas.texts());
  strip.tooltip = [&](int lane) { return lane_words_tooltip(input, lane, canvas.texts()); };
  const Columns columns{layout.strip.x, layout.strip.w / memory::warp_lanes, 0};
  draw_pass_strip(canvas, strip, columns, layout.strip.y, layout.chips_h);
  canvas.part(Heading::axis);
  draw_axis_name(
      canvas, "stage.lane_axis", left, layout.grid.x - canvas.px(8),
      layout.strip.y + pass_brackets_height(canvas, layout.explains) + layout.chips_h / 2);
}

}  // namespace

PartedList build_bank_view_parted(const StageInput& input, const Style& style, float width,
                                  float height) {
  Canvas canvas(style, width, height);
  const memory::MemoryRules machine = machine_of(input);
  const memory::SharedSchedule schedule = schedule_of(input.access, input.copy.get(), machine);
  const Passes passes = passes_of(schedule);
  const std::size_t groups = passes.groups.size();
  Frame frame = bank_frame(input, schedule, canvas.texts());
  const WordPicture picture = word_picture(input, schedule);
  const auto lay_out = [&] {
    return lay_out_banks(canvas, frame_body(canvas, frame), input.shared, picture, input.scale,
                         std::max(groups, input.scale.groups));
  };
  BankLayout layout = lay_out();
  if (!layout.roomy) {
    frame.compact = true;
    // Beside another picture, omit the detail: otherwise only the side with the shorter sentence
    // would show it.
    if (input.scale.banks > 0) frame.detail.clear();
    layout = lay_out();
  }
  const Rect body = draw_frame(canvas, frame);
  if (body.h < canvas.px(40) || body.w < 64) return canvas.take_parted();

  draw_background(canvas, layout, schedule);
  draw_strip(canvas, input, layout, passes, body.x);
  draw_bank_axis(canvas, layout, schedule, machine);
  draw_axis_names(canvas, layout, body.x);
  draw_row_labels(canvas, layout, body.x);
  const CellAt cell_at = [&layout](int bank, std::size_t slot, int span) {
    return layout.cell(bank, slot, span);
  };
  draw_words(canvas, input, schedule, picture, layout.slots, cell_at);
  draw_wavefront_stack(canvas, input, passes, layout.stack, layout.row,
                       layout.grid.x + layout.grid.w + canvas.px(2));
  draw_legend_row(canvas, layout, picture, input.wavefront.has_value(), groups > 1);
  return canvas.take_parted();
}

DrawList build_bank_view(const StageInput& input, const Style& style, float width, float height) {
  return build_bank_view_parted(input, style, width, height).list;
}

}  // namespace lanescope::picture
