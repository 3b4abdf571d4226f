#include "kernels/lesson_file/parameter_range.h"

#include <gtest/gtest.h>

namespace lanescope::lesson {
namespace {

Parameter padding(std::int64_t min, std::int64_t max, std::int64_t increment) {
  Parameter parameter;
  parameter.name = "PAD";
  parameter.min = min;
  parameter.max = max;
  parameter.increment = increment;
  return parameter;
}

TEST(ValuesToSweep, are_all_values_of_a_short_range_and_powers_of_two_about_the_default_otherwise) {
  EXPECT_EQ(values_to_sweep({"TILE", 2, 1, 5, 1, {}}), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(values_to_sweep({"N", 1024, 128, 4096, 32, {}}),
            (std::vector<std::int64_t>{128, 256, 512, 1024, 2048, 4096}));
  EXPECT_EQ(values_to_sweep({"N", 1, {}, {}, 1, {}}),
            (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32, 64}));
  EXPECT_EQ(values_to_sweep({"PAD", 0, {}, {}, 1, {}}),
            (std::vector<std::int64_t>{0, 1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(values_to_sweep({"N", 8, 8, 8, 1, {}}), (std::vector<std::int64_t>{8}));
}

TEST(RangeProblem, steps_begin_at_the_minimum_or_else_at_the_default) {
  EXPECT_EQ(range_problem({"N", 3, {}, {}, 4, {}}, 7), "");
  EXPECT_EQ(range_problem({"N", 3, {}, {}, 4, {}}, 8),
            "it is 8; N may be any whole number, in steps of 4 from 3");
  EXPECT_EQ(range_problem({"N", 6, 2, {}, 4, {}}, 10), "");
  EXPECT_EQ(range_problem({"N", 6, 2, {}, 4, {}}, 8),
            "it is 8; N may be at least 2, in steps of 4 from 2");
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
