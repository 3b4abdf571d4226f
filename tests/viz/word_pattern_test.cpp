#include "viz/picture/core/word_pattern.h"

#include <functional>

#include <gtest/gtest.h>

namespace lanescope::picture {
namespace {

memory::WarpAccess access_to(const std::function<std::uint64_t(std::uint64_t)>& word_of,
                             std::uint32_t mask = 0xffff'ffffU, std::uint8_t bytes = 4) {
  memory::WarpAccess access;
  access.space = memory::Space::shared;
  access.bytes = bytes;
  access.mask = mask;
  for (std::uint64_t lane = 0; lane < access.address.size(); ++lane)
    access.address[lane] = 4 * word_of(lane);
  return access;
}

std::string text_of(const memory::WarpAccess& access) {
  const auto words = word_pattern(access);
  return words ? formula(*words) : "none";
}

TEST(WordPattern, an_equal_distance_is_a_product) {
  EXPECT_EQ(text_of(access_to([](auto i) { return 33 * i + 5; })), "33·i + 5");
  EXPECT_EQ(text_of(access_to([](auto i) { return i; })), "i");
  EXPECT_EQ(text_of(access_to([](auto i) { return 31 - i; })), "31 − i");
  EXPECT_EQ(text_of(access_to([](auto) { return 12; })), "12");
}

TEST(WordPattern, a_column_of_a_swizzled_tile_is_an_exclusive_or) {
  for (std::uint64_t column = 1; column < 32; ++column) {
    const auto words = word_pattern(access_to([&](auto i) { return 32 * i + (column ^ i); }));
    ASSERT_TRUE(words);
    // i ^ 31 is 31 - i: affine.
    if (column == 31) {
      EXPECT_EQ(formula(*words), "31·i + 31");
    } else {
      EXPECT_EQ(formula(*words), "32·i + (i ^ " + std::to_string(column) + ")");
    }
  }
}

TEST(WordPattern, a_row_of_a_swizzled_tile_is_an_exclusive_or) {
  EXPECT_EQ(text_of(access_to([](auto i) { return 160 + (i ^ 5); })), "160 + (i ^ 5)");
}

TEST(WordPattern, column_0_of_a_swizzled_tile_is_the_same_words_as_a_padded_one) {
  EXPECT_EQ(text_of(access_to([](auto i) { return 32 * i + (i ^ 0); })), "33·i");
}

TEST(WordPattern, elements_of_16_bytes_are_exchanged_whole) {
  EXPECT_EQ(text_of(access_to([](auto i) { return 4 * (i ^ 3); }, 0xffff'ffffU, 16)), "4·(i ^ 3)");
}

TEST(WordPattern, the_exclusive_or_is_found_among_the_lanes_that_take_part) {
  EXPECT_EQ(text_of(access_to([](auto i) { return 32 * i + (i ^ 6); }, 0xffff'00ffU)),
            "32·i + (i ^ 6)");
}

TEST(WordPattern, a_few_lanes_or_any_other_order_have_no_formula) {
  EXPECT_EQ(text_of(access_to([](auto i) { return 32 * i + (i ^ 5); }, 0x7U)), "none");
  EXPECT_EQ(text_of(access_to([](auto i) { return i * i; })), "none");
  EXPECT_EQ(text_of(access_to([](auto i) { return 32 * i + (i ^ 5) + (i == 9 ? 1 : 0); })), "none");
}

}  // namespace
}  // namespace lanescope::picture
