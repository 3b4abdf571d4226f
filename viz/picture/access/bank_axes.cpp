#include "viz/picture/access/bank_axes.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "viz/picture/access/bank_text.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/lanes_row.h"

namespace lanescope::picture {
namespace {

// The smallest load for a full bar, so that bars can be compared between pictures: 8-way is a
// quarter of 32-way.
constexpr std::uint32_t min_full_load = memory::banks;

struct BankAxis {
  float size = 0;  // font size of the numbers
  std::uint32_t most = 0;
  int every = 1;  // every how many banks there is room for a number
};

void draw_load(Canvas& canvas, const BankLayout& layout, const BankAxis& axis, std::uint32_t load,
               float x) {
  const Palette& palette = canvas.palette();
  const float foot = canvas.px(4);
  const float room = layout.load.h - foot - axis.size - canvas.px(3);
  if (load == 0 || room < 3) return;
  const bool costly = load > 1;
  const float base = std::round(layout.load.y + layout.load.h - foot);
  const float tall = std::round(std::max(
      std::min(3.0F, room), room * static_cast<float>(load) / static_cast<float>(axis.most)));
  const float inset_x = layout.column >= 8 ? canvas.whole_px(1) : 0;
  canvas.fill(snapped(x + inset_x, base - tall, x + layout.column - inset_x, base),
              costly ? palette.costly : palette.good, std::min(canvas.px(2), tall / 2));
  Label number;
  number.x = x + layout.column / 2;
  number.y = base - tall - canvas.px(2);
  number.align_x = AlignX::center;
  number.align_y = AlignY::bottom;
  number.font = costly ? FontRole::mono_bold : FontRole::mono;
  number.size = axis.size;
  number.color = costly ? palette.costly_text : palette.text_faint;
  number.text = std::to_string(load);
  if (canvas.measure(number.font, number.size, number.text) + 2 <= layout.column) {
    canvas.label(number);
  }
}

}  // namespace

void draw_bank_axis(Canvas& canvas, const BankLayout& layout,
                    const memory::SharedSchedule& schedule, const memory::MemoryRules& machine) {
  BankAxis axis;
  axis.size = std::max(min_digit(canvas),
                       std::floor(std::min(canvas.px(text_small), layout.column * 0.75F)));
  axis.most = std::max(min_full_load,
                       *std::max_element(schedule.bank_load.begin(), schedule.bank_load.end()));
  const float two_digits = canvas.measure(FontRole::mono, axis.size, "31");
  while (axis.every < layout.banks &&
         two_digits + 3 > layout.column * static_cast<float>(axis.every)) {
    axis.every *= 2;
  }
  for (int bank = 0; bank < layout.banks; ++bank) {
    const auto index = static_cast<std::size_t>(bank);
    const float x = layout.grid.x + static_cast<float>(bank) * layout.column;
    canvas.part(Part::Kind::load, index);
    draw_load(canvas, layout, axis, schedule.bank_load[index], x);
    canvas.part(Part::Kind::bank_name, index);
    if (layout.numbers.h > 0 && bank % axis.every == 0) {
      Label number;
      number.x = x + layout.column / 2;
      number.y = layout.numbers.y + layout.numbers.h / 2;
      number.align_x = AlignX::center;
      number.align_y = AlignY::middle;
      number.font = FontRole::mono;
      number.size = axis.size;
      const std::uint32_t load = schedule.bank_load[index];
      const bool slow = load > 1 && load == schedule.cost.worst_ways;
      number.color = slow       ? canvas.palette().text
                     : load > 0 ? canvas.palette().text_dim
                                : canvas.palette().text_faint;
      number.text = std::to_string(bank);
      canvas.label(number);
    }
    canvas.hit({x, layout.load.y, layout.column, layout.load.h + layout.numbers.h}, HitKind::bank,
               index, bank_tooltip(schedule, bank, machine, canvas.texts()));
  }
}

void draw_axis_names(Canvas& canvas, const BankLayout& layout, float left) {
  if (layout.numbers.h == 0) return;
  canvas.part(Heading::axes);
  const float size = canvas.px(text_small);
  const float right = layout.grid.x - canvas.px(8);
  draw_axis_name(canvas, "stage.bank.bank", left, right, layout.numbers.y + layout.numbers.h / 2);
  if (layout.words.h > 0) {
    draw_axis_name(canvas, "stage.bank.word", left, right, layout.words.y + layout.words.h * 0.4F);
  }
  if (layout.load.h > 2 * size) {
    draw_axis_name(canvas, "stage.bank.load", left, right,
                   layout.load.y + layout.load.h - canvas.px(3) - size / 2);
  }
}

void draw_row_labels(Canvas& canvas, const BankLayout& layout, float left) {
  const auto banks = static_cast<std::uint64_t>(layout.banks);
  const float size = canvas.px(text_small - 1);
  const float right = layout.grid.x - canvas.px(8);
  // If rows are low, name fewer of them at the same font size.
  std::uint64_t every = 1;
  while (layout.row * static_cast<float>(every) < size * digit_height + canvas.px(2)) {
    every = every == 1 ? 4 : every * 2;
  }
  bool follows_gap = true;
  float free_from = 0;
  for (std::size_t slot = 0; slot < layout.slots.size(); ++slot) {
    const RowSlot& row = layout.slots[slot];
    if (row.skipped > 0) {
      follows_gap = true;
      continue;
    }
    canvas.hit({left, layout.tops[slot], layout.grid.x - left, layout.row}, HitKind::none, row.row,
               canvas.texts().get("stage.bank.row", fmt::arg("first", row.row * banks),
                                  fmt::arg("last", row.row * banks + banks - 1)));
    const bool named = follows_gap || row.row % every == 0;
    follows_gap = false;
    if (!named) continue;
    const float y = layout.tops[slot] + layout.row / 2;
    const float half = size * 0.45F;  // digits are lower than their line
    if (y - half < free_from || y + half > layout.grid.y + layout.grid.h + canvas.px(4)) continue;
    std::string name = std::to_string(row.row * banks);
    // Without a heading, the first name says what the numbers are.
    if (free_from == 0 && layout.words.h == 0) {
      const std::string whole = canvas.texts().get("stage.bank.word") + " " + name;
      if (canvas.measure(FontRole::mono, size, whole) <= right - left) name = whole;
    }
    canvas.part(Part::Kind::row_name, row.row);
    draw_row_name(canvas, name, FontRole::mono, size, left, right, y);
    free_from = y + half;
  }
}

}  // namespace lanescope::picture
