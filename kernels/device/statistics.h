// Statistics of timings: the median, its confidence interval, and when there are enough samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lanescope::device {

// Of samples in one unit (in this folder always milliseconds).
struct Summary {
  std::size_t count = 0;
  double median = 0;  // of an even number: the mean of the middle two
  double mean = 0;
  double deviation = 0;  // of the samples (n - 1); 0 for fewer than two
  double minimum = 0;
  double maximum = 0;
  // The true median lies between these two samples with 95 % confidence, for any distribution
  // (order statistics). With fewer than six samples they are the extremes.
  double median_low = 0;
  double median_high = 0;
};

// All zero if there are no samples.
[[nodiscard]] Summary summarise(std::span<const double> samples);

// The width of the interval around the median, as a fraction of the median; 0 for a median of 0.
[[nodiscard]] double uncertainty(const Summary& summary);

// 10^9 bytes per second at the median, for milliseconds; 0 for a median of 0.
[[nodiscard]] double bandwidth(std::uint64_t bytes, const Summary& summary);
// other.median / own.median: 1 is equally fast, 2 is twice as fast. 0 for a median of 0.
[[nodiscard]] double relative_speed(const Summary& other, const Summary& own);

// How many samples to take: at least `least`, then until the median is known to `precision` or the
// limit on time or number is reached.
struct SamplingPlan {
  std::size_t least = 15;
  std::size_t most = 1000;
  double budget_ms = 400;    // for all samples together
  double precision = 0.005;  // below this uncertainty(), more samples add nothing
  bool operator==(const SamplingPlan&) const = default;
};
[[nodiscard]] bool wants_more(const SamplingPlan& plan, std::span<const double> samples,
                              double spent_ms);

}  // namespace lanescope::device
