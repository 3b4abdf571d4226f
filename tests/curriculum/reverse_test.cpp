// The lesson on the reversed array: correct order for any length, and the two ways to break it.
#include <algorithm>

#include "tests/curriculum/inputs.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

class ReverseLesson : public BothCompilers {
 protected:
  static void expect_reversed(const std::string& variant, const lesson::Values& values) {
    const OutcomePtr outcome = run_shipped("reverse", variant, values);
    ASSERT_TRUE(outcome) << variant;
    Ints words = counting(values.at("N"));
    EXPECT_EQ(outcome->report.arrays[0].fnv1a64, hash_of(words)) << variant;
    std::reverse(words.begin(), words.end());
    EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(words)) << variant;
    EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant;
  }
};

TEST_P(ReverseLesson, the_last_word_comes_first_at_any_length) {
  for (const std::int64_t n : {1, 31, 63, 64, 65, 1000, 1001, 1024, 4099}) {
    expect_reversed("direct", {{"N", n}});
    expect_reversed("static", {{"N", n}});
  }
}

TEST_P(ReverseLesson, a_block_sized_at_launch_may_have_any_number_of_threads) {
  for (const std::int64_t block : {1, 7, 32, 64, 96, 333, 1024})
    for (const std::int64_t n : {1, 1001, 2048})
      expect_reversed("dynamic", {{"N", n}, {"BLOCK", block}});
}

TEST_P(ReverseLesson,
       lanes_that_write_backwards_touch_four_sectors_and_read_banks_in_one_wavefront) {
  const OutcomePtr direct = run_shipped("reverse", "direct");
  const OutcomePtr exchange = run_shipped("reverse", "static");
  ASSERT_TRUE(direct && exchange);
  const report::Counts& store = direct->report.totals.global_store;
  EXPECT_EQ(store.sectors, 4 * store.requests);
  EXPECT_EQ(exchange->report.totals.shared_load.conflicts, 0U);
  EXPECT_EQ(exchange->report.totals.global_store.sectors, store.sectors);
}

TEST_P(ReverseLesson, the_launch_asks_for_one_word_per_thread) {
  const OutcomePtr outcome = run_shipped("reverse", "dynamic", {{"N", 1001}, {"BLOCK", 96}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.shared_bytes, 4U * 96);
}

TEST_P(ReverseLesson, without_the_barrier_each_warp_races_with_the_other_and_both_lines_are_named) {
  const OutcomePtr outcome = run_shipped("reverse", "no-barrier", {{"N", 64}});
  ASSERT_TRUE(outcome);
  std::vector<const Diagnostic*> races;
  for (const Diagnostic& found : outcome->report.diagnostics) {
    EXPECT_TRUE(found.kind == DiagnosticKind::shared_race ||
                found.kind == DiagnosticKind::uninitialised_read)
        << found.text();
    if (found.kind == DiagnosticKind::shared_race) races.push_back(&found);
  }
  ASSERT_EQ(races.size(), 2U);  // warp 1 writes what warp 0 reads, and vice versa
  constexpr int store = 11, load = 14;
  for (const Diagnostic* race : races) {
    ASSERT_TRUE(race->other.has_value());
    EXPECT_EQ(std::minmax(race->place.line, race->other->place.line), std::minmax(store, load));
    EXPECT_EQ((*race->thread)[0] / 32 + race->other->thread[0] / 32, 1U) << race->text();
    EXPECT_EQ((*race->thread)[0] + race->other->thread[0], 63U) << race->text();
    EXPECT_EQ(race->severity, Severity::error);
    EXPECT_EQ(race->count, 32U);
  }
}

TEST_P(ReverseLesson, the_barrier_in_the_branch_is_found_with_line_block_and_thread) {
  const OutcomePtr outcome = run_shipped("reverse", "barrier-in-branch", {{"N", 1000}});
  ASSERT_TRUE(outcome);
  ASSERT_EQ(outcome->report.diagnostics.size(), 1U);
  const Diagnostic& found = outcome->report.diagnostics[0];
  EXPECT_EQ(found.kind, DiagnosticKind::divergent_barrier);
  EXPECT_EQ(found.place.line, 13);
  EXPECT_EQ(found.block, (report::Dim3{15, 0, 0}));
  EXPECT_EQ(found.thread, (report::Dim3{40, 0, 0}));  // the first thread that does not arrive
  EXPECT_NE(found.message.find("only 8 of the warp's 32"), std::string::npos) << found.message;
}

TEST_P(ReverseLesson, the_barrier_in_the_branch_is_not_found_where_blocks_are_full) {
  const OutcomePtr outcome = run_shipped("reverse", "barrier-in-branch", {{"N", 1024}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->report.diagnostics_total, 0U);
}

LANESCOPE_LESSON(ReverseLesson);

}  // namespace
}  // namespace lanescope::app
