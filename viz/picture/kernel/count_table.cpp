#include "viz/picture/kernel/count_table.h"

#include <algorithm>

namespace lanescope::picture {
namespace {

// Drops the least important rows until the rest fits.
void keep_what_fits(std::vector<CountRow>& rows, std::size_t room) {
  while (rows.size() > room && !rows.empty()) {
    rows.erase(std::max_element(rows.begin(), rows.end(), [](const CountRow& a, const CountRow& b) {
      return a.importance < b.importance;
    }));
  }
}

const Color& ink(const Palette& palette, CountTone tone) {
  switch (tone) {
    case CountTone::good:
      return palette.good_text;
    case CountTone::costly:
      return palette.costly_text;
    case CountTone::plain:
      break;
  }
  return palette.text;
}

}  // namespace

void draw_count_table(Canvas& canvas, const Rect& area, std::vector<CountRow> rows,
                      const std::vector<std::string>& headings) {
  const Palette& palette = canvas.palette();
  const float size = canvas.px(text_body);
  const float least = canvas.px(20);
  const float heading_h = area.h >= 3 * least ? canvas.px(22) : 0;
  keep_what_fits(rows, static_cast<std::size_t>(std::max(0.0F, (area.h - heading_h) / least)));
  if (rows.empty()) return;
  const float pitch =
      std::min(canvas.px(30), (area.h - heading_h) / static_cast<float>(rows.size()));

  float names = 0;
  for (const CountRow& row : rows) {
    names = std::max(names, canvas.measure(FontRole::ui, size, canvas.texts().get(row.name)));
  }
  const float gap = canvas.px(2 * space_unit);
  const float column =
      std::min(canvas.px(150), (area.w - names) / static_cast<float>(headings.size()));
  const auto right_of = [&](std::size_t at) {
    return area.x + names + static_cast<float>(at + 1) * column;
  };
  // A number that is cut off is a wrong one: it is written smaller first.
  const auto place = [&](std::size_t at, float y, FontRole font, float px, const Color& color,
                         const std::string& text) {
    while (px - 1 >= std::max(min_digit_px, canvas.px(9)) &&
           canvas.measure(font, px, text) > column - gap)
      px -= 1;
    canvas.fitted_label(text_at(right_of(at), y, font, px, color, text, AlignX::right),
                        column - gap);
  };
  for (std::size_t at = 0; heading_h > 0 && at < headings.size(); ++at) {
    place(at, area.y + heading_h / 2, FontRole::ui, canvas.px(text_small), palette.text_faint,
          headings[at]);
  }
  for (std::size_t line = 0; line < rows.size(); ++line) {
    const CountRow& row = rows[line];
    const float y = area.y + heading_h + (static_cast<float>(line) + 0.5F) * pitch;
    canvas.explained_label(text_at(area.x, y, FontRole::ui, size, palette.text_dim, {}), row.name,
                           std::max(0.0F, area.w - gap));
    for (std::size_t at = 0; at < row.cells.size(); ++at) {
      const CountCell& cell = row.cells[at];
      place(at, y, row.large ? FontRole::mono_bold : FontRole::mono,
            row.large ? canvas.px(text_title + 1) : size, ink(palette, cell.tone), cell.text);
    }
  }
}

}  // namespace lanescope::picture
