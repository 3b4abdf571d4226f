// How the list of keys is laid out.
#pragma once

#include <cstddef>
#include <vector>

namespace lanescope::app {

// A group of keys: its lines (without its heading), and how wide they are, in pixels.
struct KeyGroup {
  std::size_t lines = 0;
  float keys_w = 0, what_w = 0;
};
struct KeyColumn {
  std::size_t first = 0, count = 0;  // groups
  float rows = 0;                    // a line is 1; headings and what is above them included
  float keys_w = 0, what_w = 0;      // of the widest
};
inline constexpr float heading_rows = 1.0F;
inline constexpr float rows_above_heading = 0.6F;  // of all but a column's first

// The groups in their order over `columns` columns (at least 1; at most as many as there are
// groups), none of them torn apart, so that the highest column is as low as can be.
[[nodiscard]] std::vector<KeyColumn> key_columns(const std::vector<KeyGroup>& groups,
                                                 std::size_t columns);
// Of the highest one.
[[nodiscard]] float rows_of(const std::vector<KeyColumn>& columns);

}  // namespace lanescope::app
