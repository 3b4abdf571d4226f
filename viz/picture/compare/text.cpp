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
  bool costly = false, chosen = false;
};

const char* sign_of(const CompareLine& line) {
  if (line.same) return "";
  return line.a == 0 ? "+" : line.b == 0 ? "−" : "≠";
}

bool is_comment(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first != std::string::npos && text.compare(first, 2, "//") == 0;
}

// Where things are in one half of a row; pixels from its left edge.
struct HalfLayout {
  float margin, middle, half;  // of the whole area
  float number, text, cost, room;
};

HalfLayout lay_out_half(const Style& style, float width) {
  const auto px = [&](float units) { return units * style.scale; };
  HalfLayout layout{};
  layout.margin = px(2 * space_unit);
  layout.middle = px(24);
  layout.half = std::max(0.0F, (width - 2 * layout.margin - layout.middle) / 2);
  layout.number = style.measure(FontRole::mono, px(text_small), "9999");
  layout.text = layout.number + px(space_unit);
  layout.cost = style.measure(FontRole::mono_bold, px(text_small), "99.9×");
  layout.room = std::max(0.0F, layout.half - layout.text - layout.cost - px(space_unit));
  return layout;
}

std::size_t blanks_of(const std::string& text) {
  return std::min(text.find_first_not_of(' '), text.size());
}

// The text in rows; all but the first are indented by two more blanks.
std::vector<std::string> rows_of(const std::string& line, const Style& style, float room) {
  const float size = (text_body - 1) * style.scale;
  const std::string text = without_tabs(line);
  if (style.measure(FontRole::mono, size, text) <= room) return {text};
  const std::string indent(blanks_of(text), ' ');
  const float hanging = style.measure(FontRole::mono, size, indent + "  ");
  const float least = style.measure(FontRole::mono, size, "12345678");
  std::vector<std::string> rows = wrapped(style, FontRole::mono, size, text.substr(indent.size()),
                                          std::max(room - hanging, least));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].insert(0, indent + (i > 0 ? "  " : ""));
  return rows;
}

void draw_half(Canvas& canvas, const HalfLine& half, const CompareLine& line,
               const HalfLayout& layout, const Rect& area) {
  if (half.number == 0) return;
  const Palette& palette = canvas.palette();
  const float middle = area.y + area.h / 2;
  const float small = canvas.px(text_small);
  const float gap = canvas.px(space_unit);
  if (area.w < layout.number + canvas.px(60)) return;
  if (!line.continues) {
    canvas.label(text_at(area.x + layout.number, middle, FontRole::mono, small, palette.text_faint,
                         std::to_string(half.number), AlignX::right));
  }
  if (!line.continues && !half.cost->empty()) {
    canvas.fitted_label(
        text_at(area.x + area.w, middle, FontRole::mono_bold, small,
                half.costly ? palette.costly_text : palette.good_text, *half.cost, AlignX::right),
        layout.cost + gap);
  }
  const std::string text = without_tabs(*half.text);
  const Color& ink = is_comment(text)            ? palette.text_faint
                     : half.chosen || !line.same ? palette.text
                                                 : palette.text_dim;
  const std::size_t blanks = blanks_of(text);
  const float size = canvas.px(text_body - 1);
  const float indent = canvas.measure(FontRole::mono, size, text.substr(0, blanks));
  canvas.fitted_label(text_at(area.x + layout.text + indent, middle, FontRole::mono, size, ink,
                              text.substr(blanks)),
                      std::max(0.0F, layout.room - indent));
}

}  // namespace

std::vector<CompareLine> compare_text_lines(const std::vector<CompareLine>& lines,
                                            const Style& style, float width) {
  const HalfLayout layout = lay_out_half(style, width);
  std::vector<CompareLine> all;
  for (const CompareLine& line : lines) {
    const std::vector<std::string> a = rows_of(line.text_a, style, layout.room);
    const std::vector<std::string> b = rows_of(line.text_b, style, layout.room);
    for (std::size_t i = 0; i < std::max({a.size(), b.size(), std::size_t{1}}); ++i) {
      CompareLine& row = all.emplace_back(line);
      row.text_a = i < a.size() ? a[i] : std::string();
      row.text_b = i < b.size() ? b[i] : std::string();
      row.continues = line.continues || i > 0;
    }
  }
  return all;
}

void draw_compare_text(Canvas& canvas, const CompareInput& input,
                       const std::vector<CompareLine>& lines, const Rect& area) {
  const Palette& palette = canvas.palette();
  const float row = canvas.px(compare_text_row);
  const float top = area.y + canvas.px(6);
  const std::size_t fits = compare_rows(canvas.style(), area.h, 12, compare_text_row);
  const std::size_t last_first = lines.size() > fits ? lines.size() - fits : 0;
  const std::size_t first = std::min(input.first_line, last_first);
  const HalfLayout layout = lay_out_half(canvas.style(), area.w);
  const float half = layout.half;
  for (std::size_t at = first; at < std::min(first + fits, lines.size()); ++at) {
    const CompareLine& line = lines[at];
    const float y = top + static_cast<float>(at - first) * row;
    const Rect left{area.x + layout.margin, y, half, row};
    const Rect right{left.x + half + layout.middle, y, half, row};
    if (!line.same) {
      if (line.a != 0) canvas.fill(snapped(left.x, y, left.x + half, y + row), palette.well);
      if (line.b != 0) canvas.fill(snapped(right.x, y, right.x + half, y + row), palette.well);
    }
    if (line.chosen_a || line.chosen_b) {
      canvas.fill(snapped(line.chosen_a ? left.x : right.x, y,
                          (line.chosen_b ? right.x : left.x) + half, y + row),
                  palette.selection, canvas.px(3));
    }
    draw_half(canvas, {line.a, &line.text_a, &line.cost_a, line.costly_a, line.chosen_a}, line,
              layout, left);
    draw_half(canvas, {line.b, &line.text_b, &line.cost_b, line.costly_b, line.chosen_b}, line,
              layout, right);
    const char* sign = sign_of(line);
    if (*sign != '\0' && !line.continues) {
      canvas.label(text_at(left.x + half + layout.middle / 2, y + row / 2, FontRole::mono_bold,
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
