// The lesson on matrix multiplication: correct products with both compilers, and the counts that
// rank its variants.
#include <map>

#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

constexpr std::uint64_t n = 256;
constexpr std::uint64_t products = n * n * n / 32;  // per warp
constexpr const char* ladder[] = {"no-shared", "shared-a",    "shared-ab", "rows8",
                                  "tile8x8",   "two-buffers", "async"};

// hash:m, the lesson's contents of A and B.
std::vector<std::uint32_t> filled(std::size_t size, std::uint32_t m) {
  std::vector<std::uint32_t> all(size * size);
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i * 2654435761U / 256 % m;
  return all;
}

// The hash of C, computed here with integers, which floats represent exactly.
const std::string& hash_of_product(std::size_t size) {
  static std::map<std::size_t, std::string> known;
  std::string& hash = known[size];
  if (!hash.empty()) return hash;
  const std::vector<std::uint32_t> a = filled(size, 8), b = filled(size, 9);
  std::vector<std::uint32_t> c(size * size);
  for (std::size_t y = 0; y < size; ++y) {
    for (std::size_t k = 0; k < size; ++k) {
      for (std::size_t x = 0; x < size; ++x) c[y * size + x] += a[y * size + k] * b[k * size + x];
    }
  }
  hash = hash_of(std::vector<float>(c.begin(), c.end()));
  return hash;
}

class MatmulLesson : public BothCompilers {
 protected:
  static OutcomePtr run_variant(const std::string& variant, const lesson::Values& values = {}) {
    return run_shipped("matmul", variant, values);
  }

  static void expect_product(const std::string& variant, const lesson::Values& values) {
    const OutcomePtr outcome = run_variant(variant, values);
    ASSERT_TRUE(outcome) << variant;
    const auto size = static_cast<std::size_t>(values.at("N"));
    EXPECT_EQ(outcome->report.arrays[2].fnv1a64, hash_of_product(size)) << variant;
    EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant;
  }

  static report::Totals totals(const std::string& variant, const lesson::Values& values = {}) {
    const OutcomePtr outcome = run_variant(variant, values);
    return outcome ? outcome->report.totals : report::Totals{};
  }
};

TEST_P(MatmulLesson, every_variant_gives_the_product_without_findings) {
  for (const char* variant : ladder) expect_product(variant, {{"N", 256}});
}

TEST_P(MatmulLesson, padding_changes_nothing_in_the_product) {
  for (const std::int64_t pad : {0, 4, 32})
    expect_product("two-buffers", {{"N", 256}, {"PAD", pad}});
}

TEST_P(MatmulLesson, no_variant_keeps_its_outputs_in_local_memory) {
  for (const char* variant : ladder) {
    const report::Totals found = totals(variant);
    EXPECT_EQ(found.local_load.requests + found.local_store.requests, 0U) << variant;
  }
}

TEST_P(MatmulLesson, without_shared_memory_each_product_takes_two_loads) {
  const report::Totals found = totals("no-shared");
  EXPECT_EQ(found.global_load.requests, 2 * products);
  EXPECT_EQ(found.global_load.sectors, (1 + 4) * products);  // a broadcast and a line
}

TEST_P(MatmulLesson, a_tile_of_a_saves_almost_half_of_the_global_loads) {
  const report::Totals found = totals("shared-a");
  EXPECT_EQ(found.global_load.requests, products + products / 32);
  EXPECT_EQ(found.shared_load.requests, products);
  EXPECT_EQ(found.barriers, 0U);  // a warp only reads the row that it wrote itself
}

TEST_P(MatmulLesson, both_tiles_leave_one_global_load_in_32) {
  const report::Totals found = totals("shared-ab");
  EXPECT_EQ(found.global_load.requests, 2 * products / 32);
  EXPECT_EQ(found.shared_load.requests, 2 * products);
}

TEST_P(MatmulLesson, more_outputs_per_thread_need_fewer_shared_loads_per_product) {
  EXPECT_EQ(totals("rows8").shared_load.requests, products * 9 / 8);
  EXPECT_EQ(totals("tile8x8").shared_load.requests, products * 4 / 64);  // 16 bytes each
  EXPECT_EQ(totals("two-buffers").shared_load.requests, products * 4 / 64);
  EXPECT_EQ(totals("async").shared_load.requests, products * 6 / 128);
}

TEST_P(MatmulLesson, tiles_of_8_by_8_conflict_where_neighbours_read_and_where_a_is_transposed) {
  const report::Totals found = totals("tile8x8");
  // Reads of B: 8 wavefronts instead of 4.
  EXPECT_EQ(found.shared_load.conflicts, products * 2 / 64 * 4);
  // Writes of A: 2 instead of 1.
  EXPECT_EQ(found.shared_store.conflicts, n * n / 4 * (n / 128) / 32 * 4);
  EXPECT_EQ(found.global_store.sectors, 2 * found.global_store.ideal_sectors);
}

TEST_P(MatmulLesson, the_last_variants_have_no_conflicts_and_whole_sectors) {
  for (const char* variant : {"two-buffers", "async"}) {
    const report::Totals found = totals(variant);
    EXPECT_EQ(found.shared_load.conflicts + found.shared_store.conflicts, 0U) << variant;
    for (const report::Counts* counts : {&found.global_load, &found.global_store}) {
      EXPECT_EQ(counts->sectors, counts->ideal_sectors) << variant;
      EXPECT_EQ(counts->bytes_used, 32 * counts->sectors) << variant;
    }
  }
}

TEST_P(MatmulLesson, without_padding_the_transposed_stores_of_a_conflict) {
  const report::Totals found = totals("two-buffers", {{"PAD", 0}});
  EXPECT_EQ(found.shared_store.conflicts, n * n / 4 * (n / 128) / 32 * 4);
  EXPECT_EQ(found.shared_load.conflicts, 0U);
}

TEST_P(MatmulLesson, two_buffers_need_one_barrier_a_step) {
  const std::uint64_t blocks_warps = (n / 128) * (n / 128) * 8, steps = n / 8;
  EXPECT_EQ(totals("tile8x8").barriers, blocks_warps * 2 * steps);
  EXPECT_EQ(totals("two-buffers").barriers, blocks_warps * (1 + steps));
  EXPECT_EQ(totals("async").barriers, (n / 256) * (n / 128) * 8 * (n / 16));
}

LANESCOPE_LESSON(MatmulLesson);

}  // namespace
}  // namespace lanescope::app
