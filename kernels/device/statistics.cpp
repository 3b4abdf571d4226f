#include "kernels/device/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace lanescope::device {
namespace {

constexpr double tail = 0.025;  // on each side, which leaves 95 %

double median_of(const std::vector<double>& sorted) {
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// Returns r such that samples r and n - 1 - r of the sorted list enclose the true median with 95 %
// confidence. The number of samples below the median is binomial with p = 1/2, for any
// distribution; it is r or less with a probability of at most 2.5 %. Too few samples for that: 0.
std::size_t left_out(std::size_t count) {
  const auto n = static_cast<double>(count);
  double probability = 0;
  std::size_t k = 0;
  for (; k < count / 2; ++k) {
    const auto i = static_cast<double>(k);
    probability += std::exp(std::lgamma(n + 1) - std::lgamma(i + 1) - std::lgamma(n - i + 1) -
                            n * std::log(2.0));
    if (probability > tail) break;
  }
  return k > 0 ? k - 1 : 0;
}

void find_interval(const std::vector<double>& sorted, Summary& summary) {
  const std::size_t out = left_out(sorted.size());
  summary.median_low = sorted[out];
  summary.median_high = sorted[sorted.size() - 1 - out];
}

}  // namespace

Summary summarise(std::span<const double> samples) {
  Summary summary;
  summary.count = samples.size();
  if (samples.empty()) return summary;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  summary.median = median_of(sorted);
  summary.minimum = sorted.front();
  summary.maximum = sorted.back();
  summary.mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / n;
  double squares = 0;
  for (const double sample : sorted) squares += (sample - summary.mean) * (sample - summary.mean);
  if (sorted.size() > 1) summary.deviation = std::sqrt(squares / (n - 1));
  find_interval(sorted, summary);
  return summary;
}

double uncertainty(const Summary& summary) {
  return summary.median == 0 ? 0 : (summary.median_high - summary.median_low) / summary.median;
}

double bandwidth(std::uint64_t bytes, const Summary& summary) {
  return summary.median > 0 ? static_cast<double>(bytes) / (summary.median * 1e6) : 0;
}

double relative_speed(const Summary& other, const Summary& own) {
  return own.median > 0 ? other.median / own.median : 0;
}

bool wants_more(const SamplingPlan& plan, std::span<const double> samples, double spent_ms) {
  if (samples.size() >= plan.most) return false;
  if (samples.size() < plan.least) {
    // A kernel that takes seconds is run three times, whatever the plan says.
    return samples.size() < 3 || spent_ms < plan.budget_ms;
  }
  return spent_ms < plan.budget_ms && uncertainty(summarise(samples)) > plan.precision;
}

}  // namespace lanescope::device
