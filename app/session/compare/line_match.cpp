#include "app/session/compare/line_match.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/text/source_line.h"

namespace lanescope::app {
namespace {

constexpr std::size_t max_cells = 4'000'000;

using Lines = std::vector<std::string_view>;

Lines without_trailing_blanks(Lines lines) {
  for (std::string_view& line : lines) line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  return lines;
}

// A range of both texts: lines [from, to) of each, from 0.
struct Part {
  std::size_t a_from = 0, a_to = 0, b_from = 0, b_to = 0;
};

// Pairs removed lines with added lines, one by one.
void add_changed(const Part& part, LineMatch& match) {
  const std::size_t rows = std::max(part.a_to - part.a_from, part.b_to - part.b_from);
  for (std::size_t row = 0; row < rows; ++row) {
    LinePair pair;
    if (part.a_from + row < part.a_to) pair.a = static_cast<int>(part.a_from + row) + 1;
    if (part.b_from + row < part.b_to) pair.b = static_cast<int>(part.b_from + row) + 1;
    match.push_back(pair);
  }
}

void add_same(std::size_t a, std::size_t b, LineMatch& match) {
  match.push_back({static_cast<int>(a) + 1, static_cast<int>(b) + 1, true});
}

// Matches the lines of a part by their longest common subsequence. `longest` holds its length for
// the rest of the texts after each pair of lines.
void add_matched(const Lines& a, const Lines& b, const Part& part, LineMatch& match) {
  const std::size_t height = part.a_to - part.a_from;
  const std::size_t width = part.b_to - part.b_from;
  if (height * width > max_cells) {
    add_changed(part, match);
    return;
  }
  std::vector<std::uint32_t> longest((height + 1) * (width + 1));
  const auto at = [&](std::size_t row, std::size_t column) -> std::uint32_t& {
    return longest[row * (width + 1) + column];
  };
  for (std::size_t row = height; row-- > 0;) {
    for (std::size_t column = width; column-- > 0;) {
      at(row, column) = a[part.a_from + row] == b[part.b_from + column]
                            ? at(row + 1, column + 1) + 1
                            : std::max(at(row + 1, column), at(row, column + 1));
    }
  }
  Part changed{part.a_from, part.a_from, part.b_from, part.b_from};
  std::size_t row = 0;
  std::size_t column = 0;
  while (row < height && column < width) {
    if (a[part.a_from + row] == b[part.b_from + column]) {
      changed.a_to = part.a_from + row;
      changed.b_to = part.b_from + column;
      add_changed(changed, match);
      add_same(changed.a_to, changed.b_to, match);
      changed = {changed.a_to + 1, changed.a_to + 1, changed.b_to + 1, changed.b_to + 1};
      ++row;
      ++column;
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      ++row;
    } else {
      ++column;
    }
  }
  changed.a_to = part.a_to;
  changed.b_to = part.b_to;
  add_changed(changed, match);
}

}  // namespace

LineMatch match_lines(std::string_view a_text, std::string_view b_text) {
  const Lines a = without_trailing_blanks(lines_of(a_text));
  const Lines b = without_trailing_blanks(lines_of(b_text));
  LineMatch match;
  Part part{0, a.size(), 0, b.size()};
  while (part.a_from < part.a_to && part.b_from < part.b_to && a[part.a_from] == b[part.b_from])
    add_same(part.a_from++, part.b_from++, match);
  while (part.a_from < part.a_to && part.b_from < part.b_to &&
         a[part.a_to - 1] == b[part.b_to - 1]) {
    --part.a_to;
    --part.b_to;
  }
  add_matched(a, b, part, match);
  for (std::size_t row = 0; part.a_to + row < a.size(); ++row)
    add_same(part.a_to + row, part.b_to + row, match);
  return match;
}

LinePair pair_of_a(const LineMatch& match, int line) {
  const auto found = std::find_if(match.begin(), match.end(),
                                  [line](const LinePair& pair) { return pair.a == line; });
  return found != match.end() && line > 0 ? *found : LinePair{};
}

LinePair pair_of_b(const LineMatch& match, int line) {
  const auto found = std::find_if(match.begin(), match.end(),
                                  [line](const LinePair& pair) { return pair.b == line; });
  return found != match.end() && line > 0 ? *found : LinePair{};
}

std::size_t differing_lines(const LineMatch& match) {
  return static_cast<std::size_t>(
      std::count_if(match.begin(), match.end(), [](const LinePair& pair) { return !pair.same; }));
}

}  // namespace lanescope::app
