#include "viz/picture/prose/table.h"

#include <algorithm>
#include <cmath>

namespace lanescope::picture {
namespace {

LineStyle row_style_of(const LineStyle& line_style, std::size_t row) {
  return {line_style.size, row == 0};
}

// Divides `room` among the columns: natural widths if all fit; otherwise each gets the width of its
// longest word plus a share of the rest, in proportion to its natural width.
std::vector<float> column_widths(const std::vector<LineWidths>& wanted, float room) {
  float natural = 0;
  float least = 0;
  for (const LineWidths& column : wanted) {
    natural += column.natural;
    least += column.least;
  }
  std::vector<float> widths;
  for (const LineWidths& column : wanted) {
    if (natural <= room) {
      widths.push_back(column.natural);
    } else if (least <= room) {
      widths.push_back(column.least +
                       (room - least) * (column.natural - column.least) / (natural - least));
    } else {
      widths.push_back(room * column.least / std::max(least, 1.0F));
    }
  }
  return widths;
}

}  // namespace

LaidTable laid_table(const ProseBlock::Table& table, const Style& style,
                     const LineStyle& line_style, float width, float line_height) {
  LaidTable laid;
  std::vector<LineWidths> wanted;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      wanted.resize(std::max(wanted.size(), c + 1));
      const LineWidths cell = line_widths(table.rows[r][c], style, row_style_of(line_style, r));
      wanted[c].least = std::max(wanted[c].least, std::ceil(cell.least));
      wanted[c].natural = std::max(wanted[c].natural, std::ceil(cell.natural));
    }
  }
  const float gap = line_style.size * 1.4F;
  const float gaps = gap * static_cast<float>(wanted.empty() ? 0 : wanted.size() - 1);
  laid.w = column_widths(wanted, std::max(width - gaps, 1.0F));
  for (const float w : laid.w) {
    laid.x.push_back(laid.width + (laid.x.empty() ? 0 : gap));
    laid.width = laid.x.back() + w;
  }
  const float padding = std::round(line_height * 0.16F);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    TableRow row;
    row.y = laid.height;
    std::size_t most = 1;
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      row.cells.push_back(
          laid_lines(table.rows[r][c], style, row_style_of(line_style, r), laid.w[c]));
      most = std::max(most, row.cells.back().size());
    }
    row.h = line_height * static_cast<float>(most) + 2 * padding;
    laid.height += row.h;
    laid.rows.push_back(std::move(row));
  }
  return laid;
}

}  // namespace lanescope::picture
