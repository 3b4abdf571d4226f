// The kernels of the lessons on moving data.
#include "tests/curriculum/host_arrays.h"

namespace lanescope::app {
namespace {

class MovingLessons : public BothCompilers {};

TEST_P(MovingLessons, copies_doubles_each_element) {
  const OutcomePtr outcome = run_shipped("copies", "", {{"N", 1024}});
  ASSERT_TRUE(outcome);
  Floats out = iota(1024);
  for (float& element : out) element *= 2;
  expect_array(*outcome, "out", out, "copies");
}

TEST_P(MovingLessons, overlap_does_sixteen_rounds_for_each_element) {
  const OutcomePtr outcome = run_shipped("overlap", "", {{"N", 1024}});
  ASSERT_TRUE(outcome);
  Floats out = iota(1024);
  for (float& element : out) {
    for (int round = 0; round < 16; ++round) element = element * 0.5F + 1;
  }
  expect_array(*outcome, "out", out, "overlap");
}

// Both variants: the sum over the periods, at each place of every period.
TEST_P(MovingLessons, in_place_sums_over_the_periods_and_once_reads_each_element_once) {
  constexpr std::int64_t period = 256;
  constexpr std::int64_t times = 3;
  const auto in = hashed<std::int32_t>(period * times, 1000);
  std::vector<std::int32_t> out(in.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (std::size_t k = i % period; k < in.size(); k += period) out[i] += in[k];
  }
  for (const char* variant : {"again", "once"}) {
    const OutcomePtr outcome =
        run_shipped("in-place", variant, {{"PERIOD", period}, {"TIMES", times}});
    ASSERT_TRUE(outcome);
    expect_array(*outcome, "out", out, variant);
    const std::uint64_t readings = variant == std::string("once") ? 1U : 3U;
    EXPECT_EQ(outcome->report.totals.global_load.requests, readings * in.size() / 32) << variant;
  }
}

TEST_P(MovingLessons, pinned_adds_what_was_copied_to_the_sum) {
  for (const char* variant : {"pageable", "pinned"}) {
    const OutcomePtr outcome = run_shipped("pinned", variant, {{"N", 1024}});
    ASSERT_TRUE(outcome);
    expect_array(*outcome, "sum", hashed<std::int32_t>(1024, 1000), variant);
  }
}

TEST_P(MovingLessons, residency_looks_up_every_key_in_any_number_of_parts) {
  const auto key = hashed<std::int32_t>(1024, 256);
  const auto table = hashed<std::int32_t>(256, 1000);
  std::vector<std::int32_t> out;
  for (const std::int32_t k : key) out.push_back(table[static_cast<std::size_t>(k)]);
  for (const char* variant : {"wide", "narrow"}) {
    for (const std::int64_t parts : {1, 2, 3, 8}) {
      const OutcomePtr outcome =
          run_shipped("residency", variant, {{"N", 1024}, {"ENTRIES", 256}, {"PARTS", parts}});
      ASSERT_TRUE(outcome);
      expect_array(*outcome, "out", out, variant);
    }
  }
}

LANESCOPE_BOTH_COMPILERS(MovingLessons);

}  // namespace
}  // namespace lanescope::app
