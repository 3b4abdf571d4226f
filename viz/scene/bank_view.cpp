// Shared memory: 32 banks across, words down. What the eye is to meet first is the shape: a column
// of lanes in one bank is a conflict, a row or a diagonal is none. So the grid gets all room that
// is left, empty words are nearly invisible, and the banks that make the access slow carry an
// orange band from load bar to the last row.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "sim/memory/shared.h"
#include "viz/scene/bank_rows.h"
#include "viz/scene/bank_text.h"
#include "viz/scene/bank_view_parts.h"
#include "viz/scene/stage.h"

namespace lanescope::scene {
namespace {

using memory::banks;

// Where everything is, in pixels.
struct Layout {
  Rect load;     // the bars
  Rect numbers;  // the banks' numbers
  Rect grid;     // rows x 32
  Rect stack;    // wavefronts; w == 0: no room
  Rect legend;
  float column = 0;  // width of a bank
  float row = 0;     // height of a row
  std::vector<RowSlot> slots;

  [[nodiscard]] Rect cell(int bank, std::size_t slot, int span = 1) const {
    const float top = grid.y + static_cast<float>(slot) * row;
    return snapped(grid.x + static_cast<float>(bank) * column, top,
                   grid.x + static_cast<float>(bank + span) * column, top + row);
  }
};

std::vector<std::uint64_t> touched_rows(const std::map<std::uint64_t, WordState>& words) {
  std::vector<std::uint64_t> rows;
  for (const auto& [word, state] : words) {
    if (rows.empty() || rows.back() != word / banks) rows.push_back(word / banks);
  }
  return rows;
}

std::uint64_t wanted_row(const std::map<std::uint64_t, WordState>& words) {
  for (const auto& [word, state] : words) {
    if (state.stage == WordStage::served) return word / banks;
  }
  return 0;
}

Layout lay_out(const Canvas& canvas, const Rect& body, const StageInput& input,
               const std::map<std::uint64_t, WordState>& words) {
  Layout layout;
  const float u = canvas.px(1);
  const float small = canvas.px(text_small);
  const bool roomy = body.h >= 260 * u && body.w >= 420 * u;
  const float load_height = roomy ? 46 * u : std::min(24 * u, body.h * 0.18F);
  const float numbers_height = body.h >= 120 * u ? small + 6 * u : 0;
  const float legend_height = roomy ? small + 12 * u : 0;

  const std::uint64_t total = (input.shared.bytes + 127) / 128;
  const auto rows = touched_rows(words);
  const std::uint64_t last = std::max(total, rows.empty() ? 0 : rows.back() + 1) * banks;
  const std::string widest = std::to_string(last);
  const float labels =
      std::max(canvas.measure(FontRole::mono, small, widest),
               canvas.measure(FontRole::ui, small, canvas.texts().get("stage.bank.bank"))) +
      8 * u;
  const float gutter = body.w >= 300 * u ? labels : 0;
  const float stack = body.w >= 360 * u
                          ? std::max(36 * u, canvas.measure(FontRole::ui, small,
                                                            canvas.texts().get("stage.bank.stack")))
                          : 16 * u;
  const float stack_gap = 2.5F * space_unit * u;

  const float x = std::round(body.x + gutter);
  const float right = body.x + body.w - stack - stack_gap;
  layout.column = std::max(1.0F, (right - x) / banks);
  // Whole pixels a column keep all cells alike; the remainder goes to the right margin.
  if (layout.column >= 8) layout.column = std::floor(layout.column);
  const float width = layout.column * banks;
  layout.load = {x, body.y, width, load_height};
  layout.numbers = {x, body.y + load_height, width, numbers_height};
  const float top = std::round(body.y + load_height + numbers_height);
  const float available = std::max(0.0F, body.y + body.h - legend_height - top);

  const float least = least_digit_px * 0.85F;  // a row that still has room for digits
  auto room = static_cast<std::size_t>(available / std::max(least, 1.0F));
  const float most = std::min(layout.column, 28 * u);
  layout.slots = choose_rows(rows, total, std::max<std::size_t>(room, 1), wanted_row(words));
  if (layout.slots.size() < rows.size() || layout.slots.empty()) {
    // Not even the touched rows fit with digits: smaller cells before fewer rows.
    room = static_cast<std::size_t>(available / 3);
    layout.slots = choose_rows(rows, total, std::max<std::size_t>(room, 1), wanted_row(words));
  }
  const auto count = static_cast<float>(std::max<std::size_t>(layout.slots.size(), 1));
  layout.row = std::min(most, available / count);
  if (layout.row >= 8) layout.row = std::floor(layout.row);
  layout.grid = {x, top, width, layout.row * count};
  layout.stack = {std::round(right + stack_gap), top, stack, layout.grid.h};
  if (legend_height > 0) {
    layout.legend = {x, body.y + body.h - legend_height, right - x + stack_gap + stack,
                     legend_height};
  }
  return layout;
}

void draw_ground(Canvas& canvas, const Layout& layout, const memory::SharedSchedule& schedule) {
  const Palette& palette = canvas.palette();
  canvas.fill(snapped(layout.grid.x, layout.grid.y, layout.grid.x + layout.grid.w,
                      layout.grid.y + layout.grid.h),
              palette.cell);
  const std::uint32_t worst = schedule.cost.worst_ways;
  for (int bank = 0; worst > 1 && bank < banks; ++bank) {
    if (schedule.bank_load[static_cast<std::size_t>(bank)] != worst) continue;
    const float x = layout.grid.x + static_cast<float>(bank) * layout.column;
    canvas.fill(snapped(x, layout.numbers.y, x + layout.column, layout.grid.y + layout.grid.h),
                with_alpha(palette.costly, palette.theme == Theme::dark ? 0.20F : 0.24F));
  }
  const float line = layout.column >= 6 ? canvas.whole_px(1) : 0;
  for (int bank = 1; line > 0 && bank < banks; ++bank) {
    const float x = std::round(layout.grid.x + static_cast<float>(bank) * layout.column);
    canvas.fill({x, layout.grid.y, line, std::round(layout.grid.h)}, palette.cell_border);
  }
  for (std::size_t slot = 1; layout.row >= 5 && slot < layout.slots.size(); ++slot) {
    const float y = std::round(layout.grid.y + static_cast<float>(slot) * layout.row);
    canvas.fill({layout.grid.x, y, layout.grid.w, canvas.whole_px(1)}, palette.cell_border);
  }
}

void draw_bank_axis(Canvas& canvas, const Layout& layout, const memory::SharedSchedule& schedule) {
  const Palette& palette = canvas.palette();
  const auto most = static_cast<float>(std::max<std::uint32_t>(
      8, *std::max_element(schedule.bank_load.begin(), schedule.bank_load.end())));
  const float digits = std::min(canvas.px(text_small - 1), layout.column * 0.75F);
  const float size = std::max(least_digit_px, std::floor(digits));
  const float two_digits = canvas.measure(FontRole::mono, size, "31");
  int every = 1;
  while (every < banks && two_digits + 3 > layout.column * static_cast<float>(every)) every *= 2;
  const float number_room = size + canvas.px(3);

  for (int bank = 0; bank < banks; ++bank) {
    const auto index = static_cast<std::size_t>(bank);
    const std::uint32_t load = schedule.bank_load[index];
    const float x = layout.grid.x + static_cast<float>(bank) * layout.column;
    const bool costly = load > 1;
    const float bars = layout.load.h - canvas.px(4) - number_room;
    const float base = layout.load.y + layout.load.h - canvas.px(4);
    if (load > 0 && bars > 3) {
      const float tall = std::max(canvas.whole_px(3), bars * static_cast<float>(load) / most);
      const float inset_x = layout.column >= 8 ? canvas.whole_px(1) : 0;
      canvas.fill(snapped(x + inset_x, base - tall, x + layout.column - inset_x, base),
                  costly ? palette.costly : palette.good, std::min(canvas.px(2), tall / 2));
      Label number;
      number.x = x + layout.column / 2;
      number.y = base - tall - canvas.px(2);
      number.align_x = AlignX::center;
      number.align_y = AlignY::bottom;
      number.font = costly ? FontRole::mono_bold : FontRole::mono;
      number.size = size;
      number.color = costly ? palette.costly_text : palette.text_faint;
      number.text = std::to_string(load);
      if (canvas.measure(number.font, size, number.text) + 2 <= layout.column) {
        canvas.label(number);
      }
    }
    if (layout.numbers.h > 0 && bank % every == 0) {
      Label number;
      number.x = x + layout.column / 2;
      number.y = layout.numbers.y + layout.numbers.h / 2;
      number.align_x = AlignX::center;
      number.align_y = AlignY::middle;
      number.font = FontRole::mono;
      number.size = size;
      number.color = load > 0 ? palette.text_dim : palette.text_faint;
      number.text = std::to_string(bank);
      canvas.label(number);
    }
    canvas.hit({x, layout.load.y, layout.column, layout.load.h + layout.numbers.h}, HitKind::bank,
               index, bank_tooltip(schedule, bank, canvas.texts()));
  }
}

void draw_axis_names(Canvas& canvas, const Layout& layout, float left) {
  const auto name = [&](const char* key, float y) {
    Label label;
    label.x = layout.grid.x - canvas.px(8);
    label.y = y;
    label.align_x = AlignX::right;
    label.align_y = AlignY::middle;
    label.size = canvas.px(text_small);
    label.color = canvas.palette().text_faint;
    label.text = canvas.texts().get(key);
    if (canvas.measure(label.font, label.size, label.text) <= label.x - left + 0.5F) {
      canvas.label(label);
    }
  };
  if (layout.numbers.h == 0) return;
  name("stage.bank.bank", layout.numbers.y + layout.numbers.h / 2);
  if (layout.load.h > 2 * canvas.px(text_small)) {
    name("stage.bank.load", layout.load.y + layout.load.h - canvas.px(4 + text_small / 2));
  }
}

// The first word of each row, as often as they fit, and marks for what was left out.
void draw_row_labels(Canvas& canvas, const Layout& layout, float left) {
  const Palette& palette = canvas.palette();
  const float size = digit_size(layout.row, canvas.px(text_small - 1));
  const float used = size > 0 ? size : least_digit_px;
  const auto every = static_cast<std::size_t>(std::max(1.0F, std::ceil(used / layout.row)));
  std::size_t free_from = 0;
  for (std::size_t slot = 0; slot < layout.slots.size(); ++slot) {
    const RowSlot& row = layout.slots[slot];
    const float y = layout.grid.y + (static_cast<float>(slot) + 0.5F) * layout.row;
    if (row.skipped > 0) {
      const float dot = canvas.whole_px(2);
      for (int i = -1; i <= 1; ++i) {
        canvas.fill(
            {std::round(layout.grid.x + layout.grid.w / 2 + static_cast<float>(i) * 4 * dot),
             std::round(y - dot / 2), dot, dot},
            palette.text_faint, dot / 2);
      }
      canvas.hit(layout.cell(0, slot, banks), HitKind::none, 0,
                 canvas.texts().count("stage.bank.rows_skipped", row.skipped,
                                      fmt::arg("first", row.row * banks),
                                      fmt::arg("last", (row.row + row.skipped) * banks - 1)));
      continue;
    }
    if (slot < free_from) continue;
    Label label;
    label.x = layout.grid.x - canvas.px(8);
    label.y = y;
    label.align_x = AlignX::right;
    label.align_y = AlignY::middle;
    label.font = FontRole::mono;
    label.size = used;
    label.color = palette.text_faint;
    label.text = std::to_string(row.row * banks);
    if (canvas.measure(label.font, used, label.text) > label.x - left + 0.5F) continue;
    if (y + used / 2 > layout.grid.y + layout.grid.h + canvas.px(4)) continue;
    if (canvas.label(label)) free_from = slot + every;
  }
}

void draw_legend_row(Canvas& canvas, const Layout& layout, const WordPicture& picture,
                     bool stepping) {
  if (layout.legend.h <= 0) return;
  const text::Texts& texts = canvas.texts();
  std::vector<LegendEntry> entries{
      {LegendEntry::Sample::wanted, texts.get("stage.bank.legend_wanted")}};
  if (stepping) {
    entries.push_back({LegendEntry::Sample::waiting, texts.get("stage.bank.legend_waiting")});
  }
  if (!picture.padding.empty()) {
    entries.push_back({LegendEntry::Sample::waste, texts.get("stage.bank.legend_padding")});
  }
  Rect row = layout.legend;
  row.y += canvas.px(6);
  row.h -= canvas.px(6);
  draw_legend(canvas, row, entries);
}

}  // namespace

DrawList build_bank_view(const StageInput& input, const Style& style, float width, float height) {
  Canvas canvas(style, width, height);
  const memory::SharedSchedule schedule = memory::shared_schedule(input.access);
  const Frame frame =
      bank_frame(input.access, schedule, trimmed(input.source_text), canvas.texts());
  const Rect body = draw_frame(canvas, frame);
  if (body.h < canvas.px(40) || body.w < 64) return canvas.take();

  const WordPicture picture = word_picture(input, schedule);
  const Layout layout = lay_out(canvas, body, input, picture.words);
  draw_ground(canvas, layout, schedule);
  draw_bank_axis(canvas, layout, schedule);
  draw_axis_names(canvas, layout, body.x);
  draw_row_labels(canvas, layout, body.x);
  const CellAt cell_at = [&layout](int bank, std::size_t slot, int span) {
    return layout.cell(bank, slot, span);
  };
  draw_words(canvas, input, schedule, picture, layout.slots, cell_at);
  draw_wavefront_stack(canvas, input, schedule, layout.stack);
  draw_legend_row(canvas, layout, picture, input.wavefront.has_value());
  return canvas.take();
}

}  // namespace lanescope::scene
