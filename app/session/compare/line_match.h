// Matches the lines of two texts: lines of the longest common subsequence are the same; between
// them, changed lines are paired with their replacements.
#pragma once

#include <string_view>
#include <vector>

namespace lanescope::app {

// Line numbers from 1; 0: that text has no line here.
struct LinePair {
  int a = 0, b = 0;
  bool same = false;
  bool operator==(const LinePair&) const = default;
};
using LineMatch = std::vector<LinePair>;

// In the order of the texts; every line of either text is in exactly one pair. Trailing blanks are
// ignored. If more than four million pairs of lines would have to be compared, everything between
// the common beginning and end counts as changed.
[[nodiscard]] LineMatch match_lines(std::string_view a, std::string_view b);

// The pair with that line of A; line 0: none.
[[nodiscard]] LinePair pair_of_a(const LineMatch& match, int line);

// Number of pairs that are not the same.
[[nodiscard]] std::size_t differing_lines(const LineMatch& match);

}  // namespace lanescope::app
