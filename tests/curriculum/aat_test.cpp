// The lesson on A times its transpose: correct products, also for sizes that are not multiples of
// the tile, and the cost of the column access.
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

constexpr std::uint64_t n = 256;
constexpr std::uint64_t products = n * n * n / 32;      // per warp
constexpr std::uint64_t tile_accesses = products / 32;  // to each of the two tiles
constexpr const char* ladder[] = {"strided", "column-reads", "column-writes", "padded"};

// The hash of C, computed here with integers, which floats represent exactly. A is hash:8.
std::string hash_of_product(std::size_t size) {
  std::vector<std::uint32_t> a(size * size), c(size * size);
  for (std::uint32_t i = 0; i < a.size(); ++i) a[i] = i * 2654435761U / 256 % 8;
  for (std::size_t y = 0; y < size; ++y) {
    for (std::size_t x = 0; x < size; ++x) {
      for (std::size_t k = 0; k < size; ++k) c[y * size + x] += a[y * size + k] * a[x * size + k];
    }
  }
  return hash_of(std::vector<float>(c.begin(), c.end()));
}

class AatLesson : public BothCompilers {
 protected:
  static report::Totals totals(const std::string& variant, const lesson::Values& values = {}) {
    const OutcomePtr outcome = run_shipped("aat", variant, values);
    return outcome ? outcome->report.totals : report::Totals{};
  }
};

TEST_P(AatLesson, every_variant_gives_the_product_at_sizes_that_fit_and_that_do_not) {
  for (const std::int64_t size : {1, 31, 32, 33, 100, 129}) {
    const std::string expected = hash_of_product(static_cast<std::size_t>(size));
    for (const char* variant : ladder) {
      const OutcomePtr outcome = run_shipped("aat", variant, {{"N", size}});
      ASSERT_TRUE(outcome) << variant << size;
      EXPECT_EQ(outcome->report.arrays[1].fnv1a64, expected) << variant << size;
      EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant << size;
    }
  }
}

TEST_P(AatLesson, padding_changes_nothing_in_the_product) {
  const std::string expected = hash_of_product(65);
  for (const char* variant : {"column-reads", "column-writes"}) {
    for (const std::int64_t pad : {0, 1, 7, 32}) {
      const OutcomePtr outcome = run_shipped("aat", variant, {{"N", 65}, {"PAD", pad}});
      ASSERT_TRUE(outcome) << variant << pad;
      EXPECT_EQ(outcome->report.arrays[1].fnv1a64, expected) << variant << pad;
    }
  }
}

TEST_P(AatLesson, without_a_tile_a_broadcast_and_32_sectors_for_each_product) {
  const report::Totals found = totals("strided");
  EXPECT_EQ(found.global_load.requests, 2 * products);
  EXPECT_EQ(found.global_load.sectors, (1 + 32) * products);
}

TEST_P(AatLesson, with_tiles_each_row_is_read_in_whole_lines) {
  for (const char* variant : {"column-reads", "column-writes", "padded"}) {
    const report::Totals found = totals(variant);
    EXPECT_EQ(found.global_load.requests, 2 * tile_accesses) << variant;
    EXPECT_EQ(found.global_load.sectors, 4 * found.global_load.requests) << variant;
  }
}

TEST_P(AatLesson, a_column_read_from_the_tile_conflicts_32_ways_at_every_product) {
  const report::Totals found = totals("column-reads");
  EXPECT_EQ(found.shared_load.requests, 2 * products);
  EXPECT_EQ(found.shared_load.wavefronts, (1 + 32) * products);
  EXPECT_EQ(found.shared_store.conflicts, 0U);
}

TEST_P(AatLesson, a_column_written_to_the_tile_conflicts_32_ways_once_a_tile) {
  const report::Totals found = totals("column-writes");
  EXPECT_EQ(found.shared_load.conflicts, 0U);
  EXPECT_EQ(found.shared_store.requests, 2 * tile_accesses);
  EXPECT_EQ(found.shared_store.wavefronts, (1 + 32) * tile_accesses);
}

TEST_P(AatLesson, padded_nothing_conflicts) {
  for (const report::Totals& found : {totals("padded"), totals("column-reads", {{"PAD", 1}})}) {
    EXPECT_EQ(found.shared_load.conflicts + found.shared_store.conflicts, 0U);
    EXPECT_EQ(found.shared_load.wavefronts, 2 * products);
  }
}

// A column access is gcd(PAD, 32)-way.
TEST_P(AatLesson, a_padding_conflicts_as_often_as_it_shares_factors_with_the_banks) {
  struct Case {
    std::int64_t pad;
    std::uint64_t ways;
  };
  for (const Case& one :
       {Case{2, 2}, Case{3, 1}, Case{4, 4}, Case{8, 8}, Case{24, 8}, Case{32, 32}}) {
    const report::Totals found = totals("column-writes", {{"PAD", one.pad}});
    EXPECT_EQ(found.shared_store.wavefronts, (1 + one.ways) * tile_accesses) << one.pad;
  }
}

TEST_P(AatLesson, a_row_that_begins_between_sectors_takes_a_fifth) {
  const OutcomePtr outcome = run_shipped("aat", "padded", {{"N", 257}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.traces.at(0).events.at(0).cost, 4U);  // row 0
  // Row 1 starts 4 bytes after a sector boundary.
  EXPECT_EQ(outcome->report.traces.at(1).events.at(0).cost, 5U);
}

LANESCOPE_LESSON(AatLesson);

}  // namespace
}  // namespace lanescope::app
