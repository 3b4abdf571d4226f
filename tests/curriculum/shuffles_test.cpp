// The lesson on shuffles: rotations and sums, with and without shared memory.
#include "tests/curriculum/inputs.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

Ints rotated(const Ints& in, std::size_t shift, std::size_t width) {
  Ints out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t group = i / width * width;
    out.push_back(in[group + (i - group + shift) % width]);
  }
  return out;
}

Ints sums_of(const Ints& in, std::size_t width) {
  Ints sums(in.size() / width);
  for (std::size_t i = 0; i < in.size(); ++i) sums[i / width] += in[i];
  return sums;
}

Ints repeated(const Ints& sums, std::size_t width) {
  Ints all;
  for (const std::int32_t sum : sums) all.insert(all.end(), width, sum);
  return all;
}

class ShufflesLesson : public BothCompilers {
 protected:
  static void expect_out(const std::string& variant, const lesson::Values& values,
                         const Ints& expected) {
    const OutcomePtr outcome = run_shipped("shuffles", variant, values);
    ASSERT_TRUE(outcome) << variant;
    EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(expected)) << variant;
    EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant;
  }

  static report::Totals totals(const std::string& variant) {
    const OutcomePtr outcome = run_shipped("shuffles", variant);
    return outcome ? outcome->report.totals : report::Totals{};
  }
};

TEST_P(ShufflesLesson, each_group_of_lanes_is_a_ring) {
  for (const std::int64_t n : {256, 1280})
    for (const std::int64_t width : {8, 32})
      for (const std::int64_t shift : {0, 1, 5, 31}) {
        const Ints expected =
            rotated(counting(n), static_cast<std::size_t>(shift), static_cast<std::size_t>(width));
        for (const char* variant : {"rotate", "rotate-shared"})
          expect_out(variant, {{"N", n}, {"WIDTH", width}, {"SHIFT", shift}}, expected);
      }
}

TEST_P(ShufflesLesson, each_group_has_its_sum) {
  for (const std::int64_t n : {256, 1280})
    for (const std::int64_t width : {8, 32}) {
      const lesson::Values values{{"N", n}, {"WIDTH", width}};
      const auto lanes = static_cast<std::size_t>(width);
      const Ints sums = sums_of(counting(n), lanes);
      expect_out("sum", values, sums);
      expect_out("sum-shared", values, sums);
      expect_out("sum-everywhere", values, repeated(sums, lanes));
    }
}

TEST_P(ShufflesLesson, shuffles_need_no_shared_memory) {
  for (const char* variant : {"rotate", "sum", "sum-everywhere"}) {
    const report::Totals found = totals(variant);
    EXPECT_EQ(found.shared_load.requests + found.shared_store.requests, 0U) << variant;
  }
}

TEST_P(ShufflesLesson, shared_memory_takes_one_store_and_one_load_per_warp_without_conflicts) {
  const report::Totals found = totals("rotate-shared");
  EXPECT_EQ(found.shared_store.requests, 4096U / 32);
  EXPECT_EQ(found.shared_load.requests, 4096U / 32);
  EXPECT_EQ(found.shared_load.conflicts + found.shared_store.conflicts, 0U);
}

TEST_P(ShufflesLesson, a_sum_by_shuffles_takes_fewer_instructions) {
  EXPECT_LT(totals("sum").warp_instructions, totals("sum-shared").warp_instructions);
}

LANESCOPE_LESSON(ShufflesLesson);

}  // namespace
}  // namespace lanescope::app
