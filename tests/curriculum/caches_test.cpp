// The lesson on caches: correct counts, sums and words, and the same requests whoever reads a
// piece.
#include <fmt/format.h>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

constexpr std::int64_t threads_of_block = 512;

struct Pieces {
  std::int64_t blocks = 1, piece_kib = 16, total_kib = 16, shift = 0;

  [[nodiscard]] std::int64_t words() const { return piece_kib * 256; }
  [[nodiscard]] std::int64_t rounds() const { return (total_kib + piece_kib - 1) / piece_kib; }
};

// What thread t of each block counts in each round.
std::vector<int> expected_of(const Pieces& p) {
  const std::vector<int> in = hashed<int>(p.blocks * p.words(), 64);
  std::vector<int> out;
  for (std::int64_t round = 0; round < p.rounds(); ++round) {
    for (std::int64_t block = 0; block < p.blocks; ++block) {
      const std::int64_t first = (block + p.shift * round) % p.blocks * p.words();
      for (std::int64_t t = 0; t < threads_of_block; ++t) {
        int count = 0;
        for (std::int64_t k = t; k < p.words(); k += threads_of_block)
          count += in[static_cast<std::size_t>(first + k)] == round ? 1 : 0;
        out.push_back(count);
      }
    }
  }
  return out;
}

class CachesLesson : public BothCompilers {
 protected:
  static OutcomePtr run_pieces(const std::string& variant, const Pieces& p) {
    lesson::Values values{
        {"BLOCKS", p.blocks}, {"PIECE_KIB", p.piece_kib}, {"TOTAL_KIB", p.total_kib}};
    if (variant == "pieces") values["SHIFT"] = p.shift;
    return run_shipped("caches", variant, values);
  }
};

TEST_P(CachesLesson, the_warp_goes_round_all_lines) {
  for (const std::int64_t lines : {1, 3, 512}) {
    for (const std::int64_t steps : {1, 7, 1000}) {
      const OutcomePtr outcome =
          run_shipped("caches", "in-turn", {{"LINES", lines}, {"STEPS", steps}});
      ASSERT_TRUE(outcome);
      std::vector<int> out = iota<int>(32);
      for (int& at : out) at += static_cast<int>(steps % lines * 32);
      expect_array(*outcome, "out", out, fmt::format("LINES={} STEPS={}", lines, steps));
      const report::Totals& totals = outcome->report.totals;
      EXPECT_EQ(totals.global_load.requests, static_cast<std::uint64_t>(steps));
      EXPECT_EQ(totals.global_load.sectors, static_cast<std::uint64_t>(4 * steps));
    }
  }
}

TEST_P(CachesLesson, every_round_counts_its_value_in_its_piece) {
  for (const Pieces& p :
       {Pieces{1, 16, 16, 0}, Pieces{5, 16, 64, 0}, Pieces{5, 16, 112, 1}, Pieces{3, 32, 80, 2}}) {
    const OutcomePtr outcome = run_pieces("pieces", p);
    ASSERT_TRUE(outcome);
    expect_array(*outcome, "out", expected_of(p),
                 fmt::format("{} blocks, {} rounds, SHIFT={}", p.blocks, p.rounds(), p.shift));
  }
}

TEST_P(CachesLesson, one_visit_to_each_word_gives_the_same_counts) {
  for (const Pieces& p : {Pieces{1, 16, 16, 0}, Pieces{5, 16, 64, 0}, Pieces{3, 32, 80, 0}}) {
    const OutcomePtr outcome = run_pieces("once", p);
    ASSERT_TRUE(outcome);
    expect_array(*outcome, "out", expected_of(p), fmt::format("{} rounds", p.rounds()));
    EXPECT_EQ(outcome->report.totals.global_load.sectors,
              static_cast<std::uint64_t>(p.blocks * p.words() / 8));
  }
}

// What the text says of the two kernels, and the exercise's numbers.
TEST_P(CachesLesson, a_shift_changes_neither_requests_nor_sectors) {
  for (const std::int64_t shift : {0, 1, 3}) {
    const OutcomePtr outcome = run_pieces("pieces", {16, 16, 64, shift});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->report.totals.global_load.requests, 8192U) << shift;
    EXPECT_EQ(outcome->report.totals.global_load.sectors, 32768U) << shift;
  }
}

TEST_P(CachesLesson, each_thread_adds_up_eight_words) {
  for (const std::int64_t n : {1, 77, 256, 1000}) {
    for (const std::int64_t stride : {1, 8, 16, 32}) {
      const OutcomePtr outcome = run_shipped("caches", "gaps", {{"N", n}, {"STRIDE", stride}});
      ASSERT_TRUE(outcome);
      const Floats in = hashed(8 * n * stride, 16);
      Floats sums;
      for (std::int64_t i = 0; i < n; ++i) {
        float sum = 0;
        for (std::int64_t k = 0; k < 8; ++k)
          sum += in[static_cast<std::size_t>((i + k * n) * stride)];
        sums.push_back(sum);
      }
      expect_array(*outcome, "sums", sums, fmt::format("N={} STRIDE={}", n, stride));
    }
  }
}

TEST_P(CachesLesson, strides_of_8_and_16_touch_as_many_sectors) {
  for (const std::int64_t stride : {8, 16}) {
    const OutcomePtr outcome = run_shipped("caches", "gaps", {{"N", 1024}, {"STRIDE", stride}});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->report.totals.global_load.requests, 256U);
    EXPECT_EQ(outcome->report.totals.global_load.sectors, 256U * 32) << stride;
  }
}

TEST_P(CachesLesson, half_and_whole_sectors_leave_the_same_words_and_touch_as_many_sectors) {
  for (const std::int64_t n : {1, 31, 256, 1024}) {
    std::vector<int> out(static_cast<std::size_t>(2 * n));
    for (std::size_t i = 0; i < out.size(); i += 2) out[i] = static_cast<int>(i / 2);
    std::uint64_t written = 0;
    for (const char* variant : {"whole", "half"}) {
      const OutcomePtr outcome = run_shipped("caches", variant, {{"N", n}});
      ASSERT_TRUE(outcome);
      expect_array(*outcome, "out", out, fmt::format("{} N={}", variant, n));
      const report::Totals& totals = outcome->report.totals;
      EXPECT_EQ(totals.global_store.sectors, static_cast<std::uint64_t>((n + 3) / 4)) << variant;
      if (written != 0) EXPECT_EQ(totals.global_store.bytes_used * 2, written);
      written = totals.global_store.bytes_used;
      EXPECT_GT(written, 0U);
    }
  }
}

LANESCOPE_LESSON(CachesLesson);

}  // namespace
}  // namespace lanescope::app
