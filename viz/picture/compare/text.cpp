// The sources of both kernels, line by line: equal lines are faint, different ones have a
// background and a sign between them. Each line's cost is at its end.
#include <algorithm>
#include <cmath>

#include "viz/picture/compare/parts.h"
#include "viz/picture/core/canvas.h"
#include "viz/picture/core/line_break.h"

namespace lanescope::picture {
namespace {

struct HalfLine {
  int number = 0;
  const std::string* text = nullptr;
  const std::string* cost = nullptr;
  bool costly = false;
};

const char* sign_of(const CompareLine& line) {
  if (line.same) return "";
  return line.a == 0 ? "+" : line.b == 0 ? "−" : "≠";
}

bool is_comment(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first != std::string::npos && text.compare(first, 2, "//") == 0;
}

void draw_half(Canvas& canvas, const HalfLine& half, const CompareLine& line, const Rect& area) {
  if (half.number == 0) return;
  const Palette& palette = canvas.palette();
  const float middle = area.y + area.h / 2;
  const float small = canvas.px(text_small);
  const float number_w = canvas.measure(FontRole::mono, small, "9999");
  const float gap = canvas.px(space_unit);
  if (area.w < number_w + canvas.px(60)) return;
  canvas.label(text_at(area.x + number_w, middle, FontRole::mono, small, palette.text_faint,
                       std::to_string(half.number), AlignX::right));
  float right = area.x + area.w;
  const float cost_w = canvas.measure(FontRole::mono_bold, small, "99.9×");
  if (!half.cost->empty()) {
    canvas.fitted_label(
        text_at(right, middle, FontRole::mono_bold, small,
                half.costly ? palette.costly_text : palette.good_text, *half.cost, AlignX::right),
        cost_w + gap);
  }
  right -= cost_w + gap;
  const std::string text = without_tabs(*half.text);
  const Color& ink = is_comment(text)            ? palette.text_faint
                     : line.chosen || !line.same ? palette.text
                                                 : palette.text_dim;
  const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
  const float size = canvas.px(text_body - 1);
  const float x =
      area.x + number_w + gap + canvas.measure(FontRole::mono, size, text.substr(0, blanks));
  canvas.fitted_label(text_at(x, middle, FontRole::mono, size, ink, text.substr(blanks)),
                      std::max(0.0F, right - x));
}

}  // namespace

void draw_compare_text(Canvas& canvas, const CompareInput& input, const Rect& area) {
  const Palette& palette = canvas.palette();
  const float row = canvas.px(compare_text_row);
  const float top = area.y + canvas.px(6);
  const std::size_t fits = compare_rows(canvas.style(), area.h, 12, compare_text_row);
  const std::size_t last_first = input.lines.size() > fits ? input.lines.size() - fits : 0;
  const std::size_t first = std::min(input.first_line, last_first);
  const float margin = canvas.px(2 * space_unit);
  const float middle_w = canvas.px(24);
  const float half = std::max(0.0F, (area.w - 2 * margin - middle_w) / 2);
  for (std::size_t at = first; at < std::min(first + fits, input.lines.size()); ++at) {
    const CompareLine& line = input.lines[at];
    const float y = top + static_cast<float>(at - first) * row;
    const Rect left{area.x + margin, y, half, row};
    const Rect right{left.x + half + middle_w, y, half, row};
    if (!line.same) {
      if (line.a != 0) canvas.fill(snapped(left.x, y, left.x + half, y + row), palette.well);
      if (line.b != 0) canvas.fill(snapped(right.x, y, right.x + half, y + row), palette.well);
    }
    if (line.chosen) {
      canvas.fill(snapped(left.x, y, right.x + half, y + row), palette.selection, canvas.px(3));
    }
    draw_half(canvas, {line.a, &line.text_a, &line.cost_a, line.costly_a}, line, left);
    draw_half(canvas, {line.b, &line.text_b, &line.cost_b, line.costly_b}, line, right);
    const char* sign = sign_of(line);
    if (*sign != '\0') {
      canvas.label(text_at(left.x + half + middle_w / 2, y + row / 2, FontRole::mono_bold,
                           canvas.px(text_body), palette.costly_text, sign, AlignX::center));
    }
    const int present = input.a.is_present ? line.a : line.b;
    const std::string tooltip = line.same
                                    ? std::string()
                                    : canvas.texts().get(line.a == 0   ? "compare.line_added"
                                                         : line.b == 0 ? "compare.line_gone"
                                                                       : "compare.line_changed");
    canvas.hit({left.x, y, right.x + half - left.x, row},
               present != 0 ? HitKind::code_line : HitKind::none,
               static_cast<std::uint64_t>(present), tooltip);
  }
}

}  // namespace lanescope::picture
