#include "app/session/compare/line_match.h"

#include <string>

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

TEST(LineMatch, equal_texts_are_the_same_line_by_line) {
  const LineMatch match = match_lines("a\nb\nc\n", "a\nb\nc\n");
  EXPECT_EQ(match, (LineMatch{{1, 1, true}, {2, 2, true}, {3, 3, true}}));
  EXPECT_EQ(differing_lines(match), 0U);
}

TEST(LineMatch, a_changed_line_stands_beside_what_it_became) {
  const LineMatch match = match_lines("a\nb\nc\n", "a\nx\nc\n");
  EXPECT_EQ(match, (LineMatch{{1, 1, true}, {2, 2, false}, {3, 3, true}}));
}

TEST(LineMatch, an_added_line_has_nothing_beside_it_and_moves_the_rest) {
  const LineMatch match = match_lines("a\nc\n", "a\nb\nc\n");
  EXPECT_EQ(match, (LineMatch{{1, 1, true}, {0, 2, false}, {2, 3, true}}));
  EXPECT_EQ(pair_of_a(match, 2).b, 3);
}

TEST(LineMatch, a_line_taken_away_is_gone) {
  EXPECT_EQ(match_lines("a\nb\nc\n", "a\nc\n"),
            (LineMatch{{1, 1, true}, {2, 0, false}, {3, 2, true}}));
}

TEST(LineMatch, the_longest_common_part_is_kept_in_the_middle_of_changes) {
  const LineMatch match = match_lines("1\nk\n2\nl\n3\n", "4\n5\nk\nl\n6\n");
  EXPECT_EQ(
      match,
      (LineMatch{
          {1, 1, false}, {0, 2, false}, {2, 3, true}, {3, 0, false}, {4, 4, true}, {5, 5, false}}));
}

TEST(LineMatch, blanks_at_the_end_and_line_breaks_of_windows_do_not_count) {
  EXPECT_EQ(differing_lines(match_lines("a \t\nb\r\n", "a\nb")), 0U);
}

TEST(LineMatch, every_line_of_either_is_in_exactly_one_pair) {
  std::string a;
  std::string b;
  for (int i = 0; i < 60; ++i) {
    a += std::to_string(i * i % 7) + "\n";
    b += std::to_string(i * 3 % 5) + "\n";
  }
  int next_a = 1;
  int next_b = 1;
  for (const LinePair& pair : match_lines(a, b)) {
    EXPECT_TRUE(pair.a != 0 || pair.b != 0);
    if (pair.a != 0) EXPECT_EQ(pair.a, next_a++);
    if (pair.b != 0) EXPECT_EQ(pair.b, next_b++);
  }
  EXPECT_EQ(next_a, 61);
  EXPECT_EQ(next_b, 61);
}

TEST(LineMatch, what_would_take_too_long_counts_as_changed) {
  std::string a = "first\n";
  std::string b = "first\n";
  for (int i = 0; i < 2500; ++i) {
    a += "a" + std::to_string(i) + "\n";
    b += "b" + std::to_string(i) + "\n";
  }
  a += "last\n";
  b += "last\n";
  const LineMatch match = match_lines(a, b);
  ASSERT_EQ(match.size(), 2502U);
  EXPECT_TRUE(match.front().same);
  EXPECT_TRUE(match.back().same);
  EXPECT_EQ(differing_lines(match), 2500U);
}

TEST(LineMatch, no_line_has_no_partner) {
  const LineMatch match = match_lines("a\n", "a\nb\n");
  EXPECT_EQ(pair_of_a(match, 0), LinePair{});
  EXPECT_EQ(pair_of_a(match, 9), LinePair{});
  EXPECT_TRUE(match_lines("", "").empty());
}

}  // namespace
}  // namespace lanescope::app
