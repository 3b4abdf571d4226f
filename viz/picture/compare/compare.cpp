#include "viz/picture/compare/compare.h"

#include <algorithm>
#include <cmath>

#include "viz/picture/compare/parts.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/frame.h"

namespace lanescope::picture {
namespace {

constexpr float first_row = 40;  // units
constexpr float head_row = 44;
constexpr float good_width_side_by_side = 700;
constexpr float min_width_side_by_side = 460;  // where the height is too little for two stages
constexpr float good_stage = 150;
constexpr float min_stage = 118;  // the whole picture of 1,024 words
constexpr float min_picture = 64;
constexpr float good_below = 96;        // the heading and three rows
constexpr float min_below = 54;         // the heading and one row
constexpr float enough_for_both = 400;  // height below the stages that shows both numbers and text

// The differences between the states, such as "PAD 0 → 1": as many as fit, in one row.
void draw_differences(Canvas& canvas, const CompareInput& input, const Rect& row, float pad) {
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const float size = canvas.px(text_body);
  const float middle = row.y + row.h / 2;
  const float right = row.x + row.w - input.kept_free;
  const float gap = canvas.px(6);
  float x = row.x + pad;
  const auto width_of = [&](const CompareDifference& each) {
    float w = canvas.measure(FontRole::ui, size, each.name);
    if (!each.a.empty() || !each.b.empty()) {
      w += canvas.measure(FontRole::mono_bold, size, each.a) +
           canvas.measure(FontRole::mono_bold, size, each.b) +
           canvas.measure(FontRole::ui, size, "→") + 3 * gap;
    }
    return w + 2 * canvas.px(space_unit);
  };
  const auto put = [&](FontRole font, const Color& color, const std::string& text) {
    if (text.empty()) return;
    canvas.label(text_at(x, middle, font, size, color, text));
    x += canvas.measure(font, size, text) + gap;
  };
  if (!input.is_compared) return;
  if (input.differences.empty()) {
    canvas.fitted_label(text_at(x, middle, FontRole::ui, size, palette.text_dim,
                                texts.get("compare.no_difference")),
                        std::max(0.0F, right - x));
    return;
  }
  std::size_t shown = 0;
  for (const CompareDifference& each : input.differences) {
    const float w = width_of(each);
    const std::string more =
        texts.get("compare.more_differences", fmt::arg("n", input.differences.size() - shown));
    const bool is_last = shown + 1 == input.differences.size();
    const float rest = is_last ? 0 : canvas.measure(FontRole::ui, size, more) + 2 * gap;
    if (x + w + rest > right) {
      canvas.fitted_label(text_at(x, middle, FontRole::ui, size, palette.text_faint, more),
                          std::max(0.0F, right - x));
      return;
    }
    const float h = canvas.whole_px(26);
    const Rect chip{std::round(x), std::round(middle - h / 2), std::round(w), h};
    // Outlined, because a filled box is what a button looks like.
    canvas.outline(chip, palette.hairline, canvas.whole_px(1), canvas.px(6));
    x = chip.x + canvas.px(space_unit);
    put(FontRole::ui, palette.text_dim, each.name);
    if (!each.a.empty() || !each.b.empty()) {
      put(FontRole::mono_bold, palette.text, each.a);
      put(FontRole::ui, palette.text_faint, "→");
      put(FontRole::mono_bold, palette.text, each.b);
    }
    x = chip.x + chip.w + gap;
    ++shown;
  }
}

// "A shared tile PAD = 0"; below it the other values, or the note about the side's picture.
// `state`: at the right; may be empty.
void draw_head(Canvas& canvas, const CompareSide& side, bool is_b, const std::string& state,
               const Rect& row, float pad) {
  const Palette& palette = canvas.palette();
  if (row.h < canvas.px(head_row) - 1) return;
  const float gap = canvas.px(10);
  const float middle = row.y + row.h * 0.36F;
  float right = row.x + row.w - pad;
  float x = draw_side_letter(canvas, is_b, row.x + pad, row.y + row.h / 2, 28) + gap;
  const float left = x;
  const float small = canvas.px(text_small);
  if (!state.empty()) {
    right -= gap + canvas.fitted_label(text_at(right, middle, FontRole::ui, small,
                                               palette.text_faint, state, AlignX::right),
                                       std::max(0.0F, right - x));
  }
  const float title = canvas.px(text_title - 1);
  const float values_w = canvas.measure(FontRole::mono_bold, title, side.values);
  const float name_room = std::max(0.0F, right - x - (side.values.empty() ? 0 : values_w + gap));
  const float name_w =
      canvas.fitted_label(text_at(x, middle, FontRole::ui_bold, title, palette.text, side.name),
                          std::max(name_room, (right - x) * 0.4F));
  x += name_w + (name_w > 0 ? gap : 0);
  canvas.fitted_label(text_at(x, middle, FontRole::mono_bold, title, palette.text, side.values),
                      std::max(0.0F, right - x));
  const float below = row.y + row.h * 0.76F;
  const bool noted = !side.note.empty();
  const Label label =
      text_at(left, below, noted ? FontRole::ui_bold : FontRole::ui, small,
              noted ? palette.costly_text : palette.text_dim, noted ? "≠ " + side.note : side.rest);
  const float room = std::max(0.0F, right - left);
  // The rest is in the side's tooltip anyway; a note that is cut must be, too.
  const bool is_cut = noted && canvas.width_of(label) > room;
  const float used = canvas.fitted_label(label, room) + gap;
  // Its values come first in the rest.
  if (noted && room - used >= canvas.px(60)) {
    canvas.fitted_label(
        text_at(left + used, below, FontRole::ui, small, palette.text_dim, side.rest), room - used);
  }
  canvas.hit(row, HitKind::side, is_b ? 1 : 0,
             is_cut ? side.note + "\n" + side.tooltip : side.tooltip);
}

DrawList stage_of(const CompareSide& side, const StageScale& scale, const Style& style,
                  const Rect& area) {
  if (area.h < min_picture * style.scale) return {};  // too low even for the title
  if (side.stage) {
    StageInput stage = *side.stage;
    stage.scale = scale;
    return build_stage(stage, style, area.w, area.h);
  }
  if (side.branches) return build_branch_view(*side.branches, style, area.w, area.h);
  return build_message_view(side.title, side.sentence, style, area.w, area.h);
}

}  // namespace

float draw_side_letter(Canvas& canvas, bool is_b, float left, float middle, float units) {
  const Palette& palette = canvas.palette();
  const float side = canvas.whole_px(units);
  const Rect box{std::round(left), std::round(middle - side / 2), side, side};
  // A is outlined, B is filled, so that no hue is needed to tell them apart.
  canvas.framed(box, is_b ? palette.text : palette.panel_raised, palette.text,
                canvas.whole_px(1.6F), side / 5);
  Label label =
      text_at(box.x + side / 2, box.y + side / 2, FontRole::ui_bold, std::round(side * 0.58F),
              is_b ? palette.background : palette.text, is_b ? "B" : "A", AlignX::center);
  canvas.label(label);
  return box.x + side;
}

CompareLayout lay_out_compare(CompareBelow below, const Style& style, float width, float height) {
  const auto px = [&](float units) { return std::round(units * style.scale); };
  CompareLayout layout;
  const float head = px(head_row);
  float y = std::min(px(first_row), height);
  const bool is_low = height - y < 2 * (head + px(min_stage)) + px(min_below);
  layout.stacked = width < px(is_low ? min_width_side_by_side : good_width_side_by_side);
  layout.differences = {0, 0, width, y};
  const float heads = layout.stacked ? 2 * head : head;
  const float room = std::max(0.0F, height - y - heads);
  // The area below the stages gets its share. With little room both shrink, the area to one row
  // that scrolls; with less than that, the stages have all of it.
  const float stages_high = layout.stacked ? 2 : 1;
  const bool is_roomy = room - stages_high * px(good_stage) >= px(good_below);
  const float least_low = px(is_roomy ? good_below : min_below);
  const float most_low = room - stages_high * px(is_roomy ? good_stage : min_stage);
  float low = std::round(room * (layout.stacked ? 0.3F : 0.38F));
  low = most_low < least_low ? 0 : std::clamp(low, least_low, most_low);
  const float stage = std::floor((room - low) / stages_high);
  if (layout.stacked) {
    layout.head_a = {0, y, width, head};
    layout.stage_a = {0, y + head, width, stage};
    y += head + stage;
    layout.head_b = {0, y, width, head};
    layout.stage_b = {0, y + head, width, stage};
    y += head + stage;
  } else {
    const float half = std::floor(width / 2);
    layout.head_a = {0, y, half, head};
    layout.head_b = {width - half, y, half, head};
    layout.stage_a = {0, y + head, half, stage};
    layout.stage_b = {width - half, y + head, half, stage};
    y += head + stage;
  }
  for (Rect* rect : {&layout.head_a, &layout.head_b, &layout.stage_a, &layout.stage_b})
    rect->h = std::max(0.0F, std::min(rect->h, height - rect->y));
  const Rect rest{0, y, width, std::max(0.0F, height - y)};
  if (low == 0) return layout;
  if (rest.h >= px(enough_for_both)) {
    layout.numbers = {0, rest.y, width, std::round(rest.h * 0.5F)};
    layout.text = {0, rest.y + layout.numbers.h, width, rest.h - layout.numbers.h};
  } else {
    (below == CompareBelow::numbers ? layout.numbers : layout.text) = rest;
  }
  return layout;
}

bool compare_shows_both(const Style& style, float width, float height) {
  const CompareLayout layout = lay_out_compare(CompareBelow::numbers, style, width, height);
  return layout.text.h > 0;
}

std::size_t compare_rows(const Style& style, float height, float taken, float row) {
  const float room = height - taken * style.scale;
  return static_cast<std::size_t>(std::max(0.0F, room / std::max(row * style.scale, 1.0F)));
}

std::size_t compare_number_rows(const Style& style, const CompareLayout& layout) {
  return compare_rows(style, layout.numbers.h, compare_number_head + 6, compare_number_row);
}

std::size_t compare_text_rows(const Style& style, const CompareLayout& layout) {
  return compare_rows(style, layout.text.h, 12, compare_text_row);
}

namespace {

// The stages as in a picture of that height, below them all rows.
CompareLayout whole_layout(const CompareInput& input, std::size_t lines, const Style& style,
                           float width, float height) {
  CompareLayout layout = lay_out_compare(input.below, style, width, height);
  const auto room_for = [&](std::size_t rows, float taken, float row) {
    return rows > 0 ? std::ceil((taken + static_cast<float>(rows) * row) * style.scale) + 1 : 0;
  };
  const float y = layout.stage_b.y + layout.stage_b.h;
  layout.numbers = {0, y, width,
                    room_for(input.numbers.size(), compare_number_head + 6, compare_number_row)};
  layout.text = {0, y + layout.numbers.h, width, room_for(lines, 12, compare_text_row)};
  return layout;
}

}  // namespace

DrawList build_compare(const CompareInput& input, const Style& style, float width, float height) {
  const std::vector<CompareLine> lines = compare_text_lines(input.lines, style, width);
  const CompareLayout layout = input.whole ? whole_layout(input, lines.size(), style, width, height)
                                           : lay_out_compare(input.below, style, width, height);
  if (input.whole) height = layout.text.y + layout.text.h;
  Canvas canvas(style, width, height);
  const Palette& palette = canvas.palette();
  if (width < canvas.px(120) || height < canvas.px(90)) return canvas.take();
  // Aligned with the left margin of the stages.
  const float pad = frame_margin(style, layout.stage_a.w, layout.stage_a.h);
  draw_differences(canvas, input, layout.differences, pad);
  const auto state_of = [&](const CompareSide& side) {
    return canvas.texts().get(side.is_present ? "compare.is_present" : "compare.is_kept");
  };
  draw_head(canvas, input.a, false, state_of(input.a), layout.head_a, pad);
  draw_head(canvas, input.b, true, state_of(input.b), layout.head_b, pad);
  const float line = canvas.whole_px(1);
  const float stages_end = layout.stage_b.y + layout.stage_b.h;
  if (layout.stacked) {
    canvas.fill({0, layout.head_b.y, width, line}, palette.hairline);
  } else {
    canvas.fill({std::round(width / 2 - line / 2), layout.head_a.y + canvas.px(6), line,
                 std::max(0.0F, stages_end - layout.head_a.y - canvas.px(12))},
                palette.hairline);
  }
  if (layout.numbers.h > 0) {
    canvas.fill({canvas.px(2 * space_unit), layout.numbers.y,
                 std::max(0.0F, width - canvas.px(4 * space_unit)), line},
                palette.hairline);
    draw_compare_numbers(canvas, input, layout.numbers);
  }
  if (layout.text.h > 0) {
    canvas.fill({canvas.px(2 * space_unit), layout.text.y,
                 std::max(0.0F, width - canvas.px(4 * space_unit)), line},
                palette.hairline);
    draw_compare_text(canvas, input, lines, layout.text);
  }
  DrawList list = canvas.take();
  StageScale scale;
  if (input.a.stage && input.b.stage) {
    scale = common_scale(*input.a.stage, *input.b.stage);
    const auto form = [&](const StageInput& stage, const Rect& area) {
      return stage_form(stage, style, area.w, area.h);
    };
    scale.frame =
        common_form(form(*input.a.stage, layout.stage_a), form(*input.b.stage, layout.stage_b));
  }
  append(list, stage_of(input.a, scale, style, layout.stage_a), layout.stage_a.x, layout.stage_a.y);
  append(list, stage_of(input.b, scale, style, layout.stage_b), layout.stage_b.x, layout.stage_b.y);
  return list;
}

}  // namespace lanescope::picture
