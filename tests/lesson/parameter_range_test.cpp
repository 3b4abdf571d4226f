#include "kernels/lesson_file/parameter_range.h"

#include <gtest/gtest.h>

namespace lanescope::lesson {
namespace {

Parameter padding(std::int64_t min, std::int64_t max, std::int64_t step) {
  Parameter parameter;
  parameter.name = "PAD";
  parameter.min = min;
  parameter.max = max;
  parameter.step = step;
  return parameter;
}

TEST(LeastPadding, is_one_step_above_no_padding) {
  EXPECT_EQ(min_padding(padding(0, 32, 1)), 1);
  EXPECT_EQ(min_padding(padding(0, 32, 4)), 4);
}

TEST(LeastPadding, is_absent_if_no_padding_cannot_be_chosen) {
  EXPECT_EQ(min_padding(padding(1, 32, 1)), std::nullopt);
}

TEST(LeastPadding, is_absent_if_the_only_choice_is_no_padding) {
  EXPECT_EQ(min_padding(padding(0, 0, 1)), std::nullopt);
  EXPECT_EQ(min_padding(padding(0, 3, 4)), std::nullopt);
}

TEST(LeastPadding, exists_for_no_other_parameter) {
  Parameter size = padding(0, 32, 1);
  size.name = "N";
  EXPECT_EQ(min_padding(size), std::nullopt);
}

}  // namespace
}  // namespace lanescope::lesson
