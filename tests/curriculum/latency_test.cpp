// The lesson on latency: kernels with the same counts, or with conflicts that cost no time.
#include "tests/curriculum/inputs.h"
#include "tests/run/lesson_on_disk.h"

namespace lanescope::app {
namespace {

// data[i] is i % threads: in every round, thread t reads only the value t.
Ints sums_of(std::int64_t n, std::int64_t blocks, std::int64_t loads) {
  const std::int64_t threads = 256 * blocks, a_turn = threads * loads;
  const std::int64_t each = (n + a_turn - 1) / a_turn * loads;
  Ints sums;
  for (std::int64_t t = 0; t < threads; ++t) sums.push_back(static_cast<std::int32_t>(each * t));
  return sums;
}

class LatencyLesson : public BothCompilers {
 protected:
  static report::Totals totals(const std::string& variant, const lesson::Values& values = {}) {
    const OutcomePtr outcome = run_shipped("latency", variant, values);
    return outcome ? outcome->report.totals : report::Totals{};
  }
};

TEST_P(LatencyLesson, every_thread_adds_up_its_numbers) {
  for (const std::int64_t n : {65536, 196608})
    for (const std::int64_t blocks : {1, 32, 45}) {
      const OutcomePtr chain = run_shipped("latency", "chain", {{"N", n}, {"BLOCKS", blocks}});
      ASSERT_TRUE(chain);
      EXPECT_EQ(chain->report.arrays[1].fnv1a64, hash_of(sums_of(n, blocks, 1)));
      EXPECT_EQ(chain->report.diagnostics_total, 0U);
      for (const std::int64_t loads : {1, 3, 8, 16}) {
        const OutcomePtr many =
            run_shipped("latency", "independent", {{"N", n}, {"BLOCKS", blocks}, {"LOADS", loads}});
        ASSERT_TRUE(many);
        EXPECT_EQ(many->report.arrays[1].fnv1a64, hash_of(sums_of(n, blocks, loads)))
            << n << " " << blocks << " " << loads;
        EXPECT_EQ(many->report.diagnostics_total, 0U);
      }
    }
}

TEST_P(LatencyLesson, one_after_the_other_or_several_at_a_time_memory_counts_are_the_same) {
  const report::Totals chain = totals("chain"), many = totals("independent");
  EXPECT_EQ(chain.global_load, many.global_load);
  EXPECT_EQ(chain.global_store, many.global_store);
  EXPECT_EQ(chain.global_load.sectors, 4 * chain.global_load.requests);
}

TEST_P(LatencyLesson, pixels_come_apart_into_planes) {
  for (const std::int64_t n : {65536, 196608})
    for (const std::int64_t pad : {0, 1, 2, 4}) {
      const OutcomePtr outcome = run_shipped("latency", "planes", {{"N", n}, {"PAD", pad}});
      ASSERT_TRUE(outcome);
      Ints planes;
      for (std::int32_t colour = 0; colour < 4; ++colour)
        for (std::int32_t pixel = 0; pixel < n / 4; ++pixel) planes.push_back(4 * pixel + colour);
      EXPECT_EQ(outcome->report.arrays[1].fnv1a64, hash_of(planes)) << n << " " << pad;
      EXPECT_EQ(outcome->report.diagnostics_total, 0U);
    }
}

TEST_P(LatencyLesson, every_fourth_word_is_a_4_way_conflict_that_odd_paddings_remove) {
  for (const auto& [pad, ways] :
       std::vector<std::pair<int, std::uint64_t>>{{0, 4}, {1, 1}, {2, 2}, {3, 1}, {4, 4}}) {
    const report::Totals found = totals("planes", {{"PAD", pad}});
    EXPECT_EQ(found.shared_load.wavefronts, ways * found.shared_load.requests) << pad;
    EXPECT_EQ(found.shared_store.conflicts, 0U) << pad;
    EXPECT_EQ(found.global_load.sectors, 4 * found.global_load.requests) << pad;
    EXPECT_EQ(found.global_store.sectors, 4 * found.global_store.requests) << pad;
  }
}

LANESCOPE_LESSON(LatencyLesson);

}  // namespace
}  // namespace lanescope::app
