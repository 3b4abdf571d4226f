// The lesson on access widths and banks: correct sums, and which lanes are served together.
#include <fmt/format.h>

#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

// Each lane sums `words` adjacent elements from `first(lane, k)` on, in every round k.
template <class First>
Floats sums_of(std::int64_t n, std::int64_t rounds, std::int64_t words, std::int64_t count,
               First first) {
  const Floats all = hashed(count, 16);
  Floats out;
  for (std::int64_t i = 0; i < n; ++i) {
    float sum = 0;
    for (std::int64_t k = 0; k < rounds; ++k) {
      const auto from = all.begin() + first(i % 32, k);
      sum = std::accumulate(from, from + words, sum);
    }
    out.push_back(sum);
  }
  return out;
}

std::int64_t element_of_pair(std::int64_t lane, std::int64_t step) {
  return lane / (2 * step) * step + lane % step;
}

class BankWidthsLesson : public BothCompilers {
 protected:
  static OutcomePtr run_variant(const std::string& variant, const lesson::Values& values = {}) {
    return run_shipped("bank-widths", variant, values);
  }
  static void expect_loads(const std::string& variant, const lesson::Values& values,
                           std::uint64_t wavefronts, std::uint64_t conflicts) {
    const OutcomePtr outcome = run_variant(variant, values);
    ASSERT_TRUE(outcome);
    const report::Counts& loads = outcome->report.totals.shared_load;
    EXPECT_EQ(loads.requests, 8U) << variant;  // a block of 8 warps
    EXPECT_EQ(loads.wavefronts, 8 * wavefronts) << variant;
    EXPECT_EQ(loads.conflicts, 8 * conflicts) << variant;
    EXPECT_EQ(outcome->report.totals.shared_store.conflicts, 0U) << variant;
  }
};

TEST_P(BankWidthsLesson, every_lane_has_the_sum_of_its_elements) {
  const std::pair<const char*, std::int64_t> kernels[] = {
      {"char", 1}, {"short", 1}, {"float", 1}, {"float2", 2}, {"float4", 4}};
  for (const auto& [variant, words] : kernels) {
    const std::int64_t width = words;
    for (const std::int64_t n : {1, 77, 300}) {
      for (const std::int64_t rounds : {1, 5, 32}) {
        const OutcomePtr outcome = run_variant(variant, {{"N", n}, {"ROUNDS", rounds}});
        ASSERT_TRUE(outcome);
        expect_array(*outcome, "out",
                     sums_of(n, rounds, width, 32 * width * rounds,
                             [&](auto lane, auto k) { return width * (32 * k + lane); }),
                     fmt::format("{} N={} ROUNDS={}", variant, n, rounds));
      }
    }
  }
}

TEST_P(BankWidthsLesson, pairs_share_an_element_and_rows_are_read_down_their_columns) {
  for (const std::int64_t n : {1, 77, 300}) {
    for (const std::int64_t step : {1, 3, 4, 16}) {
      const OutcomePtr pairs = run_variant("pairs", {{"N", n}, {"ROUNDS", 5}, {"STEP", step}});
      ASSERT_TRUE(pairs);
      expect_array(
          *pairs, "out",
          sums_of(n, 5, 4, 128 * 5,
                  [&](auto lane, auto k) { return 4 * (32 * k + element_of_pair(lane, step)); }),
          fmt::format("N={} STEP={}", n, step));
    }
    for (const std::int64_t pad : {0, 1, 8}) {
      const OutcomePtr rows = run_variant("rows", {{"N", n}, {"ROUNDS", 8}, {"PAD", pad}});
      ASSERT_TRUE(rows);
      expect_array(*rows, "out",
                   sums_of(n, 8, 4, 1024, [](auto lane, auto k) { return 4 * (8 * lane + k); }),
                   fmt::format("N={} PAD={}", n, pad));
    }
  }
}

TEST_P(BankWidthsLesson, lanes_of_one_and_two_bytes_share_words_and_take_one_wavefront) {
  expect_loads("char", {}, 1, 0);
  expect_loads("short", {}, 1, 0);
  expect_loads("float", {}, 1, 0);
}

TEST_P(BankWidthsLesson, eight_bytes_go_in_halves_and_sixteen_in_quarters_without_conflicts) {
  expect_loads("float2", {}, 2, 0);
  expect_loads("float4", {}, 4, 0);
}

TEST_P(BankWidthsLesson, pairs_one_or_two_lanes_apart_are_served_by_halves) {
  for (const std::int64_t step : {1, 2}) expect_loads("pairs", {{"STEP", step}}, 2, 0);
  for (const std::int64_t step : {4, 8, 16}) expect_loads("pairs", {{"STEP", step}}, 4, 0);
}

TEST_P(BankWidthsLesson, rows_of_32_words_conflict_8_ways_in_each_quarter_and_padding_ends_it) {
  expect_loads("rows", {{"PAD", 0}}, 32, 28);
  for (const std::int64_t pad : {1, 3, 5, 7}) expect_loads("rows", {{"PAD", pad}}, 4, 0);
  expect_loads("rows", {{"PAD", 8}}, 32, 28);
}

LANESCOPE_LESSON(BankWidthsLesson);

}  // namespace
}  // namespace lanescope::app
