// The numbers of both sides, one pair per row: A's on the left, B's on the right, their name in
// between. A triangle next to the better side points to it and says by what factor. Bars grow
// outwards, and the longer one's excess is striped.
#include <algorithm>
#include <cmath>

#include "viz/picture/compare/parts.h"
#include "viz/picture/core/canvas.h"

namespace lanescope::picture {
namespace {

// Column widths of A's half; B's half mirrors it.
struct NumberColumns {
  float center = 0;  // of the picture
  float names = 0;   // half the width of the names
  float mark = 0;    // width of the triangle and its ratio, outside the names
  float value = 0;   // width of a number, outside the mark
  float bar = 0;     // width of the longest bar, outside the number; 0: no room
  float gap = 0;
};

NumberColumns columns_for(const Canvas& canvas, const CompareInput& input, const Rect& area) {
  const float size = canvas.px(text_body);
  NumberColumns columns;
  columns.gap = canvas.px(10);
  columns.center = area.x + area.w / 2;
  const float half = area.w / 2 - canvas.px(2 * space_unit);
  float names = 0;
  float value = canvas.px(40);
  float mark = 0;
  for (const CompareNumber& number : input.numbers) {
    names = std::max(names, canvas.measure(FontRole::ui, size, number.name) / 2);
    value = std::max({value, canvas.measure(FontRole::mono_bold, size, number.a),
                      canvas.measure(FontRole::mono_bold, size, number.b)});
    mark = std::max(mark, canvas.measure(FontRole::ui_bold, size, number.ratio));
  }
  columns.mark = mark + canvas.px(18);
  columns.value = std::min(value, half * 0.4F);
  columns.names =
      std::min(names, std::max(0.0F, half - columns.mark - columns.value - 3 * columns.gap));
  const float rest = half - columns.names - columns.mark - columns.value - 4 * columns.gap;
  columns.bar = rest >= canvas.px(48) ? std::min(rest, canvas.px(420)) : 0;
  return columns;
}

// A triangle that points left or right.
void draw_triangle(Canvas& canvas, float x, float middle, bool to_right, const Color& color) {
  const float w = canvas.px(7);
  const float h = canvas.px(9);
  const float slice = std::max(1.0F, canvas.px(0.5F));
  // Made of strips of decreasing height, because draw lists have no polygons.
  for (float at = 0; at < w; at += slice) {
    const float part = 1 - at / w;
    const float left = to_right ? x + at : x + w - at - slice;
    canvas.fill({left, middle - h * part / 2, slice + 0.25F, h * part}, color);
  }
}

struct SideStyle {
  bool is_b = false;
  bool wins = false, loses = false;
};

void draw_value(Canvas& canvas, const NumberColumns& columns, const CompareNumber& number,
                const SideStyle& side, float middle) {
  const Palette& palette = canvas.palette();
  const float direction = side.is_b ? 1.0F : -1.0F;
  const std::string& text = side.is_b ? number.b : number.a;
  const float inner =
      columns.center + direction * (columns.names + columns.gap + columns.mark + columns.gap);
  const bool equal = number.winner == CompareWinner::equal;  // equal numbers are drawn fainter
  const Color& ink = side.wins    ? palette.good_text
                     : side.loses ? palette.costly_text
                     : equal      ? palette.text_dim
                                  : palette.text;
  canvas.fitted_label(
      text_at(inner, middle, side.wins ? FontRole::mono_bold : FontRole::mono, canvas.px(text_body),
              ink, text, side.is_b ? AlignX::left : AlignX::right),
      columns.value);
  if (columns.bar <= 0) return;
  const float share = std::clamp(side.is_b ? number.share_b : number.share_a, 0.0F, 1.0F);
  const float other = std::clamp(side.is_b ? number.share_a : number.share_b, 0.0F, 1.0F);
  if (share <= 0) return;
  const float h = canvas.whole_px(equal ? 3 : 9);
  const float from = inner + direction * (columns.value + columns.gap);
  const auto part = [&](float begin, float end) {
    const float x0 = from + direction * begin * columns.bar;
    const float x1 = from + direction * end * columns.bar;
    return snapped(std::min(x0, x1), middle - h / 2, std::max(x0, x1), middle + h / 2);
  };
  const float solid = number.less_is_better && side.loses ? std::min(share, other) : share;
  const Color& color = side.wins    ? palette.good
                       : side.loses ? palette.costly
                       : equal      ? palette.hairline
                                    : palette.text_faint;
  Rect full = part(0, share);
  full.w = std::max(full.w, canvas.whole_px(2));
  if (solid < share) canvas.waste(full, canvas.px(2));
  Rect plain = part(0, solid);
  plain.w = std::max(plain.w, canvas.whole_px(2));
  if (solid > 0) canvas.fill(plain, color, std::min(canvas.px(2), plain.w / 2));
}

void draw_mark(Canvas& canvas, const NumberColumns& columns, const CompareNumber& number, bool is_b,
               float middle) {
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_body);
  const float direction = is_b ? 1.0F : -1.0F;
  const float inner = columns.center + direction * (columns.names + columns.gap);
  const float outer = inner + direction * columns.mark;
  if (number.winner == CompareWinner::equal) {
    canvas.label(text_at((inner + outer) / 2, middle, FontRole::ui, size, palette.text_faint, "=",
                         AlignX::center));
    return;
  }
  if (number.winner != (is_b ? CompareWinner::b : CompareWinner::a)) return;
  const float triangle = canvas.px(7);
  draw_triangle(canvas, is_b ? outer - triangle : outer, middle, is_b, palette.good);
  canvas.label(text_at(outer - direction * (triangle + canvas.px(5)), middle, FontRole::ui_bold,
                       size, palette.good_text, number.ratio, is_b ? AlignX::right : AlignX::left));
}

void draw_headings(Canvas& canvas, const CompareInput& input, const NumberColumns& columns,
                   const Rect& area) {
  const Palette& palette = canvas.palette();
  const text::Texts& texts = canvas.texts();
  const float middle = area.y + canvas.px(compare_number_head) / 2 + canvas.px(4);
  const float small = canvas.px(text_small);
  const float value = columns.names + 2 * columns.gap + columns.mark;
  const float side = canvas.px(16);
  if (value + side < area.w / 2) {
    draw_side_letter(canvas, false, columns.center - value - side, middle, 16);
    draw_side_letter(canvas, true, columns.center + value, middle, 16);
  }
  const std::string better = texts.get("compare.better");
  const float better_w = canvas.measure(FontRole::ui, small, better);
  if (input.no_verdict.empty() && better_w <= columns.mark + columns.gap) {
    for (const float direction : {-1.0F, 1.0F}) {
      canvas.label(
          text_at(columns.center + direction * (columns.names + columns.gap + columns.mark / 2),
                  middle, FontRole::ui, small, palette.text_faint, better, AlignX::center));
    }
  }
  // What the stripes are, at the outer end of B's half, where they are.
  const std::string stripes = texts.get("compare.stripes");
  const bool any_striped =
      std::any_of(input.numbers.begin(), input.numbers.end(), [](const CompareNumber& number) {
        return number.less_is_better &&
               (number.winner == CompareWinner::a || number.winner == CompareWinner::b);
      });
  const float sample = canvas.whole_px(20);
  const float left = columns.center + value + side + canvas.px(24);
  const float stripes_w = canvas.measure(FontRole::ui, small, stripes);
  if (any_striped && columns.bar > 0 &&
      left + sample + canvas.px(6) + stripes_w <= area.x + area.w - canvas.px(8)) {
    const float h = canvas.whole_px(9);
    canvas.waste(snapped(left, middle - h / 2, left + sample, middle + h / 2), canvas.px(2));
    canvas.label(text_at(left + sample + canvas.px(6), middle, FontRole::ui, small,
                         palette.text_faint, stripes));
  }
  // Without a verdict there are no stripes: the reason has their place.
  if (!input.no_verdict.empty()) {
    const Label why =
        text_at(left, middle, FontRole::ui, small, palette.text_dim, input.no_verdict);
    const float room = std::max(0.0F, area.x + area.w - canvas.px(8) - left);
    if (canvas.width_of(why) > room) {
      canvas.hit({left, area.y, room, canvas.px(compare_number_head)}, HitKind::none, 0,
                 input.no_verdict);
    }
    canvas.fitted_label(why, room);
  }
  // All numbers come from the model, except in rows that say otherwise.
  const bool any = !input.numbers.empty();
  if (any && badge_width(canvas, Origin::model) <= 2 * columns.names) {
    draw_badge(canvas, Origin::model, columns.center - badge_width(canvas, Origin::model) / 2,
               middle, false, 16);
  }
}

}  // namespace

void draw_compare_numbers(Canvas& canvas, const CompareInput& input, const Rect& area) {
  const Palette& palette = canvas.palette();
  const NumberColumns columns = columns_for(canvas, input, area);
  draw_headings(canvas, input, columns, area);
  const float row = canvas.px(compare_number_row);
  const float top = area.y + canvas.px(compare_number_head + 6);
  const std::size_t fits =
      compare_rows(canvas.style(), area.h, compare_number_head + 6, compare_number_row);
  const std::size_t last_first = input.numbers.size() > fits ? input.numbers.size() - fits : 0;
  const std::size_t first = std::min(input.first_number, last_first);
  bool was_access = false;
  for (std::size_t at = first; at < std::min(first + fits, input.numbers.size()); ++at) {
    const CompareNumber& number = input.numbers[at];
    const float y = top + static_cast<float>(at - first) * row;
    const float middle = y + row / 2;
    if (at > first && was_access && !number.is_access) {
      const float w = std::min(area.w, 2 * (columns.names + columns.mark + columns.gap));
      canvas.fill({columns.center - w / 2, std::round(y), w, canvas.whole_px(1)}, palette.hairline);
    }
    was_access = number.is_access;
    float name_room = 2 * columns.names;
    float name_x = columns.center;
    if (number.origin != Origin::model) {
      const float badge = badge_width(canvas, number.origin);
      const float name = canvas.measure(FontRole::ui, canvas.px(text_body), number.name);
      if (name + badge + columns.gap <= name_room) {
        const float left = columns.center - (name + badge + columns.gap) / 2;
        draw_badge(canvas, number.origin, left, middle, false, 15);
        name_x = left + badge + columns.gap + name / 2;
        name_room = name + 1;
      }
    }
    canvas.fitted_label(
        text_at(name_x, middle, FontRole::ui, canvas.px(text_body),
                number.is_access ? palette.text : palette.text_dim, number.name, AlignX::center),
        name_room);
    for (const bool is_b : {false, true}) {
      const CompareWinner own = is_b ? CompareWinner::b : CompareWinner::a;
      const bool decided = number.winner == CompareWinner::a || number.winner == CompareWinner::b;
      draw_value(canvas, columns, number,
                 {is_b, number.winner == own, decided && number.winner != own}, middle);
      draw_mark(canvas, columns, number, is_b, middle);
    }
    canvas.hit({area.x, y, area.w, row}, HitKind::none, at, number.tooltip);
  }
  const std::size_t below = input.numbers.size() - std::min(first + fits, input.numbers.size());
  if ((below > 0 || first > 0) && fits > 0) {
    const float w = canvas.whole_px(3);
    const float room = area.y + area.h - top;
    const auto share = [&](std::size_t rows) {
      return room * static_cast<float>(rows) / static_cast<float>(input.numbers.size());
    };
    canvas.fill({area.x + area.w - w - canvas.px(3), top + share(first), w, share(fits)},
                palette.hairline, w / 2);
  }
}

}  // namespace lanescope::picture
