// A table in prose: columns as wide as their content if there is room, otherwise with wrapped
// cells.
#pragma once

#include "viz/picture/prose/lines.h"

namespace lanescope::picture {

struct TableRow {
  float y = 0, h = 0;
  std::vector<std::vector<LaidLine>> cells;
};
// Pixels, from the table's top left corner.
struct LaidTable {
  std::vector<float> x, w;  // left end and width of each column's text
  std::vector<TableRow> rows;
  float width = 0, height = 0;
};

[[nodiscard]] LaidTable laid_table(const ProseBlock::Table& table, const Style& style,
                                   const LineStyle& line_style, float width, float line_height);

}  // namespace lanescope::picture
