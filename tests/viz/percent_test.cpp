#include "viz/picture/core/percent.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace lanescope::picture
