// What a copy takes: start-up + bytes / rate. Two parameters, Hockney's r_inf and n_1/2 ("The
// Science of Computer Benchmarking", 1996, section 2.3), fitted to measured copies.
//
// Times in seconds, sizes in bytes, rates in bytes per second.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <tl/expected.hpp>

#include "sim/transfer/line_fit.h"

namespace lanescope::transfer {

struct CopyModel {
  Interval startup_seconds;
  // The upper end is infinite if the measurements do not bound it.
  Interval bytes_per_second;
  LineFit line;  // seconds over bytes

  [[nodiscard]] double seconds(double bytes) const { return line.at(bytes); }
  [[nodiscard]] Interval predict(double bytes) const { return line.predict(bytes); }
  // At this size a copy reaches half of the rate: start-up and moving take equally long.
  [[nodiscard]] double half_rate_bytes() const {
    return startup_seconds.value * bytes_per_second.value;
  }
};

enum class CopyProblem : std::uint8_t {
  too_few_points,  // as FitProblem
  bad_point,
  one_size,
  no_rate,  // larger copies do not take longer
};

// x: bytes, y: seconds.
[[nodiscard]] tl::expected<CopyModel, CopyProblem> fit_copies(std::span<const Point> copies);

// After how many copies a price paid once (such as pinning the memory) has been earned back. 0 for
// no price. Empty: never, as the other way is not slower.
[[nodiscard]] std::optional<std::uint64_t> copies_that_pay(double price_seconds,
                                                           double slow_copy_seconds,
                                                           double fast_copy_seconds);

}  // namespace lanescope::transfer
