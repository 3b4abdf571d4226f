// The table of a counts picture: names at the left, a column of numbers for each thing counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viz/scene/canvas.h"

namespace lanescope::scene {

enum class CountTone : std::uint8_t { plain, good, costly };

struct CountCell {
  std::string text;
  CountTone tone = CountTone::plain;
};

struct CountRow {
  const char* name;    // key
  int importance = 0;  // 0 stays longest
  bool large = false;
  std::vector<CountCell> cells;  // one a column
};

// The rows that have room in `area`, the least important left out first; `headings`: one a column.
void draw_count_table(Canvas& canvas, const Rect& area, std::vector<CountRow> rows,
                      const std::vector<std::string>& headings);

}  // namespace lanescope::scene
