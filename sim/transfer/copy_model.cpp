#include "sim/transfer/copy_model.h"

#include <cmath>
#include <limits>

namespace lanescope::transfer {

tl::expected<CopyModel, CopyProblem> fit_copies(std::span<const Point> copies) {
  auto line = fit_line(copies);
  if (!line) return tl::unexpected(static_cast<CopyProblem>(line.error()));
  const Interval& slope = line->slope;
  if (slope.value <= 0) return tl::unexpected(CopyProblem::no_rate);
  CopyModel model;
  model.startup_seconds = line->intercept;
  model.bytes_per_second = {
      1 / slope.value, 1 / slope.high,
      slope.low > 0 ? 1 / slope.low : std::numeric_limits<double>::infinity()};
  model.line = *line;
  return model;
}

std::optional<std::uint64_t> copies_that_pay(double price_seconds, double slow_copy_seconds,
                                             double fast_copy_seconds) {
  if (price_seconds <= 0) return 0;
  const double gain = slow_copy_seconds - fast_copy_seconds;
  if (gain <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(std::ceil(price_seconds / gain));
}

}  // namespace lanescope::transfer
