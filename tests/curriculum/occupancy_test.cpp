// The lesson on occupancy: subtracts a mean, with few or many numbers per thread.
#include "tests/curriculum/inputs.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

// Thread t handles `items` numbers: t, t + threads, t + 2 threads, ... Numbers without a thread
// stay zero.
Ints centred(const Ints& in, std::int64_t threads, std::int64_t items) {
  Ints out(in.size());
  for (std::int64_t t = 0; t < threads; ++t) {
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < items; ++k) sum += in[static_cast<std::size_t>(k * threads + t)];
    for (std::int64_t k = 0; k < items; ++k) {
      const auto i = static_cast<std::size_t>(k * threads + t);
      out[i] = static_cast<std::int32_t>(in[i] - sum / items);
    }
  }
  return out;
}

class OccupancyLesson : public BothCompilers {};

TEST_P(OccupancyLesson, each_thread_subtracts_the_mean_from_its_numbers) {
  for (const auto& [variant, items] :
       std::vector<std::pair<std::string, std::int64_t>>{{"light", 4}, {"heavy", 64}}) {
    for (const std::int64_t n : {65536, 196608})
      for (const std::int64_t block : {32, 96, 256, 1024}) {
        const OutcomePtr outcome = run_shipped("occupancy", variant, {{"N", n}, {"BLOCK", block}});
        ASSERT_TRUE(outcome) << variant;
        const std::int64_t threads = n / (items * block) * block;
        EXPECT_EQ(outcome->report.arrays[1].fnv1a64,
                  hash_of(centred(scattered(n, 1000), threads, items)))
            << variant << " " << n << " " << block;
        EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant;
      }
  }
}

TEST_P(OccupancyLesson, shared_memory_is_asked_for_and_changes_no_other_count) {
  for (const char* variant : {"light", "heavy"}) {
    const OutcomePtr none = run_shipped("occupancy", variant);
    const OutcomePtr much = run_shipped("occupancy", variant, {{"SHARED", 98304}});
    ASSERT_TRUE(none && much);
    EXPECT_EQ(none->report.shared_bytes, 0U);
    EXPECT_EQ(much->report.shared_bytes, 98304U);
    EXPECT_EQ(none->report.arrays[1].fnv1a64, much->report.arrays[1].fnv1a64);
    EXPECT_EQ(none->report.totals.warp_instructions, much->report.totals.warp_instructions);
  }
}

TEST_P(OccupancyLesson, both_kernels_move_each_number_once_in_whole_lines) {
  for (const char* variant : {"light", "heavy"}) {
    const OutcomePtr outcome = run_shipped("occupancy", variant);
    ASSERT_TRUE(outcome);
    const report::Totals& found = outcome->report.totals;
    EXPECT_EQ(found.global_load.requests, 65536U / 32) << variant;
    EXPECT_EQ(found.global_load.sectors, 4 * found.global_load.requests) << variant;
    EXPECT_EQ(found.global_store.sectors, 4 * found.global_store.requests) << variant;
    EXPECT_EQ(found.local_load.requests, 0U) << variant;  // all 64 values stay in registers
  }
}

LANESCOPE_LESSON(OccupancyLesson);

}  // namespace
}  // namespace lanescope::app
