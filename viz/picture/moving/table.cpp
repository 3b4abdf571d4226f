#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "viz/picture/core/line_break.h"
#include "viz/picture/moving/parts.h"

namespace lanescope::picture {
namespace {

constexpr float pad_units = 10;
constexpr float line_units = 18;
constexpr std::size_t most_lines = 16;  // of a cell

FontRole font_of(const MovingCell& cell) {
  return cell.is_number || cell.is_code ? FontRole::mono : FontRole::ui;
}

// A column wants the width of its widest line. Columns that want more than there is share what the
// others leave: half of it alike, half by how much text their fullest cell has.
std::vector<float> widths_of(const Canvas& canvas, const MovingTableInput& input, float room) {
  const float size = canvas.px(text_body);
  std::vector<float> wanted, texts;
  for (std::size_t column = 0; column < input.columns.size(); ++column) {
    float width = canvas.measure(FontRole::ui_bold, size, input.columns[column]);
    float text = width;
    for (const auto& row : input.rows) {
      const MovingCell& cell = row[column];
      float w = canvas.measure(font_of(cell), size, cell.text);
      if (cell.origin) w += badge_width(canvas, *cell.origin) + canvas.px(8);
      width = std::max(width, w);
      const auto lines = 1 + std::ranges::count(cell.text, '\n');
      text = std::max(text, w * static_cast<float>(lines));
    }
    wanted.push_back(std::ceil(width) + 1 + canvas.px(2 * pad_units));
    texts.push_back(text);
  }
  std::vector<float> widths = wanted;
  std::vector<bool> is_fixed(wanted.size(), false);
  for (std::size_t round = 0; round < wanted.size(); ++round) {
    float left = room, text = 0;
    std::size_t open = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (is_fixed[i]) {
        left -= wanted[i];
      } else {
        ++open;
        text += texts[i];
      }
    }
    if (open == 0) break;
    bool changed = false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (is_fixed[i]) continue;
      const float share = left * (0.5F / static_cast<float>(open) + 0.5F * texts[i] / text);
      widths[i] = std::min(wanted[i], share);
      if (wanted[i] <= share) is_fixed[i] = changed = true;
    }
    if (!changed) break;
  }
  return widths;
}

struct Lines {
  std::vector<std::vector<std::string>> cells;
  std::size_t most = 1;
};

Lines lines_of(const Canvas& canvas, const std::vector<MovingCell>& row,
               const std::vector<float>& widths) {
  Lines lines;
  for (std::size_t i = 0; i < row.size(); ++i) {
    float room = widths[i] - canvas.px(2 * pad_units);
    if (row[i].origin) room -= badge_width(canvas, *row[i].origin) + canvas.px(8);
    lines.cells.push_back(wrapped(canvas.style(), font_of(row[i]), canvas.px(text_body),
                                  row[i].text, std::max(room, canvas.px(20)), most_lines));
    lines.most = std::max(lines.most, lines.cells.back().size());
  }
  return lines;
}

float height_of(const Canvas& canvas, const Lines& lines) {
  return canvas.px(line_units) * static_cast<float>(lines.most) + canvas.px(8);
}
float height_of_headings(const Canvas& canvas) { return canvas.px(line_units + 4); }

}  // namespace

DrawList build_moving_table(const MovingTableInput& input, const Style& style, float width,
                            float height) {
  Canvas canvas(style, width, height);
  const Rect area = draw_head(canvas, input.head, input.absence);
  if (area.h < canvas.px(50) || input.columns.empty()) return canvas.take();
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_body);
  const float line = canvas.px(line_units);
  const std::vector<float> widths = widths_of(canvas, input, area.w);
  float y = area.y;
  float x = area.x;
  for (std::size_t i = 0; i < input.columns.size(); ++i) {
    // Above numbers at the right, as they are.
    const bool at_right = !input.rows.empty() && input.rows.front()[i].is_number;
    const float inset = at_right ? widths[i] - canvas.px(pad_units) : canvas.px(pad_units);
    canvas.fitted_label(text_at(x + inset, y + line / 2, FontRole::ui_bold, size, palette.text_dim,
                                input.columns[i], at_right ? AlignX::right : AlignX::left),
                        widths[i] - canvas.px(2 * pad_units) + 1);
    x += widths[i];
  }
  y += height_of_headings(canvas);
  for (std::size_t number = 0; number < input.rows.size(); ++number) {
    const std::vector<MovingCell>& row = input.rows[number];
    const Lines lines = lines_of(canvas, row, widths);
    const float high = height_of(canvas, lines);
    const bool is_last = number + 1 == input.rows.size();
    if (y + high + (is_last ? 0 : line) > area.y + area.h) {
      canvas.fitted_label(
          text_at(
              area.x + canvas.px(pad_units), y + line / 2, FontRole::ui, size, palette.text_dim,
              canvas.texts().get("moving.more_rows", fmt::arg("n", input.rows.size() - number))),
          area.w);
      break;
    }
    canvas.fill({area.x, y, area.w, canvas.whole_px(1)}, palette.hairline);
    x = area.x;
    std::string tooltip;
    for (std::size_t i = 0; i < row.size(); ++i) {
      float left = x + canvas.px(pad_units);
      float text_y = y + canvas.px(4) + line / 2;
      const float right = x + widths[i] - canvas.px(pad_units);
      if (row[i].origin && left + badge_width(canvas, *row[i].origin) < right) {
        draw_badge(canvas, *row[i].origin, left, text_y);
        left += badge_width(canvas, *row[i].origin) + canvas.px(8);
      }
      const bool at_right = row[i].is_number;
      for (const std::string& words : lines.cells[i]) {
        canvas.fitted_label(text_at(at_right ? right : left, text_y, font_of(row[i]), size,
                                    i == 0 ? palette.text : palette.text_dim, words,
                                    at_right ? AlignX::right : AlignX::left),
                            right - left + 1);
        text_y += line;
      }
      x += widths[i];
    }
    // The row's explanation, or that of the cell under the mouse.
    canvas.hit({area.x, y, area.w, high}, HitKind::cell, number, row.front().tooltip);
    x = area.x;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0 && !row[i].tooltip.empty())
        canvas.hit({x, y, widths[i], high}, HitKind::cell, number, row[i].tooltip);
      x += widths[i];
    }
    y += high;
  }
  return canvas.take();
}

float least_height(const MovingTableInput& input, const Style& style, float width) {
  if (!input.absence.empty() || input.columns.empty()) return 0;
  const Canvas canvas(style, width, 1);
  const std::vector<float> widths = widths_of(canvas, input, width_below_head(style, width));
  float body = height_of_headings(canvas);
  for (const auto& row : input.rows) body += height_of(canvas, lines_of(canvas, row, widths));
  return height_with_head(input.head, style, width, body);
}

}  // namespace lanescope::picture
