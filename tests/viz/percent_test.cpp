
#include <gtest/gtest.h>

#include "viz/picture/core/units.h"
#include "viz/text/texts.h"

namespace lanescope::picture {
namespace {

TEST(Percent, has_a_decimal_only_where_it_says_something) {
  EXPECT_EQ(percent_text(0.8), "80");
  EXPECT_EQ(percent_text(0.125), "12.5");
  EXPECT_EQ(percent_text(1.0 / 32), "3.1");
}

TEST(Percent, near_100_is_not_100_and_near_0_is_not_0) {
  EXPECT_EQ(percent_text(0.99999), "99.9");
  EXPECT_EQ(percent_text(0.00001), "0.1");
  EXPECT_EQ(percent_text(0), "0");
  EXPECT_EQ(percent_text(1), "100");
}

TEST(NumberText, has_three_digits_and_no_zeros_at_its_end) {
  EXPECT_EQ(number_text(8), "8");
  EXPECT_EQ(number_text(1.25), "1.25");
  EXPECT_EQ(number_text(1.3), "1.3");
  EXPECT_EQ(number_text(17.0 / 3), "5.67");
  EXPECT_EQ(number_text(12.46), "12.5");
  EXPECT_EQ(number_text(32.97), "33");
  EXPECT_EQ(number_text(100), "100");
  EXPECT_EQ(number_text(123.4), "123");
  EXPECT_EQ(number_text(1536), "1,536");
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(ratio_text(10, 8), "1.25×");
  EXPECT_EQ(ratio_text(0, 0), "1×");
}

TEST(PositionText, has_as_many_coordinates_as_the_grid_has_dimensions) {
  EXPECT_EQ(position_text({64, 1, 1}, {5, 0, 0}), "5");
  EXPECT_EQ(position_text({8, 8, 1}, {5, 1, 0}), "(5, 1)");
  EXPECT_EQ(position_text({1, 8, 1}, {0, 1, 0}), "(0, 1)");
  EXPECT_EQ(position_text({8, 1, 2}, {5, 0, 1}), "(5, 0, 1)");
}

TEST(NumberText, rounds_halves_away_from_zero) {
  EXPECT_EQ(number_text(1.125), "1.13");
  EXPECT_EQ(number_text(12.25), "12.3");
  EXPECT_EQ(ratio_text(9, 8), "1.13×");
  EXPECT_EQ(text::Texts::rounded(1.125, 2), "1.13");
  EXPECT_EQ(text::Texts::rounded(6.25, 1), "6.3");
  EXPECT_EQ(text::Texts::rounded(-0.5, 0), "-1");
}

}  // namespace
}  // namespace lanescope::picture
