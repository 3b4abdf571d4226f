// The list of keys and its layout.
#pragma once

#include <cstddef>
#include <vector>

#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/scroll.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

// Draws every key and what it does, in columns that fit; first those that belong to what is shown.
// What is higher than the window scrolls. True if a mouse click asks to close it.
[[nodiscard]] bool draw_key_list(Ui& ui, const KeyContext& context, Scroll& scroll);

// The lines by group. The first group has those that work here; no line is in two groups.
[[nodiscard]] std::vector<std::vector<const KeyLine*>> grouped_keys(const KeyContext& context);

// A group of keys: number of lines without the heading; widths in pixels.
struct KeyGroup {
  std::size_t lines = 0;
  float keys_w = 0, text_w = 0;
};
struct KeyColumn {
  std::size_t first = 0, count = 0;  // of groups
  float rows = 0;                    // in lines, with headings and the space above them
  float keys_w = 0, text_w = 0;      // width of the widest group
};
inline constexpr float heading_rows = 1.0F;
inline constexpr float rows_above_heading = 0.6F;  // except for a column's first heading

// Splits the groups, in order, into `columns` columns (from 1 to the number of groups) so that the
// tallest column is as short as possible. Groups are not split.
[[nodiscard]] std::vector<KeyColumn> key_columns(const std::vector<KeyGroup>& groups,
                                                 std::size_t columns);
// Rows of the tallest column.
[[nodiscard]] float rows_of(const std::vector<KeyColumn>& columns);

}  // namespace lanescope::app
