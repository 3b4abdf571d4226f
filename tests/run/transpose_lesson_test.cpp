// The best variants of the transpose: correct results, and no wasted requests. (tests/command_line
// runs the other variants as a user does.)
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class TransposeLesson : public BothCompilers {
 protected:
  static OutcomePtr run_wide_tile(std::int64_t n) {
    return run_shipped("transpose", "wide-tile", {{"N", n}});
  }
};

TEST_P(TransposeLesson, the_wide_tile_gives_the_transpose) {
  for (const std::size_t n : {64U, 192U, 1024U}) {
    const OutcomePtr outcome = run_wide_tile(static_cast<std::int64_t>(n));
    ASSERT_TRUE(outcome);
    std::vector<float> expected(n * n);
    for (std::size_t i = 0; i < n * n; ++i) expected[i % n * n + i / n] = static_cast<float>(i);
    EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(expected)) << n;
    EXPECT_EQ(outcome->report.diagnostics_total, 0U) << n;
  }
}

TEST_P(TransposeLesson, the_wide_tile_asks_for_whole_sectors_and_has_no_conflicts) {
  const OutcomePtr outcome = run_wide_tile(256);
  ASSERT_TRUE(outcome);
  const report::Totals& totals = outcome->report.totals;
  constexpr std::uint64_t requests = 256 * 256 / 4 / 32;  // 16 bytes a lane
  for (const report::Counts* counts : {&totals.global_load, &totals.global_store}) {
    EXPECT_EQ(counts->requests, requests);
    EXPECT_EQ(counts->sectors, 16 * requests);
    EXPECT_EQ(counts->bytes_used, 32 * counts->sectors);
  }
  for (const report::Counts* counts : {&totals.shared_load, &totals.shared_store}) {
    EXPECT_EQ(counts->requests, requests);
    EXPECT_EQ(counts->wavefronts, 4 * requests);
    EXPECT_EQ(counts->conflicts, 0U);
  }
}

LANESCOPE_LESSON(TransposeLesson);

}  // namespace
}  // namespace lanescope::app
