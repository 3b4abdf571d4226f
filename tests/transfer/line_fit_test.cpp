#include "sim/transfer/line_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace lanescope::transfer {
namespace {

TEST(StudentT, is_that_of_the_printed_tables) {
  EXPECT_NEAR(student_t_95(1), 12.7062, 1e-4);
  EXPECT_NEAR(student_t_95(2), 4.30265, 1e-5);
  EXPECT_NEAR(student_t_95(3), 3.18245, 1e-5);
  EXPECT_NEAR(student_t_95(10), 2.22814, 1e-5);
  EXPECT_NEAR(student_t_95(30), 2.04227, 1e-5);
  EXPECT_NEAR(student_t_95(101), 1.98373, 1e-5);
}

TEST(LineFit, of_points_on_a_line_is_that_line) {
  const std::vector<Point> points{{0, 2}, {1, 5}, {10, 32}, {1e6, 3e6 + 2}};
  const auto fit = fit_line(points);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->intercept.value, 2, 1e-9);
  EXPECT_NEAR(fit->slope.value, 3, 1e-9);
  EXPECT_NEAR(fit->relative_error, 0, 1e-9);
  EXPECT_NEAR(fit->intercept.high, 2, 1e-6);
  EXPECT_NEAR(fit->predict(100).low, 302, 1e-3);
  EXPECT_EQ(fit->count, 4U);
}

// Weights 1, 1/4, 1/4. Mean x 1/2, mean y 4/3; squares of x 7/8, product 1/2. The line is 22/21 +
// 4/7 x, and misses the points by -1/21, 4/21 and -2/21 of themselves.
TEST(LineFit, weighs_points_by_their_own_size) {
  const auto fit = fit_line(std::vector<Point>{{0, 1}, {1, 2}, {2, 2}});
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->slope.value, 4.0 / 7, 1e-12);
  EXPECT_NEAR(fit->intercept.value, 22.0 / 21, 1e-12);
  EXPECT_NEAR(fit->relative_error, 1 / std::sqrt(21), 1e-12);
  EXPECT_NEAR(fit->worst, 2.0 / (34.0 / 21) - 1, 1e-12);
  const double t = student_t_95(1) / std::sqrt(21);
  EXPECT_NEAR(fit->slope.high - fit->slope.value, t * std::sqrt(8.0 / 7), 1e-9);
  // 1 / (3/2) + (1/2)^2 / (7/8)
  EXPECT_NEAR(fit->intercept.value - fit->intercept.low, t * std::sqrt(2.0 / 3 + 2.0 / 7), 1e-9);
  // At x = 1/2 intercept and slope are independent: 1 / (3/2), and the new point's own scatter.
  const double middle = 4.0 / 3;
  EXPECT_NEAR(fit->predict(0.5).high, middle + t * std::sqrt(2.0 / 3 + middle * middle), 1e-9);
}

TEST(LineFit, says_what_it_cannot_fit) {
  const auto problem = [](std::vector<Point> points) { return fit_line(points).error(); };
  EXPECT_EQ(problem({{1, 1}, {2, 2}}), FitProblem::too_few_points);
  EXPECT_EQ(problem({}), FitProblem::too_few_points);
  EXPECT_EQ(problem({{1, 1}, {1, 2}, {1, 3}}), FitProblem::one_size);
  EXPECT_EQ(problem({{1, 1}, {2, 0}, {3, 3}}), FitProblem::bad_point);
  EXPECT_EQ(problem({{-1, 1}, {2, 1}, {3, 3}}), FitProblem::bad_point);
  EXPECT_EQ(problem({{1, NAN}, {2, 1}, {3, 3}}), FitProblem::bad_point);
}

// Copies of 1 KiB to 1 GiB, 8 us and 55 GB/s, each time off by 3 %.
TEST(LineFit, intervals_hold_the_truth_19_times_out_of_20) {
  constexpr double startup = 8e-6;
  constexpr double per_byte = 1 / 55e9;
  constexpr int rounds = 4000;
  std::mt19937 random(32);
  std::normal_distribution<double> off(1, 0.03);
  int startups = 0, rates = 0, predictions = 0;
  for (int i = 0; i < rounds; ++i) {
    std::vector<Point> points;
    for (double bytes = 1024; bytes <= 1024.0 * 1024 * 1024; bytes *= 4)
      points.push_back({bytes, (startup + bytes * per_byte) * off(random)});
    const LineFit fit = *fit_line(points);
    const auto holds = [](const Interval& interval, double truth) {
      return interval.low <= truth && truth <= interval.high ? 1 : 0;
    };
    startups += holds(fit.intercept, startup);
    rates += holds(fit.slope, per_byte);
    predictions += holds(fit.predict(5e5), (startup + 5e5 * per_byte) * off(random));
  }
  for (const int right : {startups, rates, predictions}) EXPECT_NEAR(right, 0.95 * rounds, 60);
}

}  // namespace
}  // namespace lanescope::transfer
