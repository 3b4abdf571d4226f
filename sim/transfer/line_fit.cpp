#include "sim/transfer/line_fit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lanescope::transfer {
namespace {

// P(|T| < t) for Student's t.
double student_probability(double t, std::size_t degrees) {
  const double angle = std::atan(t / std::sqrt(static_cast<double>(degrees)));
  const double cosine = std::cos(angle);
  const bool is_odd = degrees % 2 == 1;
  double sum = 0;
  double term = is_odd ? cosine : 1;
  for (std::size_t power = is_odd ? 1 : 0; power + 2 <= degrees; power += 2) {
    const auto k = static_cast<double>(power);
    sum += term;
    term *= cosine * cosine * (k + 1) / (k + 2);
  }
  return is_odd ? 2 / std::numbers::pi * (angle + std::sin(angle) * sum) : std::sin(angle) * sum;
}

Interval around(double value, double half) { return {value, value - half, value + half}; }

bool is_good(const Point& point) {
  return std::isfinite(point.x) && std::isfinite(point.y) && point.x >= 0 && point.y > 0;
}

}  // namespace

double student_t_95(std::size_t degrees) {
  double low = 0;
  double high = 13;  // for one degree it is 12.7
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (student_probability(middle, degrees) < 0.95 ? low : high) = middle;
  }
  return high;
}

Interval LineFit::predict(double x) const {
  const double y = at(x);
  const double variance = variance_of_intercept + 2 * x * covariance + x * x * variance_of_slope;
  return around(y, student_t_95(count - 2) * relative_error * std::sqrt(variance + y * y));
}

tl::expected<LineFit, FitProblem> fit_line(std::span<const Point> points) {
  if (!std::ranges::all_of(points, is_good)) return tl::unexpected(FitProblem::bad_point);
  if (points.size() < 3) return tl::unexpected(FitProblem::too_few_points);
  const auto has_first_x = [&](const Point& point) { return point.x == points.front().x; };
  if (std::ranges::all_of(points, has_first_x)) return tl::unexpected(FitProblem::one_size);

  double weights = 0;
  double mean_x = 0;
  double mean_y = 0;
  for (const auto& [x, y] : points) {
    weights += 1 / (y * y);
    mean_x += x / (y * y);
    mean_y += 1 / y;
  }
  mean_x /= weights;
  mean_y /= weights;
  double square_x = 0;
  double product = 0;
  for (const auto& [x, y] : points) {
    square_x += (x - mean_x) * (x - mean_x) / (y * y);
    product += (x - mean_x) * (y - mean_y) / (y * y);
  }

  LineFit fit;
  fit.count = points.size();
  fit.slope.value = product / square_x;
  fit.intercept.value = mean_y - fit.slope.value * mean_x;
  fit.variance_of_slope = 1 / square_x;
  fit.variance_of_intercept = 1 / weights + mean_x * mean_x / square_x;
  fit.covariance = -mean_x / square_x;

  double squares = 0;
  for (const auto& [x, y] : points) {
    const double off = 1 - fit.at(x) / y;
    squares += off * off;
    fit.worst = std::max(fit.worst, std::abs(y / fit.at(x) - 1));
  }
  const std::size_t degrees = points.size() - 2;
  fit.relative_error = std::sqrt(squares / static_cast<double>(degrees));
  const double scale = student_t_95(degrees) * fit.relative_error;
  fit.slope = around(fit.slope.value, scale * std::sqrt(fit.variance_of_slope));
  fit.intercept = around(fit.intercept.value, scale * std::sqrt(fit.variance_of_intercept));
  return fit;
}

}  // namespace lanescope::transfer
