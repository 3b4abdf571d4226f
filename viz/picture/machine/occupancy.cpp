// A multiprocessor and its resident blocks: each warp slot is a cell, filled by the block that
// holds it. The limiting resource is marked by a word, a frame and a pointer, not by colour alone.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "viz/picture/core/canvas.h"
#include "viz/picture/core/frame.h"
#include "viz/picture/core/units.h"
#include "viz/picture/machine/parts.h"

namespace lanescope::picture {
namespace {

using machine::Occupancy;
using machine::Resource;
using machine::ResourceLimit;

// "2 blocks of 32 warps: 64 of 64 warp slots", and the percentage in large type. Returns the height
// used.
float draw_verdict(Canvas& canvas, const Occupancy& occupancy, const Rect& area) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_verdict);
  const float h = size + canvas.px(8);
  const bool full = occupancy.warps == occupancy.max_resident_warps;
  const std::string percent =
      fmt::format("{}{} %", occupancy.complete || occupancy.blocks == 0 ? "" : "≤ ",
                  percent_text(occupancy.percent() / 100));
  const float used = canvas.fitted_label(
      text_at(area.x + area.w, area.y + h / 2, FontRole::ui_bold, size,
              full ? palette.good_verdict : palette.costly_verdict, percent, AlignX::right),
      area.w);
  const float room = area.w - used - canvas.px(16);
  std::string sentence;
  float words_px = 0;
  for (const char* key : {"machine.sentence", "machine.sentence_short"}) {
    sentence = texts.get(key, fmt::arg("blocks", texts.count("machine.blocks", occupancy.blocks)),
                         fmt::arg("each", texts.count("machine.warps", occupancy.warps_per_block)),
                         fmt::arg("warps", occupancy.warps),
                         fmt::arg("most", occupancy.max_resident_warps));
    // Smaller before shorter, so that the page can be enlarged with the same words.
    words_px =
        canvas.size_for(FontRole::ui, sentence, room, {text_body, text_body - 1, text_small});
    if (canvas.measure(FontRole::ui, words_px, sentence) <= room) break;
  }
  canvas.fitted_label(
      text_at(area.x, area.y + h / 2, FontRole::ui, words_px, palette.text, sentence), room);
  return h + canvas.px(6);
}

// Whether the grid reaches every multiprocessor, and how many waves it needs. Returns the height
// used.
float draw_spread(Canvas& canvas, const MachineInput& input, const Rect& area) {
  const auto spread = machine::grid_spread(input.launch, *input.occupancy, *input.profile);
  if (!spread) return 0;
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const float h = canvas.px(20);
  if (area.h < h) return 0;
  const std::string blocks = texts.count("machine.blocks", spread->blocks);
  const std::string waves =
      texts.get("machine.spread_waves", fmt::arg("blocks", blocks),
                fmt::arg("most", text::Texts::grouped(spread->at_once)),
                fmt::arg("waves", (input.occupancy->complete ? "" : "≥ ") +
                                      texts.count("machine.waves", spread->waves)));
  const bool idle = spread->idle > 0;
  const std::string words =
      idle ? texts.get("machine.spread_idle", fmt::arg("blocks", blocks),
                       fmt::arg("idle", spread->idle), fmt::arg("sms", spread->multiprocessors))
           : waves;
  canvas.fitted_label(text_at(area.x, area.y + h / 2, FontRole::ui, canvas.px(text_body),
                              idle ? palette.costly_text : palette.text_dim, words),
                      area.w);
  canvas.hit({area.x, area.y, area.w, h}, HitKind::none, 0,
             words + "\n" + (idle ? waves + "\n" : "") + texts.get("machine.spread_tooltip"));
  return h + canvas.px(6);
}

// The warp slots, 16 per row. Those of blocks that would fit but that the grid does not have are
// named and not filled. Returns the height used.
float draw_slots(Canvas& canvas, const MachineInput& input, const Rect& area) {
  const Occupancy& occupancy = *input.occupancy;
  const auto& grid = input.launch.grid;
  const std::uint64_t launched = std::uint64_t{grid[0]} * grid[1] * grid[2];
  // A multiprocessor gets a second block when every one has its first.
  const auto spread = machine::grid_spread(input.launch, occupancy, *input.profile);
  const std::uint64_t here =
      spread ? (launched + spread->multiprocessors - 1) / spread->multiprocessors : launched;
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  constexpr std::uint64_t in_row = 16;
  const std::uint64_t slots = std::min<std::uint64_t>(occupancy.max_resident_warps, 256);
  if (slots == 0) return 0;
  const auto rows = static_cast<float>((slots + in_row - 1) / in_row);
  const float pad = canvas.px(8);
  const float gap = canvas.whole_px(2);
  // As wide as the bars below; no gap after the last cell of a row.
  const float pitch_x = (area.w - 2 * pad + gap) / static_cast<float>(in_row);
  const float pitch_y =
      std::floor(std::min({pitch_x * 0.8F, canvas.px(44), (area.h - 2 * pad) / rows}));
  if (pitch_x < 6 || pitch_y < 6) return 0;
  const float height = rows * pitch_y - gap + 2 * pad;
  const Rect ground{area.x, area.y, area.w, height};
  canvas.fill(ground, palette.well, canvas.px(6));
  canvas.outline(ground, palette.hairline, canvas.whole_px(1), canvas.px(6));
  const float size =
      digit_size(canvas, pitch_x - gap, (pitch_y - gap) * 0.8F, canvas.px(text_body));
  for (std::uint64_t slot = 0; slot < slots; ++slot) {
    const float x = ground.x + pad + static_cast<float>(slot % in_row) * pitch_x;
    const float y = ground.y + pad + static_cast<float>(slot / in_row) * pitch_y;
    const Rect cell = snapped(x, y, x + pitch_x - gap, y + pitch_y - gap);
    const float radius = std::min(canvas.px(3), cell.h / 4);
    const bool taken = slot < occupancy.warps && occupancy.warps_per_block > 0;
    if (!taken) {
      canvas.outline(cell, palette.text_faint, canvas.whole_px(1), radius);
      canvas.hit(cell, HitKind::none, 0, texts.get("machine.slot_empty", fmt::arg("slot", slot)));
      continue;
    }
    const std::uint64_t block = slot / occupancy.warps_per_block;
    if (block >= here) {
      canvas.outline(cell, palette.text_faint, canvas.whole_px(1), radius);
      canvas.centred(cell, FontRole::mono, size, palette.text_faint, std::to_string(block), 2);
      canvas.hit(cell, HitKind::none, 0,
                 texts.get("machine.slot_spare", fmt::arg("slot", slot),
                           fmt::arg("blocks", texts.count("machine.blocks", here))));
      continue;
    }
    // Neighbouring blocks get colours far apart on the ramp.
    const auto shade = static_cast<std::size_t>(6 + block * 11 % 22);
    canvas.framed(cell, palette.lane[shade], palette.lane_border, canvas.whole_px(1), radius);
    canvas.centred(cell, FontRole::mono_bold, size, palette.lane_text[shade], std::to_string(block),
                   2);
    canvas.hit(cell, HitKind::none, 0,
               texts.get("machine.slot", fmt::arg("slot", slot), fmt::arg("block", block),
                         fmt::arg("warp", slot % occupancy.warps_per_block)));
  }
  return height + canvas.px(4);
}

const char* registers_key(MachineInput::Registers registers) {
  switch (registers) {
    case MachineInput::Registers::asked_for:
      return "machine.registers_asked";
    case MachineInput::Registers::not_known:
      return "machine.registers_not_known";
    case MachineInput::Registers::compiler:
      return "machine.registers_compiler";
    case MachineInput::Registers::lesson_file:
      return "machine.registers_lesson";
  }
  return "";
}

std::string registers_text(const MachineInput& input, const text::Texts& texts) {
  return texts.get(registers_key(input.registers),
                   fmt::arg("detail", texts.say(input.registers_detail)));
}

// The kernel's need of the resource, longer form first; empty if there is nothing to say.
std::vector<std::string> needs_of(const MachineInput& input, Resource resource,
                                  const text::Texts& texts) {
  const machine::KernelNeeds& kernel = input.launch.kernel;
  switch (resource) {
    case Resource::registers: {
      if (!kernel.registers) return {};
      const std::string need =
          texts.get("machine.need_registers", fmt::arg("n", *kernel.registers));
      return {need + " (" + registers_text(input, texts) + ")", need};
    }
    case Resource::shared:
      return {texts.get("machine.need_shared",
                        fmt::arg("n", text::Texts::grouped(kernel.shared_bytes)))};
    case Resource::warps:
      return {texts.get("machine.need_threads",
                        fmt::arg("n", text::Texts::grouped(kernel.threads_per_block)))};
    case Resource::blocks:
      break;
  }
  return {};
}

std::string amount_of(const MachineInput& input, Resource resource, const ResourceLimit& limit,
                      const text::Texts& texts) {
  const std::string unit = resource == Resource::shared ? " B" : "";
  const std::uint64_t used = limit.per_block * input.occupancy->blocks;
  return texts.get("machine.amount", fmt::arg("used", text::Texts::grouped(used) + unit),
                   fmt::arg("capacity", text::Texts::grouped(limit.capacity) + unit));
}

// How much of the resource the resident blocks use, and how many blocks it would allow.
std::string words_of(const MachineInput& input, Resource resource, const ResourceLimit& limit,
                     const text::Texts& texts) {
  if (!limit.known) return registers_text(input, texts);
  if (!limit.bounded) return texts.get("machine.wants_none");
  return texts.get("machine.limit", fmt::arg("amount", amount_of(input, resource, limit, texts)),
                   fmt::arg("blocks", texts.count("machine.blocks", limit.blocks)));
}

void draw_limit(Canvas& canvas, const MachineInput& input, Resource resource, const Rect& row) {
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const ResourceLimit& limit = input.occupancy->at(resource);
  const bool limiting = input.occupancy->is_limited_by(resource);
  const float size = canvas.px(text_body - 1);
  const float text_y = row.y + canvas.px(10);
  const std::string name = texts.get("machine.resource." + std::string(machine::name_of(resource)));
  float x = row.x;
  if (limiting) {  // a pointer, visible without colour
    canvas.fill(
        snapped(row.x, row.y + canvas.px(3), row.x + canvas.px(3), row.y + row.h - canvas.px(6)),
        palette.costly_text);
    x += canvas.px(10);
  }
  x += canvas.fitted_label(text_at(x, text_y, limiting ? FontRole::ui_bold : FontRole::ui, size,
                                   palette.text, name),
                           row.w * 0.4F) +
       canvas.px(8);
  if (limiting) {
    const std::string word = texts.get("machine.limits");
    const float w = canvas.measure(FontRole::ui_bold, canvas.px(text_small), word) + canvas.px(12);
    const Rect pill{std::round(x), std::round(text_y - canvas.px(8)), std::round(w),
                    canvas.whole_px(16)};
    canvas.outline(pill, palette.costly, canvas.whole_px(1.5F), pill.h / 2);
    canvas.label(text_at(pill.x + pill.w / 2, text_y, FontRole::ui_bold, canvas.px(text_small),
                         palette.costly_text, word, AlignX::center));
    x += w + canvas.px(8);
  }
  const std::vector<std::string> needs = needs_of(input, resource, texts);
  std::string words = words_of(input, resource, limit, texts);
  const auto room_beside = [&](const std::string& at_the_right) {
    return row.x + row.w - x - canvas.measure(FontRole::ui, size, at_the_right) - canvas.px(16);
  };
  // For how many blocks the scarcest resource is enough stands above, what a thread takes does not.
  const std::string all_words = words;
  if (limiting && !needs.empty() &&
      canvas.measure(FontRole::ui, size, needs.back()) > room_beside(words))
    words = amount_of(input, resource, limit, texts);
  const float used = canvas.fitted_label(
      text_at(row.x + row.w, text_y, FontRole::ui, size,
              limit.known ? palette.text_dim : palette.costly_text, words, AlignX::right),
      row.x + row.w - x);
  const float room = row.x + row.w - x - used - canvas.px(16);
  for (const std::string& need : needs) {
    if (canvas.measure(FontRole::ui, size, need) > room) continue;
    canvas.label(text_at(x, text_y, FontRole::ui, size, palette.text_faint, need));
    break;
  }
  const Rect bar = snapped(row.x + (limiting ? canvas.px(10) : 0), row.y + canvas.px(21),
                           row.x + row.w, row.y + canvas.px(31));
  const float radius = bar.h / 2;
  canvas.fill(bar, palette.cell, radius);
  const std::uint64_t taken = limit.per_block * input.occupancy->blocks;
  const float share =
      limit.known && limit.capacity > 0
          ? std::min(1.0F, static_cast<float>(taken) / static_cast<float>(limit.capacity))
          : 0;
  if (share * bar.w >= 2) {
    canvas.fill({bar.x, bar.y, std::round(bar.w * share), bar.h},
                limiting ? palette.costly : palette.good, std::min(radius, bar.w * share / 2));
  }
  canvas.outline(bar, limiting ? palette.costly_text : palette.hairline,
                 canvas.whole_px(limiting ? 1.5F : 1), radius);
  std::string description =
      texts.get("machine.limit_tooltip", fmt::arg("name", name), fmt::arg("words", all_words),
                fmt::arg("block", text::Texts::grouped(limit.per_block)));
  if (!needs.empty()) description += "\n" + needs.front();
  canvas.hit(row, HitKind::none, 0, std::move(description));
}

// "threads a block: 1,024 / 1,024": requested and allowed, violated limits first. Returns the
// height used.
float draw_launch(Canvas& canvas, const MachineInput& input, const Rect& area) {
  using machine::Figure;
  const text::Texts& texts = canvas.texts();
  const Palette& palette = canvas.palette();
  const float row = canvas.px(19);
  if (area.h < canvas.px(30) + row) return 0;
  const bool refused = !input.problems.empty();
  float y =
      area.y + draw_heading(canvas, area, area.y, texts.get("machine.launch"), "machine.launch");
  struct Line {
    Figure figure;
    std::uint64_t wanted;
  };
  const machine::LaunchNeeds& launch = input.launch;
  std::vector<Line> lines{{Figure::threads_per_block, launch.kernel.threads_per_block},
                          {Figure::block_x, launch.block[0]},
                          {Figure::block_y, launch.block[1]},
                          {Figure::block_z, launch.block[2]},
                          {Figure::grid_x, launch.grid[0]},
                          {Figure::grid_y, launch.grid[1]},
                          {Figure::grid_z, launch.grid[2]}};
  // Before the grid, so that each of two columns has all directions of the block or of the grid.
  if (launch.kernel.shared_bytes > 0) {
    lines.insert(lines.begin() + 4, {machine::shared_limit_of(launch.kernel, *input.profile),
                                     launch.kernel.shared_bytes});
  }
  const auto is_refused = [&](const Line& line) {
    return std::ranges::count(input.problems, line.figure, &machine::LaunchProblem::limit) > 0;
  };
  for (const machine::LaunchProblem& problem : input.problems) {
    if (std::ranges::find(lines, problem.limit, &Line::figure) == lines.end())
      lines.insert(lines.begin(), {problem.limit, problem.wanted});
  }
  std::ranges::stable_sort(
      lines, [&](const Line& a, const Line& b) { return is_refused(a) && !is_refused(b); });
  if (refused && y + row <= area.y + area.h) {
    canvas.fitted_label(text_at(area.x, y + row / 2, FontRole::ui_bold, canvas.px(text_body),
                                palette.error_text, texts.get("machine.refused")),
                        area.w);
    y += row;
  }
  const float size = canvas.px(text_body - 1);
  const auto value_of = [&](const Line& line) {
    const auto most = input.profile->count(line.figure);
    return fmt::format("{}{} / {}", is_refused(line) ? "! " : "", text::Texts::grouped(line.wanted),
                       most ? text::Texts::grouped(*most) : texts.get("machine.not_known"));
  };
  // Two columns where that cuts no name, and where one column has no room for all rows.
  const float half = (area.w - canvas.px(24)) / 2;
  const bool all_fit = std::ranges::all_of(lines, [&](const Line& line) {
    return canvas.measure(FontRole::mono_bold, size, value_of(line)) + canvas.px(10) +
               canvas.measure(FontRole::ui, size, figure_name(line.figure, texts)) <=
           half;
  });
  const bool folded = area.w >= canvas.px(420) &&
                      (all_fit || y + row * static_cast<float>(lines.size()) > area.y + area.h);
  // Column by column, so that x, y and z stay below each other.
  const float column = folded ? half : area.w;
  const auto wanted_rows = folded ? (lines.size() + 1) / 2 : lines.size();
  const float top = y;
  const auto rows =
      std::min(wanted_rows, static_cast<std::size_t>(std::max(area.y + area.h - top, 0.0F) / row));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i % wanted_rows >= rows) continue;
    const Line& line = lines[i];
    const float x = area.x + static_cast<float>(i / wanted_rows) * (column + canvas.px(24));
    y = top + static_cast<float>(i % wanted_rows) * row;
    const bool bad = is_refused(line);
    const std::string value = value_of(line);
    const float used = canvas.fitted_label(
        text_at(x + column, y + row / 2, bad ? FontRole::mono_bold : FontRole::mono, size,
                bad ? palette.error_text : palette.text, value, AlignX::right),
        column * 0.6F);
    canvas.fitted_label(text_at(x, y + row / 2, FontRole::ui, size, palette.text_dim,
                                figure_name(line.figure, texts)),
                        column - used - canvas.px(10));
    const auto& known = input.profile->at(line.figure);
    canvas.hit({x, y, column, row}, HitKind::none, 0,
               figure_name(line.figure, texts) + ": " + value + "\n" +
                   (known ? texts.get("machine.source", fmt::arg("source", known->source))
                          : texts.get("machine.not_known_tooltip")));
  }
  return top + static_cast<float>(rows) * row + canvas.px(8) - area.y;
}

}  // namespace

float draw_occupancy(Canvas& canvas, const MachineInput& input, const Rect& area) {
  const text::Texts& texts = canvas.texts();
  const std::string title = input.kernel.empty()
                                ? texts.get("machine.occupancy_short")
                                : texts.get("machine.occupancy", fmt::arg("kernel", input.kernel));
  float y = area.y + draw_heading(canvas, area, area.y, title, "machine.occupancy");
  const auto rest = [&] { return Rect{area.x, y, area.w, area.y + area.h - y}; };
  if (input.kernel.empty() || !input.occupancy) {
    const char* key = input.kernel.empty() ? "machine.no_run" : "machine.no_figures";
    canvas.fitted_label(text_at(area.x, y + canvas.px(12), FontRole::ui, canvas.px(text_body),
                                canvas.palette().text_faint, texts.get(key)),
                        area.w);
    return y + canvas.px(30) - area.y;
  }
  y += draw_verdict(canvas, *input.occupancy, rest());
  y += draw_spread(canvas, input, rest());
  const float limits = machine::resource_count * canvas.px(40);
  const float launch = canvas.px(30 + 4 * 19);
  Rect slots = rest();
  slots.h = std::max(0.0F, slots.h - limits - launch);
  if (slots.h < canvas.px(50)) slots.h = std::max(0.0F, rest().h - limits);
  y += draw_slots(canvas, input, slots) + canvas.px(6);
  for (std::size_t i = 0; i < machine::resource_count; ++i) {
    if (y + canvas.px(34) > area.y + area.h) break;
    draw_limit(canvas, input, static_cast<Resource>(i), {area.x, y, area.w, canvas.px(36)});
    y += canvas.px(40);
  }
  y += draw_launch(canvas, input, rest());
  return std::min(y, area.y + area.h) - area.y;
}

}  // namespace lanescope::picture
