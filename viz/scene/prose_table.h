// A table in prose: columns as wide as what they hold where there is room, cells wrapped where
// there is none.
#pragma once

#include "viz/scene/prose_lines.h"

namespace lanescope::scene {

struct TableRow {
  float y = 0, h = 0;
  std::vector<std::vector<LaidLine>> cells;
};
// Pixels, from the table's top left.
struct LaidTable {
  std::vector<float> x, w;  // of each column: where its text may be
  std::vector<TableRow> rows;
  float width = 0, height = 0;
};

[[nodiscard]] LaidTable laid_table(const ProseBlock::Table& table, const Style& style,
                                   const LineLook& look, float width, float line_height);

}  // namespace lanescope::scene
