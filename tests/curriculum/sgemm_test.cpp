// The lesson on SGEMM: correct products with every mapping of lanes, and the cost of the same four
// reads in each mapping.
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

constexpr std::uint64_t n = 256;
constexpr std::uint64_t steps = n * n * n / 32 / 64;  // per warp: one k, 64 products per lane
constexpr std::uint64_t fetches = n * n / 4 * (n / 128) / 32;  // of A's tiles, 16 bytes per lane
constexpr const char* ladder[] = {"a-rows", "eights", "fours", "squares"};

std::vector<std::uint32_t> filled(std::size_t size, std::uint32_t m) {  // hash:m
  std::vector<std::uint32_t> all(size * size);
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i * 2654435761U / 256 % m;
  return all;
}

// The hash of C, computed here with integers, which floats represent exactly.
std::string hash_of_product(std::size_t size) {
  const std::vector<std::uint32_t> a = filled(size, 8), b = filled(size, 9);
  std::vector<std::uint32_t> c(size * size);
  for (std::size_t y = 0; y < size; ++y) {
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t x = 0; x < size; ++x) c[y * size + x] += a[y * size + k] * b[k * size + x];
    }
  }
  return hash_of(std::vector<float>(c.begin(), c.end()));
}

class SgemmLesson : public BothCompilers {
 protected:
  static report::Totals totals(const std::string& variant, const lesson::Values& values = {}) {
    const OutcomePtr outcome = run_shipped("sgemm", variant, values);
    return outcome ? outcome->report.totals : report::Totals{};
  }
};

TEST_P(SgemmLesson, every_variant_gives_the_product_without_findings) {
  for (const std::int64_t size : {128, 256}) {
    const std::string expected = hash_of_product(static_cast<std::size_t>(size));
    for (const char* variant : ladder) {
      const OutcomePtr outcome = run_shipped("sgemm", variant, {{"N", size}});
      ASSERT_TRUE(outcome) << variant << size;
      EXPECT_EQ(outcome->report.arrays[2].fnv1a64, expected) << variant << size;
      EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant << size;
    }
  }
}

TEST_P(SgemmLesson, neither_map_nor_padding_changes_the_product) {
  const std::string expected = hash_of_product(128);
  for (const std::int64_t map : {0, 1, 2}) {
    for (const std::int64_t pad : {0, 4, 32}) {
      const OutcomePtr outcome =
          run_shipped("sgemm", "eights", {{"N", 128}, {"MAP", map}, {"PAD", pad}});
      ASSERT_TRUE(outcome) << map << pad;
      EXPECT_EQ(outcome->report.arrays[2].fnv1a64, expected) << map << pad;
    }
  }
  for (const std::int64_t pad : {1, 5, 32}) {
    const OutcomePtr outcome = run_shipped("sgemm", "a-rows", {{"N", 128}, {"PAD", pad}});
    ASSERT_TRUE(outcome) << pad;
    EXPECT_EQ(outcome->report.arrays[2].fnv1a64, expected) << pad;
  }
}

TEST_P(SgemmLesson, the_same_products_take_40_or_20_or_12_or_8_wavefronts_a_step) {
  EXPECT_EQ(totals("a-rows").shared_load.wavefronts, 40 * steps);
  EXPECT_EQ(totals("eights").shared_load.wavefronts, 20 * steps);
  EXPECT_EQ(totals("fours").shared_load.wavefronts, 12 * steps);
  EXPECT_EQ(totals("squares").shared_load.wavefronts, 8 * steps);
}

TEST_P(SgemmLesson, an_untransposed_tile_takes_eight_loads_and_a_transposed_one_takes_two) {
  EXPECT_EQ(totals("a-rows").shared_load.requests, (8 + 2) * steps);
  for (const char* variant : {"eights", "fours", "squares"})
    EXPECT_EQ(totals(variant).shared_load.requests, (2 + 2) * steps) << variant;
}

TEST_P(SgemmLesson, the_untransposed_tile_reads_without_conflicts_when_padded_by_one_word) {
  EXPECT_EQ(totals("a-rows").shared_load.conflicts, 8 * 3 * steps);
  const report::Totals found = totals("a-rows", {{"PAD", 1}});
  EXPECT_EQ(found.shared_load.conflicts, 0U);
  EXPECT_EQ(found.shared_load.wavefronts, (8 + 2 * 4) * steps);
}

TEST_P(SgemmLesson, only_eight_columns_in_a_row_conflict_and_waste_half_of_what_they_store) {
  const report::Totals eights = totals("eights");
  EXPECT_EQ(eights.shared_load.conflicts, 2 * 4 * steps);  // reads of B: 8 wavefronts instead of 4
  EXPECT_EQ(eights.global_store.sectors, 2 * eights.global_store.ideal_sectors);
  for (const char* variant : {"fours", "squares"}) {
    const report::Totals found = totals(variant);
    EXPECT_EQ(found.shared_load.conflicts, 0U) << variant;
    EXPECT_EQ(found.global_store.sectors, found.global_store.ideal_sectors) << variant;
  }
}

TEST_P(SgemmLesson, transposed_stores_conflict_two_ways_unless_four_rows_are_half_the_banks_apart) {
  for (const std::int64_t pad : {0, 8, 16, 32})
    EXPECT_EQ(totals("fours", {{"PAD", pad}}).shared_store.conflicts, 4 * fetches) << pad;
  for (const std::int64_t pad : {4, 12, 20, 28})
    EXPECT_EQ(totals("fours", {{"PAD", pad}}).shared_store.conflicts, 0U) << pad;
}

TEST_P(SgemmLesson, sixty_four_outputs_per_thread_stay_in_registers) {
  for (const char* variant : ladder) {
    const report::Totals found = totals(variant);
    EXPECT_EQ(found.local_load.requests + found.local_store.requests, 0U) << variant;
  }
}

LANESCOPE_LESSON(SgemmLesson);

}  // namespace
}  // namespace lanescope::app
