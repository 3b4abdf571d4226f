// The table of a counts picture: names on the left, then columns of numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "viz/picture/core/canvas.h"

namespace lanescope::picture {

enum class CountTone : std::uint8_t { plain, good, costly };

struct CountCell {
  std::string text;
  CountTone tone = CountTone::plain;
};

struct CountRow {
  const char* name;    // text key
  int importance = 0;  // 0 is dropped last
  bool large = false;
  std::vector<CountCell> cells;  // one per column
};

// Draws the rows that fit into `area`, dropping the least important ones; `headings`: one per
// column.
void draw_count_table(Canvas& canvas, const Rect& area, std::vector<CountRow> rows,
                      const std::vector<std::string>& headings);

}  // namespace lanescope::picture
