#include "sim/diagnostics/source_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lanescope {
namespace {

constexpr std::string_view text = "first\n  second \t\r\n\n   \nlast";

TEST(SourceLine, counts_from_one) {
  EXPECT_EQ(source_line(text, 1), "first");
  EXPECT_EQ(source_line(text, 5), "last");
}

TEST(SourceLine, leaves_the_blanks_around_it_away) { EXPECT_EQ(source_line(text, 2), "second"); }

TEST(SourceLine, of_blanks_alone_is_empty) {
  EXPECT_EQ(source_line(text, 3), "");
  EXPECT_EQ(source_line(text, 4), "");
}

TEST(SourceLine, that_is_missing_is_empty) {
  EXPECT_EQ(source_line(text, 0), "");
  EXPECT_EQ(source_line(text, -1), "");
  EXPECT_EQ(source_line(text, 6), "");
  EXPECT_EQ(source_line("", 1), "");
}

TEST(Lines, have_no_ends) {
  using ::testing::ElementsAre;
  EXPECT_THAT(lines_of(text), ElementsAre("first", "  second \t", "", "   ", "last"));
  EXPECT_THAT(lines_of("a\r\n\r\nb\n"), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines_of(""), ElementsAre());
}

TEST(BareCode, has_no_comments_and_keeps_lines_and_columns) {
  EXPECT_EQ(bare_code("a; // b\nc /* d\ne */ f"), "a;     \nc     \n     f");
  EXPECT_EQ(bare_code("// one \\\ntwo\nthree"), "        \n   \nthree");
  EXPECT_EQ(bare_code("a /*/ b */ c // d"), "a          c     ");
  EXPECT_EQ(bare_code("/* open"), "       ");
  EXPECT_EQ(bare_code(""), "");
}

TEST(BareCode, has_no_text_of_strings) {
  EXPECT_EQ(bare_code(R"--(f("a // b"); g)--"), R"--(f("      "); g)--");
  EXPECT_EQ(bare_code(R"--(f("\"/*", '"', '\''); g)--"), R"--(f("    ", ' ', '  '); g)--");
  EXPECT_EQ(bare_code("\"open // a\nb"), "\"         \nb");
}

TEST(BareCode, takes_an_apostrophe_in_a_number_for_no_quote) {
  EXPECT_EQ(bare_code("n = 1'000; // a"), "n = 1'000;     ");
}

}  // namespace
}  // namespace lanescope
