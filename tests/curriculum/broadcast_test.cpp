// The lesson on broadcasts: correct words. The number of different words decides the wavefronts,
// not the number of lanes.
#include <functional>

#include <fmt/format.h>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

constexpr std::int64_t share = 4, word = 9, mask = 21;

// The word of the input that a lane reads in round k. Each word holds its own number.
using WordOf = std::function<std::int64_t(std::int64_t lane, std::int64_t k)>;
struct Kernel {
  const char* variant;
  lesson::Values values;
  WordOf word_of;
};

const std::vector<Kernel>& kernels() {
  static const WordOf below = [](std::int64_t lane, std::int64_t k) {
    return 32 * (k + lane / share) + word;
  };
  static const std::vector<Kernel> all{
      {"one-word", {{"WORD", word}}, [](auto, auto k) { return 32 * k + word; }},
      {"several-words",
       {{"SHARE", share}},
       [](auto lane, auto k) { return 32 * k + lane / share; }},
      {"permuted", {{"MASK", mask}}, [](auto lane, auto k) { return 32 * k + (lane ^ mask); }},
      {"one-bank", {{"SHARE", share}, {"WORD", word}}, below},
      {"spread", {{"SHARE", share}, {"WORD", word}}, below},
  };
  return all;
}

class BroadcastLesson : public BothCompilers {
 protected:
  static std::uint64_t wavefronts_per_request(const std::string& variant,
                                              const lesson::Values& values) {
    const OutcomePtr outcome = run_shipped("broadcast", variant, values);
    if (!outcome) return 0;
    const report::Totals& totals = outcome->report.totals;
    EXPECT_EQ(totals.shared_store.conflicts, 0U) << variant;
    EXPECT_EQ(totals.shared_load.wavefronts % totals.shared_load.requests, 0U);
    return totals.shared_load.wavefronts / totals.shared_load.requests;
  }
};

TEST_P(BroadcastLesson, every_lane_has_the_words_that_it_wants) {
  for (const Kernel& kernel : kernels()) {
    for (const std::int64_t n : {1, 77, 300}) {
      for (const std::int64_t rounds : {1, 3, 32}) {
        Floats out;
        for (std::int64_t i = 0; i < n; ++i) {
          float sum = 0;
          for (std::int64_t k = 0; k < rounds; ++k)
            sum += static_cast<float>(kernel.word_of(i % 32, k));
          out.push_back(sum);
        }
        lesson::Values values = kernel.values;
        values.insert({{"N", n}, {"ROUNDS", rounds}});
        const OutcomePtr outcome = run_shipped("broadcast", kernel.variant, values);
        ASSERT_TRUE(outcome);
        expect_array(*outcome, "out", out,
                     fmt::format("{} N={} ROUNDS={}", kernel.variant, n, rounds));
      }
    }
  }
}

TEST_P(BroadcastLesson, all_lanes_on_one_word_take_one_wavefront_whichever_word) {
  for (const std::int64_t which : {0, 5, 31})
    EXPECT_EQ(wavefronts_per_request("one-word", {{"WORD", which}}), 1U);
}

TEST_P(BroadcastLesson, several_words_side_by_side_take_one_wavefront_however_many_share) {
  for (const std::int64_t lanes : {1, 2, 3, 4, 8, 16, 32})
    EXPECT_EQ(wavefronts_per_request("several-words", {{"SHARE", lanes}}), 1U) << lanes;
}

TEST_P(BroadcastLesson, any_order_of_the_lanes_in_a_row_takes_one_wavefront) {
  for (std::int64_t order = 0; order < 32; ++order)
    EXPECT_EQ(wavefronts_per_request("permuted", {{"MASK", order}}), 1U) << order;
}

TEST_P(BroadcastLesson, words_of_one_bank_take_a_wavefront_each) {
  for (const std::int64_t lanes : {1, 2, 3, 4, 8, 16, 32})
    EXPECT_EQ(wavefronts_per_request("one-bank", {{"SHARE", lanes}}),
              static_cast<std::uint64_t>((32 + lanes - 1) / lanes))
        << lanes;
}

TEST_P(BroadcastLesson, thirty_two_lanes_at_one_bank_take_32_wavefronts_or_1) {
  EXPECT_EQ(wavefronts_per_request("one-bank", {{"SHARE", 1}}), 32U);
  EXPECT_EQ(wavefronts_per_request("one-word", {}), 1U);
}

TEST_P(BroadcastLesson, rows_of_33_words_spread_a_column_over_all_banks) {
  for (const std::int64_t lanes : {1, 4, 32})
    EXPECT_EQ(wavefronts_per_request("spread", {{"SHARE", lanes}}), 1U) << lanes;
}

LANESCOPE_LESSON(BroadcastLesson);

}  // namespace
}  // namespace lanescope::app
