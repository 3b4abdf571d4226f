// Which lines of two texts belong to each other: those of the longest common subsequence of whole
// lines are the same; between them, what was changed stands beside what it was changed to.
#pragma once

#include <string_view>
#include <vector>

namespace lanescope::app {

// Lines from 1; 0: that text has none there.
struct LinePair {
  int a = 0, b = 0;
  bool same = false;
  bool operator==(const LinePair&) const = default;
};
using LineMatch = std::vector<LinePair>;

// In the order of the texts; every line of either is in exactly one pair. Blanks at a line's end do
// not count. Where more than four million pairs of lines would have to be looked at, all that lies
// between the texts' common beginning and end counts as changed.
[[nodiscard]] LineMatch match_lines(std::string_view a, std::string_view b);

// The line of one text that stands beside a line of the other; 0: none.
[[nodiscard]] LinePair pair_of_a(const LineMatch& match, int line);
[[nodiscard]] LinePair pair_of_b(const LineMatch& match, int line);

// Pairs that are not the same.
[[nodiscard]] std::size_t differing_lines(const LineMatch& match);

}  // namespace lanescope::app
