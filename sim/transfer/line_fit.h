// A straight line through measured points, y = intercept + slope * x, by weighted least squares.
//
// Times of copies span six orders of magnitude, and a repeated measurement scatters by some per
// cent of itself, whatever its size. So every point has the weight 1 / y^2: the fit minimises the
// squares of the relative errors. Without weights the largest copies alone would decide, and the
// start-up time would be noise.
//
// Intervals are those of linear regression (Draper and Smith, Applied Regression Analysis, 3rd ed.,
// sections 1.4 and 9.2): Student's t with n - 2 degrees of freedom, 95 %. They cover the scatter
// around the line, and so also that the truth is not quite a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tl/expected.hpp>

namespace lanescope::transfer {

struct Point {
  double x = 0;
  double y = 0;
};

struct Interval {
  double value = 0;
  double low = 0, high = 0;  // the true value lies between them with 95 % confidence
};

enum class FitProblem : std::uint8_t {
  too_few_points,  // fewer than three: the line may be drawn, but there are no intervals
  bad_point,       // not finite, x negative, or y not positive
  one_size,        // all points have the same x
};

struct LineFit {
  Interval intercept;  // in units of y
  Interval slope;      // in units of y per unit of x
  // Standard deviation of one measurement from the line, as a fraction of the measurement.
  double relative_error = 0;
  // The largest of |y / line(x) - 1|: where the line describes the points least.
  double worst = 0;
  std::size_t count = 0;

  [[nodiscard]] double at(double x) const { return intercept.value + slope.value * x; }
  // Where a new measurement at x falls.
  [[nodiscard]] Interval predict(double x) const;

  // Of intercept and slope, in units of relative_error^2.
  double variance_of_intercept = 0, variance_of_slope = 0, covariance = 0;
};

[[nodiscard]] tl::expected<LineFit, FitProblem> fit_line(std::span<const Point> points);

// Student's t: |T| exceeds the result with a probability of 5 %. `degrees` >= 1. (Abramowitz and
// Stegun, 26.7.3 and 26.7.4.)
[[nodiscard]] double student_t_95(std::size_t degrees);

}  // namespace lanescope::transfer
