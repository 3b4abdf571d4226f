// The lesson on constant memory: the bins do not depend on the order of reads, the cost does.
#include <algorithm>

#include "tests/curriculum/inputs.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

constexpr std::uint64_t limits = 32;

// For each value, how many limits are below it.
Ints bins_of(const Ints& values) {
  const Ints all = scattered(limits, 1000);
  Ints bins;
  for (const std::int32_t value : values) {
    const auto below =
        std::count_if(all.begin(), all.end(), [&](std::int32_t limit) { return value > limit; });
    bins.push_back(static_cast<std::int32_t>(below));
  }
  return bins;
}

class ConstantMemoryLesson : public BothCompilers {
 protected:
  static void expect_bins(const std::string& variant, const lesson::Values& values) {
    const OutcomePtr outcome = run_shipped("constant-memory", variant, values);
    ASSERT_TRUE(outcome) << variant;
    const Ints given = scattered(values.at("N"), 1000);
    EXPECT_EQ(outcome->report.arrays.front().fnv1a64, hash_of(given)) << variant;
    EXPECT_EQ(outcome->report.arrays.back().fnv1a64, hash_of(bins_of(given))) << variant;
    EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant;
  }

  static report::Totals totals(const std::string& variant, const lesson::Values& values = {}) {
    const OutcomePtr outcome = run_shipped("constant-memory", variant, values);
    return outcome ? outcome->report.totals : report::Totals{};
  }
};

TEST_P(ConstantMemoryLesson, every_value_finds_its_bin) {
  for (const std::int64_t n : {1, 255, 1000, 1037}) {
    expect_bins("same", {{"N", n}});
    for (const std::int64_t spread : {1, 3, 32}) {
      expect_bins("each-its-own", {{"N", n}, {"SPREAD", spread}});
      expect_bins("in-global", {{"N", n}, {"SPREAD", spread}});
    }
  }
}

TEST_P(ConstantMemoryLesson, one_address_is_one_transaction) {
  const report::Counts found = totals("same").constant_load;
  EXPECT_GT(found.requests, 0U);
  EXPECT_EQ(found.wavefronts, found.requests);
}

TEST_P(ConstantMemoryLesson, different_addresses_are_as_many_transactions) {
  for (const std::int64_t spread : {1, 2, 4, 5, 8, 31, 32}) {
    const report::Counts found = totals("each-its-own", {{"SPREAD", spread}}).constant_load;
    EXPECT_EQ(found.requests, 4096 / 32 * limits) << spread;
    EXPECT_EQ(found.wavefronts, found.requests * static_cast<std::uint64_t>(spread));
  }
}

TEST_P(ConstantMemoryLesson, neighbouring_limits_in_global_memory_are_four_sectors) {
  const report::Totals found = totals("in-global");
  EXPECT_EQ(found.constant_load.requests, 0U);
  EXPECT_EQ(found.global_load.requests, 4096 / 32 * (limits + 1));
  EXPECT_EQ(found.global_load.sectors, 4 * found.global_load.requests);
}

LANESCOPE_LESSON(ConstantMemoryLesson);

}  // namespace
}  // namespace lanescope::app
