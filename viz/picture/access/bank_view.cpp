// Shared memory: banks across, words down. The shape must be visible first: a column of lanes in
// one bank is a conflict, a row or a diagonal is none. So the grid gets all the remaining room,
// empty words are nearly invisible, and for a bank that slows the access only the load bar and the
// number are orange; its cells have just a tint. Idle banks are narrow and named together.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/memory/memory_rules.h"
#include "sim/memory/shared.h"
#include "viz/picture/access/bank_layout.h"
#include "viz/picture/access/bank_text.h"
#include "viz/picture/access/pass_strip.h"
#include "viz/picture/access/passes.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/lanes_row.h"

namespace lanescope::picture {
namespace {

// ---- the stack of wavefronts beside the banks, grouped by pass group ----

struct Stack {
  float pitch = 0, gap = 0, border = 0;
  float digits = 0;     // font size; 0: no digits
  float group_gap = 0;  // above each group but the first; if groups are named, above all
  bool named = false;   // the groups' lanes are written above them
  const char* name = "pass.stack";  // text key of the names, the same for all groups
};

std::string name_of(const Canvas& canvas, const Passes& passes, std::size_t group,
                    const char* form) {
  return canvas.texts().get(
      form, fmt::arg("lanes", lane_list(passes.groups[group].lanes, canvas.texts())));
}

std::optional<Stack> lay_out(const Canvas& canvas, const Passes& passes, const StageScale& scale,
                             const Rect& area, float row) {
  Stack stack;
  const std::size_t positions = std::max(passes.positions.size(), scale.wavefronts);
  const auto groups = static_cast<float>(std::max(passes.groups.size(), scale.groups));
  const auto count = static_cast<float>(positions);
  const float name = canvas.px(text_small + 5);
  // With many groups (copies between many lines), names would leave too little for the wavefronts.
  stack.named = groups > 1 && (area.h - groups * name) / count >= canvas.px(7);
  stack.group_gap =
      stack.named ? name : std::min(canvas.whole_px(8), area.h / 3 / std::max(groups - 1, 1.0F));
  // Use the short form for all groups if one of them needs it.
  for (std::size_t group = 0; group < passes.groups.size(); ++group) {
    const std::string whole = name_of(canvas, passes, group, stack.name);
    if (canvas.measure(FontRole::ui_bold, canvas.px(text_small), whole) > area.w)
      stack.name = "pass.stack_short";
  }
  const float gaps = (stack.named ? groups : groups - 1) * stack.group_gap;
  const float most = (area.h - gaps) / count;
  const bool beside_rows = positions == memory::banks && groups == 1 && row <= most + 0.01F;
  stack.pitch = beside_rows ? row : std::min(canvas.px(26), most);
  if (stack.pitch < 1.5F) return std::nullopt;
  stack.gap = stack.pitch >= canvas.px(14) ? canvas.whole_px(1.5F) : 1.0F;
  stack.border = stack.pitch >= canvas.px(16) ? canvas.whole_px(1.5F) : 1.0F;
  const float largest =
      std::clamp(stack.pitch * 0.4F, canvas.px(text_small), canvas.px(text_title + 2));
  // In a low wavefront, a number that touches the outline of the chosen one is better than none.
  const float outlines = stack.pitch >= canvas.px(14) ? 2 * stack.border : 0;
  stack.digits =
      digit_size(canvas, area.w, std::floor(stack.pitch) - stack.gap - outlines, largest);
  return stack;
}

void draw_heading(Canvas& canvas, const Rect& area) {
  canvas.part(Heading::stack);
  const Label heading =
      text_at(area.x + area.w / 2, area.y - canvas.px(4), FontRole::ui, canvas.px(text_small),
              canvas.palette().text_faint, canvas.texts().get("stage.bank.stack"), AlignX::center,
              AlignY::bottom);
  if (canvas.width_of(heading) <= area.w + 1) canvas.explained_label(heading, "stage.bank.stack");
}

// How to draw one wavefront.
struct Chip {
  Rect rect;
  float full = 1;  // share of the banks that are busy
  Color color, on_color;
  bool lit = true, current = false;
  float strength = 1;  // of the colour, 0..1
};

// Draws the number on one colour only: in the middle if that is clear of the edge between the two
// colours, otherwise in the larger part.
void draw_number(Canvas& canvas, const Chip& chip, const Stack& stack, const Color& fill,
                 const Color& ground, const std::string& text) {
  if (stack.digits <= 0) return;
  const float w = canvas.measure(FontRole::mono_bold, stack.digits, text) + 2;
  if (w > chip.rect.w) return;
  const float edge = chip.rect.x + chip.rect.w * chip.full;
  float from = chip.rect.x;
  float to = chip.rect.x + chip.rect.w;
  const float middle = (from + to) / 2;
  if (std::abs(edge - middle) < w / 2) (chip.full >= 0.5F ? to : from) = edge;
  if (w > to - from) return;
  const float x = (from + to) / 2;
  const bool on_fill = x < edge;
  const Color color = !on_fill   ? ink_on(canvas.palette(), ground)
                      : chip.lit ? chip.on_color
                                 : ink_on(canvas.palette(), fill);
  canvas.label(text_at(x, chip.rect.y + chip.rect.h / 2, FontRole::mono_bold, stack.digits, color,
                       text, AlignX::center));
}

void draw_chip(Canvas& canvas, const Chip& chip, const Stack& stack, const std::string& text) {
  const Palette& palette = canvas.palette();
  constexpr float idle = 0.3F;  // colour strength for idle banks
  const Color ground = mixed(palette.panel, chip.color, idle * chip.strength);
  const Color fill = mixed(palette.panel, chip.color, chip.strength);
  const float radius = std::min(canvas.px(3), chip.rect.h / 3);
  canvas.fill(chip.rect, ground, radius);
  const float w = std::max(1.0F, std::round(chip.rect.w * chip.full));
  canvas.fill({chip.rect.x, chip.rect.y, w, chip.rect.h}, fill, std::min(radius, w / 2));
  if (chip.current)
    canvas.outline(chip.rect, palette.text, chip.rect.h >= 5 ? stack.border : 1, radius);
  draw_number(canvas, chip, stack, fill, ground, text);
}

// A bracket left of the group's wavefronts, open towards them, with the group's lanes above.
void draw_group(Canvas& canvas, const Passes& passes, std::size_t group, const Rect& rect,
                const Stack& stack, float left, std::optional<std::size_t> current) {
  const Palette& palette = canvas.palette();
  const bool is_current = current && passes.positions[*current].group == group;
  const float stroke = canvas.whole_px(is_current ? 2.5F : 1);
  const float x = rect.x - canvas.whole_px(7);
  const Color& color = is_current ? palette.text : palette.text_faint;
  canvas.part(Part::Kind::pass, group);
  if (x >= left) {
    const float tick = canvas.whole_px(3);
    canvas.fill({x, rect.y, stroke, rect.h}, color);
    canvas.fill({x, rect.y, tick + stroke, canvas.whole_px(1)}, color);
    canvas.fill({x, rect.y + rect.h - canvas.whole_px(1), tick + stroke, canvas.whole_px(1)},
                color);
  }
  Rect whole{std::max(x, left), rect.y, rect.x + rect.w - std::max(x, left), rect.h};
  if (stack.named) {
    whole.y -= stack.group_gap;
    whole.h += stack.group_gap;
    const Label label =
        text_at(rect.x, rect.y - canvas.px(3), is_current ? FontRole::ui_bold : FontRole::ui,
                canvas.px(text_small), is_current ? palette.text : palette.text_faint,
                name_of(canvas, passes, group, stack.name), AlignX::left, AlignY::bottom);
    canvas.label_within(label, rect.w);
  }
  canvas.hit(whole, HitKind::pass_group, group, group_tooltip(passes, group, true, canvas.texts()));
}

// The filled part of a wavefront is its share of busy banks: if all are full, nothing can be saved.
// `row`: height of the grid's rows; if there is one wavefront per lane, it is drawn beside that
// lane's row. `left`: left limit of the groups' brackets.
void draw_wavefront_stack(Canvas& canvas, const StageInput& input, const Passes& passes,
                          const Rect& area, float row, float left) {
  if (passes.positions.empty() || area.w <= 0 || area.h <= 0) return;
  const auto laid_out = lay_out(canvas, passes, input.scale, area, row);
  if (!laid_out) return;
  const Stack& stack = *laid_out;
  const Palette& palette = canvas.palette();
  draw_heading(canvas, area);
  const int banks = machine_of(input).bank_count();
  std::optional<std::size_t> current;
  if (input.wavefront) current = passes.clamped(*input.wavefront);
  float y = area.y;
  for (std::size_t group = 0; group < passes.groups.size(); ++group) {
    const Passes::Group& one = passes.groups[group];
    if (group > 0 || stack.named) y += stack.group_gap;
    if (passes.groups.size() > 1) {
      const float h = static_cast<float>(one.positions) * stack.pitch - stack.gap;
      draw_group(canvas, passes, group, snapped(area.x, y, area.x + area.w, y + h), stack, left,
                 current);
    }
    for (std::size_t at = one.first; at < one.first + one.positions; ++at, y += stack.pitch) {
      const bool is_costly = one.positions > 1;
      Chip chip;
      chip.rect = snapped(area.x, y, area.x + area.w, y + stack.pitch - stack.gap);
      chip.full = static_cast<float>(passes.positions[at].busy) / static_cast<float>(banks);
      chip.color = is_costly ? palette.costly : palette.good;
      chip.on_color = is_costly ? palette.on_costly : palette.on_good;
      chip.current = current && at == *current;
      chip.lit = !current || chip.current;
      if (!chip.lit) chip.strength = at < *current ? 0.22F : 0.5F;
      canvas.part(Part::Kind::wavefront, at);
      draw_chip(canvas, chip, stack, std::to_string(at + 1));
      canvas.hit({area.x, y, area.w, stack.pitch}, HitKind::wavefront, at,
                 canvas.texts().get(
                     "pass.at_work",
                     fmt::arg("sentence", position_sentence(input, passes, at, canvas.texts())),
                     fmt::arg("n", passes.positions[at].busy), fmt::arg("banks", banks)));
    }
  }
}

// ---- the axes: load bars and bank numbers at the top, the first word of each row on the left ----

// The smallest load for a full bar, so that bars can be compared between pictures: 8-way is a
// quarter of 32-way.
constexpr std::uint32_t min_full_load = memory::banks;

struct BankAxis {
  float size = 0;  // font size of the loads
  std::uint32_t most = 0;
  float number_size = 0;  // font size of the banks' numbers
  int every = 1;          // every how many banks there is room for a number
};

void draw_load(Canvas& canvas, const BankLayout& layout, const BankAxis& axis, std::uint32_t load,
               int bank) {
  const Palette& palette = canvas.palette();
  const float foot = canvas.px(4);
  const float room = layout.load.h - foot - axis.size - canvas.px(3);
  if (load == 0 || room < 3) return;
  const bool costly = load > 1;
  const float base = std::round(layout.load.y + layout.load.h - foot);
  const float tall = std::round(std::max(
      std::min(3.0F, room), room * static_cast<float>(load) / static_cast<float>(axis.most)));
  const float inset_x = layout.column >= 8 ? canvas.whole_px(1) : 0;
  const float middle = layout.left(bank) + layout.width(bank) / 2;
  const float half = std::min(layout.width(bank), canvas.px(36)) / 2 - inset_x;
  canvas.fill(snapped(middle - half, base - tall, middle + half, base),
              costly ? palette.costly : palette.good, std::min(canvas.px(2), tall / 2));
  const Label number =
      text_at(middle, base - tall - canvas.px(2), costly ? FontRole::mono_bold : FontRole::mono,
              axis.size, costly ? palette.costly_text : palette.text_faint, std::to_string(load),
              AlignX::center, AlignY::bottom);
  if (canvas.width_of(number) + 2 <= layout.width(bank)) canvas.label(number);
}

// Beside wide columns: neighbouring idle banks have one name, the longest that fits.
void draw_idle_names(Canvas& canvas, const BankLayout& layout, float size) {
  for (int first = 0; first < layout.banks; ++first) {
    if (layout.is_wide(first)) continue;
    int last = first;
    while (last + 1 < layout.banks && !layout.is_wide(last + 1)) ++last;
    const auto range = [&](const char* key) {
      return canvas.texts().get(key, fmt::arg("first", first), fmt::arg("last", last));
    };
    std::vector<std::string> names{std::to_string(first)};
    if (last > first) names = {range("stage.bank.idle_run"), range("stage.bank.idle_run_short")};
    const float from = layout.left(first), room = layout.left(last + 1) - from;
    canvas.part(Part::Kind::bank_name, static_cast<std::uint64_t>(first));
    for (const std::string& name : names) {
      if (canvas.label_within(
              text_at(from + room / 2, layout.numbers.y + layout.numbers.h / 2, FontRole::mono,
                      size, canvas.palette().text_faint, name, AlignX::center),
              room - canvas.px(4))) {
        break;
      }
    }
    first = last;
  }
}

void draw_bank_axis(Canvas& canvas, const BankLayout& layout,
                    const memory::SharedSchedule& schedule, const memory::MemoryRules& machine) {
  BankAxis axis;
  axis.size = std::max(min_digit(canvas),
                       std::floor(std::min(canvas.px(text_small), layout.column * 0.75F)));
  axis.most = std::max(min_full_load,
                       *std::max_element(schedule.bank_load.begin(), schedule.bank_load.end()));
  // Fewer numbers rather than small ones: who sees 8 and 16 counts on.
  axis.number_size = std::max(min_digit(canvas), std::floor(canvas.px(text_small)));
  const float two_digits = canvas.measure(FontRole::mono, axis.number_size, "31");
  while (axis.every < layout.banks &&
         two_digits + 3 > layout.column * static_cast<float>(axis.every)) {
    axis.every *= 2;
  }
  for (int bank = 0; bank < layout.banks; ++bank) {
    const auto index = static_cast<std::size_t>(bank);
    const float x = layout.left(bank), w = layout.width(bank);
    canvas.part(Part::Kind::load, index);
    draw_load(canvas, layout, axis, schedule.bank_load[index], bank);
    canvas.part(Part::Kind::bank_name, index);
    const bool is_named = layout.wide.empty() ? bank % axis.every == 0 : layout.is_wide(bank);
    if (layout.numbers.h > 0 && is_named) {
      const std::uint32_t load = schedule.bank_load[index];
      const bool slow = load > 1 && load == schedule.cost.worst_ways;
      const Color& color = slow       ? canvas.palette().text
                           : load > 0 ? canvas.palette().text_dim
                                      : canvas.palette().text_faint;
      canvas.label(text_at(x + w / 2, layout.numbers.y + layout.numbers.h / 2, FontRole::mono,
                           axis.number_size, color, std::to_string(bank), AlignX::center));
    }
    canvas.hit({x, layout.load.y, w, layout.load.h + layout.numbers.h}, HitKind::bank, index,
               bank_tooltip(schedule, bank, machine, canvas.texts()));
  }
  if (layout.numbers.h > 0 && !layout.wide.empty())
    draw_idle_names(canvas, layout, axis.number_size);
}

// `left`: the left limit for text.
void draw_axis_names(Canvas& canvas, const BankLayout& layout, float left) {
  if (layout.numbers.h == 0) return;
  canvas.part(Heading::axes);
  const float size = canvas.px(text_small);
  const float right = layout.grid.x - canvas.px(8);
  draw_axis_name(canvas, "stage.bank.bank", left, right, layout.numbers.y + layout.numbers.h / 2);
  if (layout.words.h > 0)
    draw_axis_name(canvas, "stage.bank.word", left, right, layout.words.y + layout.words.h * 0.4F);
  if (layout.load.h > 1.4F * size) {
    draw_axis_name(canvas, "stage.bank.load", left, right,
                   layout.load.y + layout.load.h - canvas.px(3) - size / 2);
  }
}

// The slots whose first word is named, so that a number stands clear of the next one: every few
// rows. Where rows are omitted, those after a gap, or after every few gaps; the rows between them
// count on. One series in a picture: a second one beside it would hide both.
std::vector<std::size_t> named_slots(const BankLayout& layout, float clear) {
  std::uint64_t every = 1;
  while (layout.row * static_cast<float>(every) < clear) every = every == 1 ? 4 : every * 2;
  std::vector<std::size_t> starts;
  bool is_whole = true;
  for (std::size_t slot = 0; slot < layout.slots.size(); ++slot) {
    if (layout.slots[slot].skipped > 0) {
      is_whole = false;
    } else if (slot == 0 || layout.slots[slot - 1].skipped > 0) {
      starts.push_back(slot);
    }
  }
  std::size_t step = 1;
  const auto touch = [&] {
    for (std::size_t i = 0; i + step < starts.size(); i += step) {
      if (layout.tops[starts[i + step]] - layout.tops[starts[i]] < clear) return true;
    }
    return false;
  };
  while (touch()) step *= 2;
  std::vector<std::size_t> named;
  for (std::size_t i = 0; i < starts.size(); i += step) {
    const std::size_t end = i + step < starts.size() ? starts[i + step] : layout.slots.size();
    const float bottom = layout.tops[end] - (end < layout.slots.size() ? clear : 0);
    for (std::size_t slot = starts[i]; slot < end && layout.slots[slot].skipped == 0; ++slot) {
      const std::uint64_t from = is_whole ? 0 : layout.slots[starts[i]].row;
      const bool is_first = slot == starts[i];
      if (is_first || ((layout.slots[slot].row - from) % every == 0 && layout.tops[slot] <= bottom))
        named.push_back(slot);
    }
  }
  return named;
}

void draw_row_labels(Canvas& canvas, const BankLayout& layout, float left) {
  const auto banks = static_cast<std::uint64_t>(layout.banks);
  const float size = canvas.px(text_small - 1);
  const float right = layout.grid.x - canvas.px(8);
  for (std::size_t slot = 0; slot < layout.slots.size(); ++slot) {
    const RowSlot& row = layout.slots[slot];
    if (row.skipped > 0) continue;
    canvas.hit({left, layout.tops[slot], layout.grid.x - left, layout.row}, HitKind::none, row.row,
               canvas.texts().get("stage.bank.row", fmt::arg("first", row.row * banks),
                                  fmt::arg("last", row.row * banks + banks - 1)));
  }
  bool is_first = true;
  for (const std::size_t slot : named_slots(layout, size * digit_height + canvas.px(5))) {
    const std::uint64_t row = layout.slots[slot].row;
    const float y = layout.tops[slot] + layout.row / 2;
    const float half = size * 0.45F;  // digits are lower than their line
    if (y + half > layout.grid.y + layout.grid.h + canvas.px(4)) continue;
    std::string name = std::to_string(row * banks);
    // Without a heading, the first name says what the numbers are.
    if (std::exchange(is_first, false) && layout.words.h == 0) {
      const std::string whole = canvas.texts().get("stage.bank.word") + " " + name;
      if (canvas.measure(FontRole::mono, size, whole) <= right - left + 0.5F) name = whole;
    }
    canvas.part(Part::Kind::row_name, row);
    draw_row_name(canvas, name, FontRole::mono, size, left, right, y);
  }
}

void draw_grid_lines(Canvas& canvas, const BankLayout& layout) {
  const Color& color = canvas.palette().cell_border;
  const float line = canvas.whole_px(1);
  const float bottom = layout.grid.y + layout.grid.h;
  for (int bank = 1; layout.column >= 6 && bank < layout.banks; ++bank) {
    const float x = std::round(layout.left(bank));
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
    const float x = layout.left(bank), right = layout.left(bank + 1);
    const float foot = layout.numbers.y + layout.numbers.h;
    canvas.part(Part::Kind::tint, static_cast<std::uint64_t>(bank));
    if (layout.numbers.h > 0)
      canvas.fill(snapped(x, layout.numbers.y, right, foot), palette.costly_band);
    canvas.fill(snapped(x, layout.grid.y, right, bottom), palette.costly_tint);
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
    if (is_grouped) entries.push_back({LegendEntry::Sample::empty, texts.get("pass.legend_later")});
    entries.push_back({LegendEntry::Sample::done, texts.get("pass.legend_done")});
  }
  if (!picture.untouched.empty()) {
    entries.push_back({LegendEntry::Sample::waste,
                       texts.get(picture.has_padding ? "stage.bank.legend_padding"
                                                     : "stage.bank.legend_untouched")});
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
  draw_words(canvas, input, schedule, picture, layout);
  draw_wavefront_stack(canvas, input, passes, layout.stack, layout.row,
                       layout.grid.x + layout.grid.w + canvas.px(2));
  draw_legend_row(canvas, layout, picture, input.wavefront.has_value(), groups > 1);
  return canvas.take_parted();
}

DrawList build_bank_view(const StageInput& input, const Style& style, float width, float height) {
  return build_bank_view_parted(input, style, width, height).list;
}

}  // namespace lanescope::picture
