#include "sim/text/source_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/text/characters.h"

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
  EXPECT_EQ(bare_code("// one \\\r\ntwo\r\nthree\r\n"), "        \r\n   \r\nthree\r\n");
  EXPECT_EQ(bare_code("a /*/ b */ c // d"), "a          c     ");
  EXPECT_EQ(bare_code("/* open"), "       ");
  EXPECT_EQ(bare_code(""), "");
}

TEST(BareCode, has_no_text_of_strings) {
  EXPECT_EQ(bare_code(R"--(f("a // b"); g)--"), R"--(f("      "); g)--");
  EXPECT_EQ(bare_code(R"--(f("\"/*", '"', '\''); g)--"), R"--(f("    ", ' ', '  '); g)--");
  EXPECT_EQ(bare_code("\"open // a\nb"), "\"         \nb");
}

TEST(BareCode, has_no_text_of_raw_strings) {
  EXPECT_EQ(bare_code("R\"(a\" // b)\" + c; // d"), "R\"         \" + c;     ");
  EXPECT_EQ(bare_code("u8R\"x(a)\" \\\n/* )x\" + c"), "u8R\"       \n     \" + c");
  EXPECT_EQ(bare_code("fooR\"(a\" b"), "fooR\"  \" b");           // the end of a name
  EXPECT_EQ(bare_code("R\"a b\" c // d"), "R\"   \" c     ");     // without its "("
  EXPECT_EQ(bare_code("R\"(open\n\" // a"), "R\"     \n      ");  // to the end of the text
}

TEST(BareCode, takes_an_apostrophe_in_a_number_for_no_quote) {
  EXPECT_EQ(bare_code("n = 1'000; // a"), "n = 1'000;     ");
  EXPECT_EQ(bare_code("n = L'(' + 0xAB'CD;"), "n = L' ' + 0xAB'CD;");
}

TEST(Character, is_of_one_to_four_bytes) {
  const std::string_view text = "a\u00b5\u5171\U0001f600";
  std::size_t at = 0;
  for (const char32_t code : {U'a', U'\u00b5', U'\u5171', U'\U0001f600'}) {
    EXPECT_EQ(character_at(text, at).code, code);
    at += character_at(text, at).bytes;
  }
  EXPECT_EQ(at, text.size());
}

TEST(Character, of_a_byte_that_is_no_utf8_is_that_byte) {
  for (const std::string_view text :
       {"\x80", "\xc0\x80", "\xe5\x85", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
        "\xf4\x90\x80\x80", "\xff"}) {
    EXPECT_EQ(character_at(text, 0).code, no_character) << text.size();
    EXPECT_EQ(character_at(text, 0).bytes, 1U);
  }
}

TEST(Character, of_chinese_takes_two_columns) {
  EXPECT_TRUE(takes_two_columns(U'\u5171'));
  EXPECT_TRUE(takes_two_columns(U'\uff0c'));
  EXPECT_TRUE(takes_two_columns(U'\U0001f600'));
  EXPECT_FALSE(takes_two_columns(U'a'));
  EXPECT_FALSE(takes_two_columns(U'\u00b5'));
}

}  // namespace
}  // namespace lanescope
