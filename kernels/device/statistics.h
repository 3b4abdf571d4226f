// What a series of timings says: the median and how sure it is, and when there are enough of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lanescope::device {

// Of samples in one unit (milliseconds, everywhere in this folder).
struct Summary {
  std::size_t count = 0;
  double median = 0;  // of an even number: the mean of the two in the middle
  double mean = 0;
  double deviation = 0;  // of the samples (n - 1); 0 for fewer than two
  double minimum = 0;
  double maximum = 0;
  // The median of the quantity itself lies between these two samples with 95 % confidence, whatever
  // the distribution (order statistics); with fewer than six samples, the extremes.
  double median_low = 0;
  double median_high = 0;
};

// All zero for no samples.
[[nodiscard]] Summary summarise(std::span<const double> samples);

// The width of the interval around the median as a share of the median; 0 for a median of 0.
[[nodiscard]] double uncertainty(const Summary& summary);

// 10^9 bytes a second at the median; 0 for a median of 0. Of milliseconds.
[[nodiscard]] double bandwidth(std::uint64_t bytes, const Summary& summary);
// The other's median by the own: 1 is as fast, 2 twice as fast. 0 for a median of 0.
[[nodiscard]] double speed_beside(const Summary& other, const Summary& own);

// How many samples to take: at least `least`, then until the median is known to `precision` or the
// time or number is spent.
struct SamplingPlan {
  std::size_t least = 15;
  std::size_t most = 1000;
  double budget_ms = 400;    // for all samples together
  double precision = 0.005;  // uncertainty() below which more samples tell nothing more
  bool operator==(const SamplingPlan&) const = default;
};
[[nodiscard]] bool wants_more(const SamplingPlan& plan, std::span<const double> samples,
                              double spent_ms);

}  // namespace lanescope::device
