#include "app/session/run/model_counts.h"

#include <gtest/gtest.h>

namespace lanescope::app {
namespace {

using Verdict = CounterComparison::Verdict;

TEST(ModelCounts, are_the_reports_totals_under_the_counters_names) {
  report::Totals totals;
  totals.global_load.requests = 1;
  totals.global_load.sectors = 2;
  totals.global_load.tag_lookups = 3;
  totals.shared_store.wavefronts = 4;
  totals.shared_atomic.conflicts = 5;
  totals.local_store.sectors = 6;
  const device::Counts counts = model_counts(totals);
  EXPECT_EQ(counts.at("global_load.requests"), 1U);
  EXPECT_EQ(counts.at("global_load.sectors"), 2U);
  EXPECT_EQ(counts.at("global_load.tag_lookups"), 3U);
  EXPECT_EQ(counts.at("shared_store.wavefronts"), 4U);
  EXPECT_EQ(counts.at("shared_atomic.conflicts"), 5U);
  EXPECT_EQ(counts.at("local_store.sectors"), 6U);
}

TEST(ModelCounts, are_there_for_every_counter_that_is_modelled) {
  const device::Counts counts = model_counts({});
  for (const device::Counter& counter : device::all_counters())
    EXPECT_EQ(counts.contains(std::string(counter.name)), counter.is_modelled) << counter.name;
}

const lesson::KnownDifference merged{
    {"tile"}, std::nullopt, {"shared_load.requests"}, {{"en", "merged"}, {"zh", "合并"}}};

std::vector<CounterComparison> compared(std::uint64_t model, std::uint64_t counted,
                                        const std::string& variant) {
  return compare_counts({{"shared_load.requests", model}}, {{"shared_load.requests", counted}},
                        variant, {merged});
}

TEST(CompareCounts, the_same_figures_are_equal) {
  const auto comparisons = compared(5, 5, "rows4");
  ASSERT_EQ(comparisons.size(), 1U);
  EXPECT_EQ(comparisons[0].verdict, Verdict::equal);
}

TEST(CompareCounts, other_figures_are_different) {
  EXPECT_EQ(compared(5, 4, "rows4")[0].verdict, Verdict::different);
  EXPECT_EQ(compared(0, 4, "rows4")[0].verdict, Verdict::different);
  EXPECT_EQ(compared(4, 0, "rows4")[0].verdict, Verdict::different);
}

TEST(CompareCounts, a_difference_on_the_list_is_known_with_its_reason) {
  const auto comparisons = compared(5, 4, "tile");
  EXPECT_EQ(comparisons[0].verdict, Verdict::known);
  EXPECT_EQ(comparisons[0].why.in("zh"), "合并");
}

TEST(CompareCounts, an_equal_count_that_is_listed_as_different_is_reported) {
  EXPECT_EQ(compared(5, 5, "tile")[0].verdict, Verdict::listed_equal);
}

TEST(CompareCounts, an_entry_may_allow_a_share_and_no_more) {
  lesson::KnownDifference jitter = merged;
  jitter.within = 0.02;
  const auto verdict = [&](std::uint64_t counted) {
    return compare_counts({{"shared_load.requests", 1000}}, {{"shared_load.requests", counted}},
                          "tile", {jitter})[0]
        .verdict;
  };
  EXPECT_EQ(verdict(1000), Verdict::equal);
  EXPECT_EQ(verdict(1020), Verdict::known);
  EXPECT_EQ(verdict(980), Verdict::known);
  EXPECT_EQ(verdict(1021), Verdict::different);
}

TEST(CompareCounts, a_share_of_conflicts_is_one_of_their_wavefronts) {
  lesson::KnownDifference jitter = merged;
  jitter.counters = {"shared_load.conflicts"};
  jitter.within = 0.02;
  const auto verdict = [&](std::uint64_t counted) {
    return compare_counts({{"shared_load.conflicts", 0}, {"shared_load.wavefronts", 1000}},
                          {{"shared_load.conflicts", counted}, {"shared_load.wavefronts", 1000}},
                          "tile", {jitter})
        .back()
        .verdict;
  };
  EXPECT_EQ(verdict(20), Verdict::known);
  EXPECT_EQ(verdict(21), Verdict::different);
}

TEST(CompareCounts, of_a_model_of_none_no_share_is_allowed) {
  lesson::KnownDifference jitter = merged;
  jitter.within = 1;
  EXPECT_EQ(compare_counts({{"shared_load.requests", 0}}, {{"shared_load.requests", 1}}, "tile",
                           {jitter})[0]
                .verdict,
            Verdict::different);
}

TEST(CompareCounts, an_entry_without_variants_is_for_all) {
  lesson::KnownDifference of_all = merged;
  of_all.variants.clear();
  const auto comparisons =
      compare_counts({{"shared_load.requests", 1}}, {{"shared_load.requests", 2}}, "any", {of_all});
  EXPECT_EQ(comparisons[0].verdict, Verdict::known);
}

TEST(CompareCounts, counts_that_are_0_on_both_sides_are_left_out) {
  EXPECT_TRUE(compared(0, 0, "x").empty());
}

TEST(CompareCounts, a_counter_that_the_gpu_lacks_is_not_counted) {
  const auto comparisons = compare_counts({{"shared_load.requests", 1}}, {}, "x", {});
  ASSERT_EQ(comparisons.size(), 1U);
  EXPECT_EQ(comparisons[0].verdict, Verdict::not_counted);
  EXPECT_TRUE(compare_counts({{"shared_load.requests", 0}}, {}, "x", {}).empty());
}

TEST(UnknownCounters, are_names_in_the_list_that_no_counter_has) {
  lesson::KnownDifference misspelt = merged;
  misspelt.counters = {"shared_load.requests", "shared_load.request", "machine.l2_sectors_read"};
  EXPECT_EQ(unknown_counters({misspelt}),
            (std::vector<std::string>{"shared_load.request", "machine.l2_sectors_read"}));
}

}  // namespace
}  // namespace lanescope::app
