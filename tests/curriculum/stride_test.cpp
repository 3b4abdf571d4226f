// The lesson on the stride: correct elements, and efficiency 1/s, but at least 1/8.
#include <fmt/format.h>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

class StrideLesson : public BothCompilers {
 protected:
  static OutcomePtr run_at(const std::string& variant, std::int64_t n, std::int64_t stride) {
    return run_shipped("stride", variant, {{"N", n}, {"STRIDE", stride}});
  }
};

TEST_P(StrideLesson, the_copy_takes_every_sth_element_and_leaves_the_others_alone) {
  for (const std::int64_t n : {1, 33, 255, 257, 1000}) {
    for (const std::int64_t stride : {1, 2, 7, 32}) {
      const OutcomePtr outcome = run_at("copy", n, stride);
      ASSERT_TRUE(outcome);
      Floats out = iota(n * stride);
      for (std::size_t i = 0; i < out.size(); ++i)
        if (i % static_cast<std::size_t>(stride) != 0) out[i] = 0;
      expect_array(*outcome, "out", out, fmt::format("N={} STRIDE={}", n, stride));
    }
  }
}

TEST_P(StrideLesson, runs_per_thread_and_interleaving_both_copy_all_elements) {
  for (const char* variant : {"own-run", "side-by-side"}) {
    for (const std::int64_t n : {1, 33, 257, 1000}) {
      for (const std::int64_t stride : {1, 3, 8, 32}) {
        const OutcomePtr outcome = run_at(variant, n, stride);
        ASSERT_TRUE(outcome);
        expect_array(*outcome, "out", iota(n * stride),
                     fmt::format("{} N={} STRIDE={}", variant, n, stride));
      }
    }
  }
}

// The 128 wanted bytes are in 4 s sectors, until each lane has its own sector.
TEST_P(StrideLesson, one_in_s_of_the_moved_bytes_is_wanted_and_never_less_than_an_eighth) {
  for (std::int64_t stride = 1; stride <= 32; ++stride) {
    const OutcomePtr outcome = run_at("copy", 1024, stride);
    ASSERT_TRUE(outcome);
    const report::Totals& totals = outcome->report.totals;
    const double wanted = std::max(1.0 / static_cast<double>(stride), 1.0 / 8);
    EXPECT_DOUBLE_EQ(report::efficiency(totals.global_load), wanted) << stride;
    EXPECT_DOUBLE_EQ(report::efficiency(totals.global_store), wanted) << stride;
    EXPECT_EQ(totals.global_load.sectors, 32U * std::min<std::uint64_t>(4U * stride, 32)) << stride;
  }
}

TEST_P(StrideLesson, lines_go_on_growing_until_each_lane_has_its_own) {
  for (const std::int64_t stride : {1, 2, 8, 16, 32}) {
    const OutcomePtr outcome = run_at("copy", 1024, stride);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->report.totals.global_load.tag_lookups, 32U * stride) << stride;
  }
}

TEST_P(StrideLesson, a_run_per_thread_costs_32_sectors_per_request_and_interleaving_four) {
  const OutcomePtr runs = run_at("own-run", 1024, 8), dealt = run_at("side-by-side", 1024, 8);
  ASSERT_TRUE(runs && dealt);
  const report::Counts &run = runs->report.totals.global_load,
                       &deal = dealt->report.totals.global_load;
  EXPECT_EQ(run.requests, deal.requests);
  EXPECT_EQ(run.sectors, 32 * run.requests);
  EXPECT_EQ(deal.sectors, 4 * deal.requests);
}

LANESCOPE_LESSON(StrideLesson);

}  // namespace
}  // namespace lanescope::app
