#include "kernels/device/statistics.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace lanescope::device {
namespace {

TEST(Summary, of_nothing_is_all_zero) {
  const Summary summary = summarise({});
  EXPECT_EQ(summary.count, 0U);
  EXPECT_EQ(summary.median, 0);
  EXPECT_EQ(uncertainty(summary), 0);
}

TEST(Summary, of_one_sample_is_that_sample) {
  const Summary summary = summarise(std::vector<double>{3.5});
  EXPECT_EQ(summary.median, 3.5);
  EXPECT_EQ(summary.mean, 3.5);
  EXPECT_EQ(summary.deviation, 0);
  EXPECT_EQ(summary.median_low, 3.5);
  EXPECT_EQ(summary.median_high, 3.5);
}

TEST(Summary, has_median_mean_and_extremes_of_samples_in_any_order) {
  const Summary summary = summarise(std::vector<double>{9, 1, 5, 2, 3});
  EXPECT_EQ(summary.count, 5U);
  EXPECT_EQ(summary.median, 3);
  EXPECT_EQ(summary.mean, 4);
  EXPECT_EQ(summary.minimum, 1);
  EXPECT_EQ(summary.maximum, 9);
  EXPECT_DOUBLE_EQ(summary.deviation, std::sqrt(40.0 / 4));
}

TEST(Summary, of_an_even_number_takes_the_mean_of_the_two_in_the_middle) {
  EXPECT_EQ(summarise(std::vector<double>{4, 1, 2, 10}).median, 3);
}

TEST(Summary, is_not_moved_by_one_sample_that_took_a_thousand_times_as_long) {
  std::vector<double> samples(99, 2.0);
  samples.push_back(2000);
  const Summary summary = summarise(samples);
  EXPECT_EQ(summary.median, 2);
  EXPECT_EQ(uncertainty(summary), 0);
  EXPECT_GT(summary.mean, 20);
}

// 95 % by definition: how often the interval contains the true median of the distribution, which is
// log(2) here.
TEST(Summary, interval_holds_the_true_median_nineteen_times_of_twenty) {
  std::mt19937_64 random(11);
  const auto draw = [&] {  // exponential distribution, by its quantile function
    return -std::log(1 - static_cast<double>(random() >> 11) * 0x1p-53);
  };
  for (const std::size_t size : {15U, 40U, 200U}) {
    int holds = 0;
    constexpr int rounds = 4000;
    for (int round = 0; round < rounds; ++round) {
      std::vector<double> samples(size);
      std::generate(samples.begin(), samples.end(), draw);
      const Summary summary = summarise(samples);
      holds += summary.median_low <= std::log(2.0) && std::log(2.0) <= summary.median_high ? 1 : 0;
    }
    EXPECT_GT(holds, rounds * 0.94) << size;
    EXPECT_LT(holds, rounds * 0.99) << size;
  }
}

TEST(Sampling, always_takes_the_minimum_number_of_samples) {
  const SamplingPlan plan{.least = 5, .most = 100, .budget_ms = 1000, .precision = 0.01};
  EXPECT_TRUE(wants_more(plan, std::vector<double>{1, 1, 1, 1}, 0));
  EXPECT_FALSE(wants_more(plan, std::vector<double>{1, 1, 1, 1, 1}, 0));
}

TEST(Sampling, goes_on_while_the_median_is_not_known_well_enough) {
  const SamplingPlan plan{.least = 5, .most = 100, .budget_ms = 1000, .precision = 0.01};
  EXPECT_TRUE(wants_more(plan, std::vector<double>{1, 2, 3, 4, 5, 6}, 0));
}

TEST(Sampling, ends_when_the_time_or_the_number_is_spent) {
  const SamplingPlan plan{.least = 5, .most = 7, .budget_ms = 1000, .precision = 0.01};
  const std::vector<double> unsteady{1, 2, 3, 4, 5, 6};
  EXPECT_FALSE(wants_more(plan, unsteady, 1000));
  EXPECT_FALSE(wants_more(plan, std::vector<double>{1, 2, 3, 4, 5, 6, 7}, 0));
}

TEST(Sampling, runs_a_kernel_three_times_even_if_each_run_takes_the_whole_budget) {
  const SamplingPlan plan{.least = 15, .most = 100, .budget_ms = 10, .precision = 0.01};
  EXPECT_TRUE(wants_more(plan, std::vector<double>{9000, 9001}, 18001));
  EXPECT_FALSE(wants_more(plan, std::vector<double>{9000, 9001, 9002}, 27003));
}

}  // namespace
}  // namespace lanescope::device
