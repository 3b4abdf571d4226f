#include "viz/picture/core/line_break.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lanescope::picture {
namespace {

using testing::ElementsAre;

// Every character is ten pixels wide.
std::vector<std::string> cut(std::string_view text, float characters, std::size_t most = 99) {
  Style style;
  style.measure = [](FontRole, float, std::string_view measured) {
    float width = 0;
    for (std::size_t at = 0; at < measured.size();) {
      static_cast<void>(next_character(measured, at));
      width += 10;
    }
    return width;
  };
  return wrapped(style, FontRole::ui, 10, text, characters * 10, most);
}

TEST(LineBreak, is_at_blanks_which_are_not_shown) {
  EXPECT_THAT(cut("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(cut("one two three", 8), ElementsAre("one two", "three"));
}

TEST(LineBreak, is_not_between_a_number_and_its_sign) {
  EXPECT_THAT(cut("it is 50 % here", 8), ElementsAre("it is", "50 %", "here"));
  EXPECT_THAT(cut("it is 12 µs here", 8), ElementsAre("it is", "12 µs", "here"));
}

TEST(LineBreak, is_where_the_text_has_one) {
  EXPECT_THAT(cut("one\ntwo", 20), ElementsAre("one", "two"));
  EXPECT_THAT(cut("one\n\ntwo", 20), ElementsAre("one", "", "two"));
}

TEST(LineBreak, is_anywhere_in_a_word_that_is_too_long) {
  EXPECT_THAT(cut("abcdefgh", 3), ElementsAre("abc", "def", "gh"));
  EXPECT_THAT(cut("abc", 0.5F), ElementsAre("a", "b", "c"));
}

TEST(LineBreak, is_between_any_two_chinese_characters) {
  EXPECT_THAT(cut("共享内存分块", 4), ElementsAre("共享内存", "分块"));
}

TEST(LineBreak, never_leaves_a_closing_sign_alone_on_a_line) {
  EXPECT_THAT(cut("取更大的规模。", 6), ElementsAre("取更大的规", "模。"));
}

TEST(LineBreak, never_leaves_an_opening_sign_at_the_end_of_a_line) {
  EXPECT_THAT(cut("共享内存（分块）", 5), ElementsAre("共享内存", "（分块）"));
}

TEST(LineBreak, the_last_of_too_few_lines_is_cut_with_an_ellipsis) {
  EXPECT_THAT(cut("one two three four", 7, 2), ElementsAre("one two", "three …"));
}

TEST(LineBreak, a_text_of_nothing_has_no_lines) { EXPECT_TRUE(cut("", 7).empty()); }

}  // namespace
}  // namespace lanescope::picture
