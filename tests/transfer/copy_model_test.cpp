#include "sim/transfer/copy_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace lanescope::transfer {
namespace {

TEST(CopyModel, names_startup_and_rate) {
  // 10 us and 50 GB/s.
  const std::vector<Point> copies{{0, 10e-6}, {500e3, 20e-6}, {50e6, 1010e-6}, {500e6, 10010e-6}};
  const auto model = fit_copies(copies);
  ASSERT_TRUE(model);
  EXPECT_NEAR(model->startup_seconds.value, 10e-6, 1e-12);
  EXPECT_NEAR(model->bytes_per_second.value, 50e9, 1);
  EXPECT_NEAR(model->half_rate_bytes(), 500e3, 1e-3);
  EXPECT_NEAR(model->seconds(1e6), 30e-6, 1e-12);
}

TEST(CopyModel, the_rate_has_no_upper_end_where_the_points_give_none) {
  const auto model = fit_copies(std::vector<Point>{{0, 1}, {1, 2}, {2, 2}});
  ASSERT_TRUE(model);
  EXPECT_LT(model->line.slope.low, 0);
  EXPECT_TRUE(std::isinf(model->bytes_per_second.high));
  EXPECT_GT(model->bytes_per_second.low, 0);
}

TEST(CopyModel, says_why_there_is_none) {
  const auto problem = [](std::vector<Point> copies) { return fit_copies(copies).error(); };
  EXPECT_EQ(problem({{1, 3}, {2, 2}, {3, 1}}), CopyProblem::no_rate);
  EXPECT_EQ(problem({{1, 3}}), CopyProblem::too_few_points);
  EXPECT_EQ(problem({{1, 3}, {2, -1}, {3, 1}}), CopyProblem::bad_point);
  EXPECT_EQ(problem({{2, 3}, {2, 2}, {2, 1}}), CopyProblem::one_size);
}

TEST(CopyModel, a_price_pays_after_enough_copies) {
  EXPECT_EQ(copies_that_pay(0.35, 0.12, 0.02), 4U);  // 3.5 times 0.1 s
  EXPECT_EQ(copies_that_pay(8, 3, 1), 4U);           // exactly
  EXPECT_EQ(copies_that_pay(0, 1, 1), 0U);
  EXPECT_EQ(copies_that_pay(0.35, 0.02, 0.02), std::nullopt);
  EXPECT_EQ(copies_that_pay(0.35, 0.01, 0.02), std::nullopt);
}

}  // namespace
}  // namespace lanescope::transfer
