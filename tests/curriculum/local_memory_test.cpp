// The lesson on local memory: the counts are the same wherever the counters are stored; the cost of
// each place.
#include <algorithm>

#include "tests/curriculum/inputs.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

constexpr int digits = 8, words = 60;

Ints counts_of(std::int64_t threads, std::int64_t group) {
  Ints counts(static_cast<std::size_t>(digits * threads));
  for (std::int64_t t = 0; t < threads; ++t)
    for (std::int64_t k = 0; k < words; ++k) {
      const std::int64_t digit = ((k * threads + t) / group + k) % digits;
      ++counts[static_cast<std::size_t>(digit * threads + t)];
    }
  return counts;
}

class LocalMemoryLesson : public BothCompilers {
 protected:
  // The most expensive access on this line with this operation, in sectors or wavefronts.
  static std::uint32_t worst(const report::Report& report, int line, memory::Op op) {
    std::uint32_t most = 0;
    for (const report::Site& site : report.sites) {
      if (site.place.line == line && site.op == op && site.space != memory::Space::global)
        most = std::max(most, site.worst_cost);
    }
    return most;
  }
};

TEST_P(LocalMemoryLesson, every_thread_counts_its_digits) {
  for (const std::int64_t threads : {1, 33, 128, 1001})
    for (const std::int64_t group : {1, 3, 32})
      for (const char* variant : {"run-time", "unrolled", "in-shared"}) {
        const OutcomePtr outcome =
            run_shipped("local-memory", variant, {{"T", threads}, {"GROUP", group}});
        ASSERT_TRUE(outcome) << variant;
        EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(counts_of(threads, group)))
            << variant << " " << threads << " " << group;
        EXPECT_EQ(outcome->report.diagnostics_total, 0U) << variant;
      }
}

TEST_P(LocalMemoryLesson, only_the_index_at_run_time_goes_to_local_memory) {
  for (const char* variant : {"run-time", "unrolled", "in-shared"}) {
    const OutcomePtr outcome = run_shipped("local-memory", variant);
    ASSERT_TRUE(outcome);
    const report::Totals& found = outcome->report.totals;
    const bool is_local = std::string(variant) == "run-time";
    EXPECT_EQ(found.local_load.requests > 0, is_local) << variant;
    EXPECT_EQ(found.local_store.requests > 0, is_local) << variant;
    EXPECT_EQ(found.global_load.requests, 60U * 1024 / 32) << variant;
  }
}

TEST_P(LocalMemoryLesson, lanes_at_the_same_index_share_four_sectors_and_at_eight_touch_one_each) {
  constexpr int increment = 14;  // ++count[digit]
  for (const auto& [group, sectors] :
       std::vector<std::pair<int, std::uint32_t>>{{32, 4}, {8, 4}, {1, 32}}) {
    const OutcomePtr outcome = run_shipped("local-memory", "run-time", {{"GROUP", group}});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(worst(outcome->report, increment, memory::Op::load), sectors) << group;
    EXPECT_EQ(worst(outcome->report, increment, memory::Op::store), sectors) << group;
  }
}

TEST_P(LocalMemoryLesson, one_column_per_thread_in_shared_memory_has_no_conflicts) {
  for (const std::int64_t group : {1, 3, 32}) {
    const OutcomePtr outcome = run_shipped("local-memory", "in-shared", {{"GROUP", group}});
    ASSERT_TRUE(outcome);
    const report::Totals& found = outcome->report.totals;
    EXPECT_EQ(found.shared_load.conflicts + found.shared_store.conflicts, 0U);
  }
}

TEST_P(LocalMemoryLesson, registers_cost_more_instructions) {
  const OutcomePtr local = run_shipped("local-memory", "run-time");
  const OutcomePtr registers = run_shipped("local-memory", "unrolled");
  ASSERT_TRUE(local && registers);
  EXPECT_GT(registers->report.totals.warp_instructions, local->report.totals.warp_instructions);
}

LANESCOPE_LESSON(LocalMemoryLesson);

}  // namespace
}  // namespace lanescope::app
