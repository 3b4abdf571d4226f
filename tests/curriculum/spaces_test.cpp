// The lesson on memory spaces: one sum, with all values in global memory or each in the best space.
#include "tests/curriculum/inputs.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

constexpr std::int64_t block = 128, taps = 16;

// Neighbours wrap around within the block; past the end of the array there are zeros.
Ints weighted(const Ints& in, std::int64_t turn) {
  const auto n = static_cast<std::int64_t>(in.size());
  Ints out;
  for (std::int64_t i = 0; i < n; ++i) {
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < taps; ++k) {
      const std::int64_t from = i / block * block + (i % block + (k + turn) % taps) % block;
      if (from < n) sum += k * in[static_cast<std::size_t>(from)];
    }
    out.push_back(static_cast<std::int32_t>(sum));
  }
  return out;
}

class SpacesLesson : public BothCompilers {};

TEST_P(SpacesLesson, the_sums_are_the_same_wherever_the_values_live) {
  for (const std::int64_t n : {1, 127, 129, 1000, 2048})
    for (const std::int64_t turn : {0, 1, 15}) {
      const Ints in = scattered(n, 1000);
      for (const char* variant : {"all-in-global", "each"}) {
        const OutcomePtr outcome = run_shipped("spaces", variant, {{"N", n}, {"TURN", turn}});
        ASSERT_TRUE(outcome) << variant;
        EXPECT_EQ(outcome->report.arrays.front().fnv1a64, hash_of(in)) << variant;
        EXPECT_EQ(outcome->report.arrays.back().fnv1a64, hash_of(weighted(in, turn)))
            << variant << " " << n << " " << turn;
        EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant;
      }
    }
}

TEST_P(SpacesLesson, one_kernel_touches_every_memory) {
  const OutcomePtr outcome = run_shipped("spaces", "each");
  ASSERT_TRUE(outcome);
  const report::Totals& found = outcome->report.totals;
  const std::uint64_t warps = 2048 / 32;
  EXPECT_EQ(found.global_load.requests, warps);
  EXPECT_EQ(found.global_store.requests, warps);
  EXPECT_EQ(found.shared_store.requests, warps);
  EXPECT_EQ(found.shared_load.requests, warps * taps);
  EXPECT_EQ(found.shared_load.conflicts, 0U);
  EXPECT_EQ(found.constant_load.requests, warps * taps);
  EXPECT_EQ(found.constant_load.wavefronts, found.constant_load.requests);
  EXPECT_EQ(found.local_load.requests, warps * taps);
  EXPECT_EQ(found.local_load.sectors, 4 * found.local_load.requests);
  EXPECT_GT(found.local_store.requests, 0U);
}

TEST_P(SpacesLesson, left_in_global_memory_each_warp_goes_there_32_times) {
  const OutcomePtr outcome = run_shipped("spaces", "all-in-global");
  ASSERT_TRUE(outcome);
  const report::Totals& found = outcome->report.totals;
  EXPECT_EQ(found.global_load.requests, 2048U / 32 * 2 * taps);
  EXPECT_EQ(found.shared_load.requests + found.constant_load.requests, 0U);
}

LANESCOPE_LESSON(SpacesLesson);

}  // namespace
}  // namespace lanescope::app
