#include "viz/picture/access/bank_stack.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "viz/picture/access/bank_text.h"
#include "viz/picture/access/pass_text.h"
#include "viz/picture/core/frame.h"

namespace lanescope::picture {
namespace {

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
    if (canvas.measure(FontRole::ui_bold, canvas.px(text_small), whole) > area.w) {
      stack.name = "pass.stack_short";
    }
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
  stack.digits =
      digit_size(canvas, area.w, std::floor(stack.pitch) - stack.gap - 2 * stack.border, largest);
  return stack;
}

void draw_heading(Canvas& canvas, const Rect& area) {
  canvas.part(Heading::stack);
  Label heading;
  heading.x = area.x + area.w / 2;
  heading.y = area.y - canvas.px(4);
  heading.align_x = AlignX::center;
  heading.align_y = AlignY::bottom;
  heading.size = canvas.px(text_small);
  heading.color = canvas.palette().text_faint;
  heading.text = canvas.texts().get("stage.bank.stack");
  if (canvas.measure(heading.font, heading.size, heading.text) <= area.w + 1) {
    canvas.explained_label(heading, "stage.bank.stack");
  }
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
  Label number;
  number.x = (from + to) / 2;
  number.y = chip.rect.y + chip.rect.h / 2;
  number.align_x = AlignX::center;
  number.align_y = AlignY::middle;
  number.font = FontRole::mono_bold;
  number.size = stack.digits;
  const bool on_fill = number.x < edge;
  number.color = !on_fill   ? ink_on(canvas.palette(), ground)
                 : chip.lit ? chip.on_color
                            : ink_on(canvas.palette(), fill);
  number.text = text;
  canvas.label(number);
}

void draw_chip(Canvas& canvas, const Chip& chip, const Stack& stack, const std::string& text) {
  const Palette& palette = canvas.palette();
  constexpr float idle = 0.55F;  // colour strength for idle banks
  const Color ground = mixed(palette.panel, chip.color, idle * chip.strength);
  const Color fill = mixed(palette.panel, chip.color, chip.strength);
  const float radius = std::min(canvas.px(3), chip.rect.h / 3);
  canvas.fill(chip.rect, ground, radius);
  const float w = std::max(1.0F, std::round(chip.rect.w * chip.full));
  canvas.fill({chip.rect.x, chip.rect.y, w, chip.rect.h}, fill, std::min(radius, w / 2));
  if (chip.current) {
    canvas.outline(chip.rect, palette.text, chip.rect.h >= 5 ? stack.border : 1, radius);
  }
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
    Label label;
    label.x = rect.x;
    label.y = rect.y - canvas.px(3);
    label.align_y = AlignY::bottom;
    label.font = is_current ? FontRole::ui_bold : FontRole::ui;
    label.size = canvas.px(text_small);
    label.color = is_current ? palette.text : palette.text_faint;
    label.text = name_of(canvas, passes, group, stack.name);
    if (canvas.measure(label.font, label.size, label.text) <= rect.w) canvas.label(label);
  }
  canvas.hit(whole, HitKind::pass_group, group, group_tooltip(passes, group, true, canvas.texts()));
}

}  // namespace

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

}  // namespace lanescope::picture
