// The lesson on the offset: correct elements, and four or five sectors.
#include <fmt/format.h>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

class OffsetLesson : public BothCompilers {
 protected:
  static OutcomePtr run_at(const std::string& variant, std::int64_t n, std::int64_t offset) {
    return run_shipped("offset", variant, {{"N", n}, {"OFFSET", offset}});
  }
};

TEST_P(OffsetLesson, all_kernels_copy_the_elements_from_the_offset_on_and_no_others) {
  for (const char* variant : {"copy", "aligned", "permuted"}) {
    for (const std::int64_t n : {1, 31, 255, 257, 1000, 1024}) {
      for (const std::int64_t offset : {0, 1, 9, 32}) {
        const OutcomePtr outcome = run_at(variant, n, offset);
        ASSERT_TRUE(outcome);
        Floats out = iota(n + offset);
        std::fill_n(out.begin(), offset, 0.0F);
        expect_array(*outcome, "out", out, fmt::format("{} N={} OFFSET={}", variant, n, offset));
      }
    }
  }
}

TEST_P(OffsetLesson, a_request_takes_four_sectors_at_multiples_of_eight_and_five_otherwise) {
  int with_four = 0;
  for (std::int64_t offset = 0; offset <= 32; ++offset) {
    const OutcomePtr outcome = run_at("copy", 1024, offset);
    ASSERT_TRUE(outcome);
    const report::Totals& totals = outcome->report.totals;
    const std::uint64_t sectors = offset % 8 == 0 ? 4 : 5;
    EXPECT_EQ(totals.global_load.requests, 32U);
    EXPECT_EQ(totals.global_load.sectors, 32 * sectors) << offset;
    EXPECT_EQ(totals.global_store.sectors, 32 * sectors) << offset;
    EXPECT_EQ(totals.global_load.bytes_used, 32 * 128U) << offset;
    with_four += sectors == 4 ? 1 : 0;
  }
  EXPECT_EQ(with_four, 5);  // the number in the guide's question
}

TEST_P(OffsetLesson, another_order_within_the_same_sectors_costs_the_same) {
  for (const std::int64_t offset : {0, 3, 8}) {
    const OutcomePtr in_order = run_at("copy", 1024, offset);
    const OutcomePtr permuted = run_at("permuted", 1024, offset);
    ASSERT_TRUE(in_order && permuted);
    EXPECT_EQ(permuted->report.totals.global_load, in_order->report.totals.global_load) << offset;
    EXPECT_EQ(permuted->report.totals.global_store, in_order->report.totals.global_store) << offset;
  }
}

TEST_P(OffsetLesson, aligned_accesses_touch_no_unused_sector) {
  for (std::int64_t offset = 0; offset <= 32; ++offset) {
    const OutcomePtr outcome = run_at("aligned", 1024, offset);
    ASSERT_TRUE(outcome);
    const report::Totals& totals = outcome->report.totals;
    EXPECT_EQ(totals.global_load.sectors, totals.global_load.ideal_sectors) << offset;
    EXPECT_EQ(totals.global_store.sectors, totals.global_store.ideal_sectors) << offset;
  }
}

LANESCOPE_LESSON(OffsetLesson);

}  // namespace
}  // namespace lanescope::app
