// The gallery of common mistakes: the results of each card's kernel, and the count that disproves
// the mistake.
#include <numeric>

#include "tests/curriculum/inputs.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

// Each tile of rows x columns is transposed, the tiles stay in place.
template <class T>
std::vector<T> tiles_turned(const std::vector<T>& in, std::size_t rows, std::size_t columns) {
  std::vector<T> out;
  for (std::size_t first = 0; first < in.size(); first += rows * columns)
    for (std::size_t column = 0; column < columns; ++column)
      for (std::size_t row = 0; row < rows; ++row)
        out.push_back(in[first + row * columns + column]);
  return out;
}

class Confusions : public BothCompilers {
 protected:
  template <class T>
  static void expect_out(const std::string& variant, const lesson::Values& values,
                         const std::vector<T>& expected) {
    const OutcomePtr outcome = run_shipped("confusions", variant, values);
    ASSERT_TRUE(outcome) << variant;
    EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(expected)) << variant;
    EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant;
  }

  static report::Totals totals(const std::string& variant, const lesson::Values& values = {}) {
    const OutcomePtr outcome = run_shipped("confusions", variant, values);
    return outcome ? outcome->report.totals : report::Totals{};
  }

  // Wavefronts per load from shared memory.
  static double wavefronts(const std::string& variant, const lesson::Values& values = {}) {
    const report::Counts found = totals(variant, values).shared_load;
    return static_cast<double>(found.wavefronts) / static_cast<double>(found.requests);
  }
};

constexpr std::int64_t small = 8192, larger = 24576;  // the second is not a power of two

TEST_P(Confusions, two_banks_twice_gives_each_lane_its_word) {
  for (const std::int64_t n : {small, larger})
    for (const std::int64_t twice : {0, 1, 2, 16}) {
      Ints out;
      for (std::int64_t first = 0; first < n; first += 64)
        for (std::int64_t lane = 0; lane < 32; ++lane)
          out.push_back(
              static_cast<std::int32_t>(first + (lane < 32 - twice ? lane : lane + twice)));
      expect_out("two-banks", {{"N", n}, {"TWICE", twice}}, out);
    }
}

TEST_P(Confusions, however_many_banks_have_two_words_it_is_one_wavefront_more) {
  EXPECT_EQ(wavefronts("two-banks", {{"TWICE", 0}}), 1.0);
  for (const std::int64_t twice : {1, 2, 7, 16})
    EXPECT_EQ(wavefronts("two-banks", {{"TWICE", twice}}), 2.0) << twice;
}

TEST_P(Confusions, float4_moves_each_value_one_lane_on) {
  for (const std::int64_t n : {small, larger}) {
    std::vector<float> out;
    for (std::int64_t i = 0; i < n / 4; ++i) {
      const std::int64_t from = i / 32 * 32 + (i + 1) % 32;
      for (std::int64_t word = 0; word < 4; ++word)
        out.push_back(static_cast<float>(4 * from + word));
    }
    expect_out("float4", {{"N", n}}, out);
  }
}

TEST_P(Confusions, float4_takes_four_wavefronts_and_none_is_a_conflict) {
  const report::Totals found = totals("float4");
  for (const report::Counts& counts : {found.shared_load, found.shared_store}) {
    EXPECT_EQ(counts.wavefronts, 4 * counts.requests);
    EXPECT_EQ(counts.conflicts, 0U);
  }
}

TEST_P(Confusions, broadcast_hands_the_words_of_a_column_around) {
  for (const std::int64_t n : {small, larger})
    for (const std::int64_t words : {1, 2, 3, 8}) {
      Ints out;
      for (std::int64_t first = 0; first < n; first += 256)
        for (std::int64_t lane = 0; lane < 32; ++lane)
          out.push_back(static_cast<std::int32_t>(first + lane % words * 32));
      expect_out("broadcast", {{"N", n}, {"WORDS", words}}, out);
    }
}

TEST_P(Confusions, a_bank_gives_as_many_wavefronts_as_it_has_words_whoever_listens) {
  for (const std::int64_t words : {1, 2, 3, 4, 8})
    EXPECT_EQ(wavefronts("broadcast", {{"WORDS", words}}), static_cast<double>(words));
}

TEST_P(Confusions, padded_tiles_are_transposed) {
  for (const std::int64_t n : {small, larger})
    for (const std::int64_t pad : {0, 1, 3}) {
      const Ints out = tiles_turned(counting(n), 32, 32);
      expect_out("pad-words", {{"N", n}, {"PAD", pad}}, out);
      expect_out("pad-rows", {{"N", n}, {"PAD", pad}}, out);
    }
}

TEST_P(Confusions, padding_helps_only_where_it_makes_the_rows_longer) {
  for (const auto& [pad, ways] : std::vector<std::pair<std::int64_t, double>>{
           {0, 32.0}, {1, 1.0}, {2, 2.0}, {3, 1.0}, {8, 8.0}}) {
    EXPECT_EQ(wavefronts("pad-words", {{"PAD", pad}}), ways) << pad;
    EXPECT_EQ(wavefronts("pad-rows", {{"PAD", pad}}), 32.0) << pad;
  }
}

TEST_P(Confusions, both_copies_copy) {
  for (const std::int64_t n : {small, larger})
    for (const char* variant : {"coalesced", "strided"})
      expect_out(variant, {{"N", n}}, counting(n));
}

TEST_P(Confusions, a_run_of_words_per_thread_costs_32_sectors_where_4_would_be_enough) {
  for (const auto& [variant, sectors] :
       std::vector<std::pair<std::string, std::uint64_t>>{{"coalesced", 4}, {"strided", 32}}) {
    const report::Totals found = totals(variant);
    EXPECT_EQ(found.global_load.sectors, sectors * found.global_load.requests) << variant;
    EXPECT_EQ(found.global_store.sectors, sectors * found.global_store.requests) << variant;
    EXPECT_EQ(found.global_load.bytes_used, 4U * small) << variant;
  }
}

TEST_P(Confusions, the_long_calculation_is_256_rounds_of_xorshift) {
  for (const std::int64_t n : {small, larger})
    for (const std::int64_t pad : {0, 1}) {
      std::vector<std::uint32_t> words(static_cast<std::size_t>(n));
      std::iota(words.begin(), words.end(), 0U);
      words = tiles_turned(words, 32, 32);
      for (std::uint32_t& word : words)
        for (int round = 0; round < 256; ++round) {
          word ^= word << 13U;
          word ^= word >> 17U;
          word ^= word << 5U;
        }
      expect_out("arithmetic", {{"N", n}, {"PAD", pad}}, words);
    }
}

TEST_P(Confusions, the_long_calculation_dwarfs_the_conflicts) {
  EXPECT_EQ(wavefronts("arithmetic", {{"PAD", 0}}), 32.0);
  EXPECT_EQ(wavefronts("arithmetic", {{"PAD", 1}}), 1.0);
  const report::Totals found = totals("arithmetic", {{"PAD", 0}});
  EXPECT_GT(found.warp_instructions, 20 * found.shared_load.wavefronts);
}

TEST_P(Confusions, wide_tiles_are_transposed) {
  for (const std::int64_t tiles : {1, 3}) {
    const Ints out = tiles_turned(counting(tiles * 64 * 224), 64, 224);
    for (const std::int64_t pad : {0, 1, 8})
      expect_out("wide-tile", {{"TILES", tiles}, {"PAD", pad}}, out);
    expect_out("wide-swizzled", {{"TILES", tiles}}, out);
  }
}

TEST_P(Confusions, the_wide_tile_is_free_of_conflicts_by_256_bytes_of_padding_or_by_a_swizzle) {
  EXPECT_EQ(wavefronts("wide-tile", {{"PAD", 0}}), 32.0);
  EXPECT_EQ(wavefronts("wide-tile", {{"PAD", 1}}), 1.0);
  EXPECT_EQ(wavefronts("wide-swizzled"), 1.0);
  EXPECT_EQ(totals("wide-swizzled").shared_store.conflicts, 0U);
  const OutcomePtr padded = run_shipped("confusions", "wide-tile", {{"PAD", 1}});
  const OutcomePtr swizzled = run_shipped("confusions", "wide-swizzled");
  ASSERT_TRUE(padded && swizzled);
  // 228 KB hold four blocks of the second kernel, but only three of the first. The system takes 1
  // KB per block.
  constexpr std::uint32_t room = 228 * 1024, system = 1024;
  EXPECT_EQ(padded->report.shared_bytes, swizzled->report.shared_bytes + 256);
  EXPECT_EQ(room / (swizzled->report.shared_bytes + system), 4U);
  EXPECT_EQ(room / (padded->report.shared_bytes + system), 3U);
}

LANESCOPE_LESSON(Confusions);

}  // namespace
}  // namespace lanescope::app
