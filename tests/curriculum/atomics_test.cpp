// The lesson on atomics: correct histograms, what is lost without an atomic, and the counts in its
// text.
#include <algorithm>

#include <fmt/format.h>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

constexpr std::int64_t bins_of_block = 256;

// Values up to `dark` go to bin 0.
std::vector<int> histogram(std::int64_t n, std::int64_t dark) {
  std::vector<int> bins(bins_of_block);
  for (const int value : hashed<int>(n, 256))
    ++bins[static_cast<std::size_t>(std::max(value - static_cast<int>(dark), 0))];
  return bins;
}

class AtomicsLesson : public BothCompilers {
 protected:
  static report::Totals totals(const std::string& variant, const lesson::Values& values) {
    const OutcomePtr outcome = run_shipped("atomics", variant, values);
    EXPECT_TRUE(outcome);
    return outcome ? outcome->report.totals : report::Totals{};
  }
};

TEST_P(AtomicsLesson, without_an_atomic_each_warp_leaves_one_addition_in_a_word) {
  for (const std::int64_t words : {1, 4}) {
    const OutcomePtr outcome = run_shipped("atomics", "lost", {{"WORDS", words}});
    ASSERT_TRUE(outcome);
    const std::vector<int> four_warps(static_cast<std::size_t>(words), 4);
    EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(four_warps)) << words;
  }
}

TEST_P(AtomicsLesson, without_an_atomic_warps_race_in_shared_memory_and_blocks_in_global_memory) {
  const OutcomePtr outcome = run_shipped("atomics", "lost", {{"WORDS", 4}});
  ASSERT_TRUE(outcome);
  std::size_t in_shared = 0;
  std::size_t between_blocks = 0;
  for (const Diagnostic& found : outcome->report.diagnostics) {
    if (found.severity == Severity::note) continue;
    in_shared += found.kind == DiagnosticKind::shared_race ? 1 : 0;
    if (found.kind != DiagnosticKind::global_race) continue;
    ASSERT_TRUE(found.other.has_value());
    EXPECT_EQ(found.block, (report::Dim3{1, 0, 0}));
    EXPECT_EQ(found.other->block, (report::Dim3{0, 0, 0}));
    EXPECT_EQ(found.severity, Severity::error) << found.message;
    ++between_blocks;
  }
  EXPECT_GE(in_shared, 2U);
  EXPECT_GE(between_blocks, 1U);
}

TEST_P(AtomicsLesson, bins_in_global_memory_get_every_element) {
  for (const std::int64_t n : {1, 31, 1000}) {
    for (const std::int64_t keys : {1, 7, 32, 300}) {
      for (const std::int64_t gap : {1, 8}) {
        std::vector<int> bins(static_cast<std::size_t>(keys * gap));
        for (std::int64_t i = 0; i < n; ++i) ++bins[static_cast<std::size_t>(i % keys * gap)];
        const OutcomePtr outcome =
            run_shipped("atomics", "global", {{"N", n}, {"KEYS", keys}, {"GAP", gap}});
        ASSERT_TRUE(outcome);
        expect_array(*outcome, "bins", bins, fmt::format("N={} KEYS={} GAP={}", n, keys, gap));
      }
    }
  }
}

TEST_P(AtomicsLesson, one_histogram_counts_the_values_of_the_other_variants) {
  const OutcomePtr outcome = run_shipped("atomics", "one-histogram", {{"N", 5120}});
  ASSERT_TRUE(outcome);
  expect_array(*outcome, "bins", histogram(5120, 0), "one-histogram");
}

TEST_P(AtomicsLesson, bins_of_a_block_add_up_to_the_same_histogram) {
  for (const std::int64_t n : {256, 5120}) {
    for (const std::int64_t blocks : {1, 3, 64}) {
      for (const std::int64_t dark : {0, 128, 255}) {
        const lesson::Values values{{"N", n}, {"BLOCKS", blocks}, {"DARK", dark}};
        for (const char* variant : {"private", "warp"}) {
          const OutcomePtr outcome = run_shipped("atomics", variant, values);
          ASSERT_TRUE(outcome);
          expect_array(*outcome, "bins", histogram(n, dark),
                       fmt::format("{} N={} BLOCKS={} DARK={}", variant, n, blocks, dark));
        }
      }
    }
  }
}

TEST_P(AtomicsLesson, any_number_of_copies_adds_up_to_the_same_histogram) {
  for (const std::int64_t copies : {1, 2, 3, 31, 32}) {
    const OutcomePtr outcome = run_shipped(
        "atomics", "copies", {{"N", 5120}, {"BLOCKS", 3}, {"DARK", 128}, {"COPIES", copies}});
    ASSERT_TRUE(outcome);
    expect_array(*outcome, "bins", histogram(5120, 128), fmt::format("COPIES={}", copies));
  }
}

TEST_P(AtomicsLesson, the_last_block_adds_up_the_rows_of_all) {
  for (const std::int64_t blocks : {1, 3, 64}) {
    const OutcomePtr outcome =
        run_shipped("atomics", "last-block", {{"N", 5120}, {"BLOCKS", blocks}, {"DARK", 128}});
    ASSERT_TRUE(outcome);
    const std::vector<report::ArrayInfo>& arrays = outcome->report.arrays;
    ASSERT_EQ(arrays.size(), 4U);
    EXPECT_EQ(arrays[2].fnv1a64,
              hash_of(std::vector<std::uint32_t>{static_cast<std::uint32_t>(blocks)}));
    EXPECT_EQ(arrays[3].fnv1a64, hash_of(histogram(5120, 128))) << blocks;
    EXPECT_EQ(outcome->report.totals.global_atomic.requests, static_cast<std::uint64_t>(blocks));
    for (const Diagnostic& found : outcome->report.diagnostics)
      EXPECT_EQ(found.kind, DiagnosticKind::blocks_in_order) << found.message;
  }
}

TEST_P(AtomicsLesson, a_sector_is_asked_for_by_each_lane_of_its_most_wanted_word) {
  struct Row {
    std::int64_t keys, gap;
    std::uint64_t sectors;
  };
  for (const Row& row : {Row{1, 1, 32}, Row{8, 1, 4}, Row{32, 1, 4}, Row{4096, 1, 4}, Row{8, 6, 24},
                         Row{8, 8, 32}, Row{32, 8, 32}}) {
    const report::Totals found =
        totals("global", {{"N", 16384}, {"KEYS", row.keys}, {"GAP", row.gap}});
    EXPECT_EQ(found.global_atomic.requests, 512U);
    EXPECT_EQ(found.global_atomic.sectors, 512U * row.sectors) << row.keys << " " << row.gap;
  }
}

TEST_P(AtomicsLesson, lanes_of_a_bank_queue_unless_one_of_them_adds_for_all) {
  const auto wavefronts = [](const char* variant, std::int64_t dark) {
    const report::Totals found = totals(variant, {{"N", 65536}, {"BLOCKS", 32}, {"DARK", dark}});
    EXPECT_EQ(found.shared_atomic.requests, 2048U) << variant << " " << dark;
    return found.shared_atomic.wavefronts;
  };
  EXPECT_EQ(wavefronts("private", 0), 2048U * 3);
  EXPECT_EQ(wavefronts("private", 255), 2048U * 32);
  EXPECT_EQ(wavefronts("warp", 0), 2048U * 3);
  EXPECT_EQ(wavefronts("warp", 255), 2048U);
}

// The exercise: 32 copies and 132 to 137 blocks.
TEST_P(AtomicsLesson, a_copy_for_each_lane_leaves_no_conflict) {
  for (const std::int64_t dark : {0, 128, 255}) {
    for (const std::int64_t copies : {16, 32}) {
      const report::Totals found =
          totals("copies", {{"N", 65536}, {"BLOCKS", 132}, {"DARK", dark}, {"COPIES", copies}});
      EXPECT_EQ(found.global_atomic.requests, 132U * 8);
      EXPECT_EQ(found.shared_atomic.conflicts + found.shared_load.conflicts == 0, copies == 32)
          << dark << " " << copies;
      EXPECT_EQ(found.shared_store.conflicts, 0U);
    }
  }
}

LANESCOPE_LESSON(AtomicsLesson);

}  // namespace
}  // namespace lanescope::app
