// The lesson on strides and banks: correct words, and gcd(s, 32) wavefronts.
#include <fmt/format.h>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

struct Access {
  std::int64_t stride = 1, base = 0, rounds = 1;
};

// Element w of the input is w itself.
Floats expected_of(const Access& access, std::int64_t n) {
  Floats out;
  for (std::int64_t i = 0; i < n; ++i) {
    float sum = 0;
    for (std::int64_t k = 0; k < access.rounds; ++k)
      sum += static_cast<float>(access.base + access.stride * (i % 32) + 32 * k);
    out.push_back(sum);
  }
  return out;
}

class BankStrideLesson : public BothCompilers {
 protected:
  static OutcomePtr run_at(const std::string& variant, std::int64_t n, const Access& access,
                           const lesson::Values& more = {}) {
    lesson::Values values = more;
    values.insert(
        {{"N", n}, {"STRIDE", access.stride}, {"BASE", access.base}, {"ROUNDS", access.rounds}});
    return run_shipped("bank-stride", variant, values);
  }
  static std::uint64_t wavefronts_per_request(const OutcomePtr& outcome) {
    if (!outcome) return 0;
    const report::Counts& loads = outcome->report.totals.shared_load;
    EXPECT_EQ(loads.wavefronts % loads.requests, 0U);
    return loads.wavefronts / loads.requests;
  }
};

TEST_P(BankStrideLesson, every_lane_has_the_words_of_its_stride) {
  const std::vector<Access> accesses{{0, 0, 1}, {1, 0, 1}, {7, 5, 3}, {32, 0, 32}, {64, 31, 32}};
  for (const Access& access : accesses) {
    for (const std::int64_t n : {77, 256}) {
      const std::string what = fmt::format("N={} STRIDE={}", n, access.stride);
      const OutcomePtr plain = run_at("stride", n, access);
      ASSERT_TRUE(plain);
      expect_array(*plain, "out", expected_of(access, n), what);
      for (const std::int64_t pad : {0, 1}) {
        const OutcomePtr padded = run_at("padded", n, access, {{"PAD", pad}});
        ASSERT_TRUE(padded);
        expect_array(*padded, "out", expected_of(access, n), what + fmt::format(" PAD={}", pad));
      }
    }
  }
}

TEST_P(BankStrideLesson, a_stride_of_s_words_takes_gcd_s_32_wavefronts) {
  for (std::int64_t stride = 1; stride <= 64; ++stride) {
    EXPECT_EQ(wavefronts_per_request(run_at("stride", 256, {stride, 0, 1})),
              static_cast<std::uint64_t>(std::gcd(stride, 32)))
        << stride;
  }
}

TEST_P(BankStrideLesson, a_stride_of_nothing_is_a_broadcast) {
  EXPECT_EQ(wavefronts_per_request(run_at("stride", 256, {0, 0, 1})), 1U);
}

TEST_P(BankStrideLesson, the_first_word_and_the_rounds_change_nothing) {
  for (const std::int64_t base : {1, 13, 31})
    EXPECT_EQ(wavefronts_per_request(run_at("stride", 256, {24, base, 32})), 8U) << base;
}

TEST_P(BankStrideLesson, padded_rows_take_the_wavefronts_counted_bank_by_bank) {
  for (const std::uint64_t stride : {1U, 8U, 24U, 31U, 32U, 33U, 48U, 62U}) {
    for (const std::uint64_t pad : {0U, 1U, 2U, 3U, 8U}) {
      std::vector<std::uint64_t> words;
      for (std::uint64_t lane = 0; lane < 32; ++lane) {
        const std::uint64_t word = stride * lane;
        words.push_back(word / 32 * (32 + pad) + word % 32);
      }
      const OutcomePtr outcome = run_at("padded", 256, {static_cast<std::int64_t>(stride), 0, 1},
                                        {{"PAD", static_cast<std::int64_t>(pad)}});
      EXPECT_EQ(wavefronts_per_request(outcome), max_words_per_bank(words)) << stride << " " << pad;
    }
  }
}

// The guide on padding: it fixes one stride and spoils another.
TEST_P(BankStrideLesson, one_word_of_padding_frees_stride_32_and_spoils_stride_31) {
  EXPECT_EQ(wavefronts_per_request(run_at("padded", 256, {32, 0, 1}, {{"PAD", 0}})), 32U);
  EXPECT_EQ(wavefronts_per_request(run_at("padded", 256, {32, 0, 1}, {{"PAD", 1}})), 1U);
  EXPECT_EQ(wavefronts_per_request(run_at("padded", 256, {31, 0, 1}, {{"PAD", 0}})), 1U);
  EXPECT_EQ(wavefronts_per_request(run_at("padded", 256, {31, 0, 1}, {{"PAD", 1}})), 31U);
}

TEST_P(BankStrideLesson, filling_has_no_conflicts) {
  for (const std::int64_t pad : {0, 1, 8}) {
    const OutcomePtr outcome = run_at("padded", 256, {8, 0, 1}, {{"PAD", pad}});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->report.totals.shared_store.conflicts, 0U) << pad;
  }
}

LANESCOPE_LESSON(BankStrideLesson);

}  // namespace
}  // namespace lanescope::app
