#include <gtest/gtest.h>

#include <algorithm>

#include "sim/memory/shared.h"
#include "tests/memory/accesses.h"
#include "tests/memory/brute_force.h"
#include "tests/repetitions.h"

namespace lanescope::memory::testing {
namespace shared_schedule_test {
namespace {

constexpr Kind float_load{Space::shared, Op::load, 4};

std::set<int> lanes_in(std::uint32_t mask) {
  std::set<int> lanes;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (((mask >> lane) & 1U) != 0) lanes.insert(lane);
  }
  return lanes;
}

// Calls check(access, schedule) for many accesses of every kind, until a check fails.
template <typename Check>
void for_random_accesses(std::uint64_t seed, Check&& check) {
  RandomAccesses accesses(seed);
  for (int i = 0; i < tests::repetitions(4'000) && !::testing::Test::HasFailure(); ++i) {
    const WarpAccess access = accesses.next(Space::shared);
    SCOPED_TRACE(::testing::PrintToString(access));
    check(access, shared_schedule(access));
  }
}

TEST(SharedSchedule, of_no_lanes_is_empty) {
  const SharedSchedule schedule = shared_schedule(strided(float_load, 4, 0, 0));
  EXPECT_TRUE(schedule.groups.empty());
  EXPECT_TRUE(schedule.wavefronts.empty());
}

TEST(SharedSchedule, of_a_column_serves_one_lane_per_wavefront_in_lane_order) {
  const SharedSchedule schedule = shared_schedule(strided(float_load, 128));
  ASSERT_EQ(schedule.wavefronts.size(), 32U);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    ASSERT_EQ(schedule.wavefronts[lane].served.size(), 1U);
    EXPECT_EQ(schedule.wavefronts[lane].served[0].word, 32 * lane);
    EXPECT_EQ(schedule.wavefronts[lane].lanes_done, 1U << lane);
  }
  EXPECT_EQ(schedule.bank_load[0], 32U);
  EXPECT_EQ(schedule.bank_load[1], 0U);
}

TEST(SharedSchedule, of_a_broadcast_gives_one_word_to_all_lanes) {
  const SharedSchedule schedule = shared_schedule(strided(float_load, 0, 12));
  ASSERT_EQ(schedule.wavefronts.size(), 1U);
  ASSERT_EQ(schedule.wavefronts[0].served.size(), 1U);
  EXPECT_EQ(schedule.wavefronts[0].served[0].lanes, all_lanes);
  EXPECT_EQ(schedule.wavefronts[0].served[0].bank, 3);
}

TEST(SharedSchedule, bank_load_is_of_one_group_and_bank_words_of_all) {
  // 16 bytes per lane; each lane accesses different words in banks 0..3. Groups of 8.
  const SharedSchedule schedule = shared_schedule(strided({Space::shared, Op::load, 16}, 128));
  EXPECT_EQ(schedule.bank_words[0], 32U);
  EXPECT_EQ(schedule.bank_load[0], 8U);
  EXPECT_EQ(schedule.bank_load[4], 0U);
}

TEST(SharedSchedule, its_sizes_equal_the_cost) {
  for_random_accesses(4, [](const WarpAccess& access, const SharedSchedule& schedule) {
    EXPECT_EQ(schedule.cost, brute_force_shared_cost(access));
    EXPECT_EQ(schedule.groups.size(), schedule.cost.ideal_wavefronts);
    EXPECT_EQ(schedule.wavefronts.size(), schedule.cost.wavefronts);
    EXPECT_EQ(*std::ranges::max_element(schedule.bank_load), schedule.cost.worst_ways);
    std::vector<std::uint32_t> wavefronts(schedule.groups.size());
    for (const Wavefront& wavefront : schedule.wavefronts) ++wavefronts[wavefront.group];
    for (std::size_t g = 0; g < wavefronts.size(); ++g)
      EXPECT_EQ(schedule.groups[g].cost, wavefronts[g]);
  });
}

TEST(SharedSchedule, its_groups_are_those_of_the_rule) {
  for_random_accesses(5, [](const WarpAccess& access, const SharedSchedule& schedule) {
    std::vector<std::set<int>> groups;
    for (const PassGroup& group : schedule.groups) groups.push_back(lanes_in(group.lanes));
    EXPECT_EQ(groups, brute_force_groups(access));
  });
}

TEST(SharedSchedule, a_bank_gives_at_most_one_word_per_wavefront) {
  for_random_accesses(6, [](const WarpAccess&, const SharedSchedule& schedule) {
    for (const Wavefront& wavefront : schedule.wavefronts) {
      int previous_bank = -1;
      for (const ServedWord& served : wavefront.served) {
        EXPECT_GT(served.bank, previous_bank);
        EXPECT_EQ(served.bank, served.word % 32);
        previous_bank = served.bank;
      }
      EXPECT_FALSE(wavefront.served.empty());
    }
  });
}

TEST(SharedSchedule, every_lane_is_served_exactly_its_words) {
  for_random_accesses(7, [](const WarpAccess& access, const SharedSchedule& schedule) {
    std::map<int, std::multiset<std::uint64_t>> served_to;
    for (const Wavefront& wavefront : schedule.wavefronts) {
      for (const ServedWord& served : wavefront.served) {
        for (const int lane : lanes_in(served.lanes)) {
          served_to[lane].insert(served.word);
          EXPECT_TRUE(((schedule.groups[wavefront.group].lanes >> lane) & 1U) != 0);
        }
      }
    }
    std::map<int, std::multiset<std::uint64_t>> wanted_by;
    for (const int lane : lanes_in(access.mask)) {
      for (const std::uint64_t word : brute_force_words(access, lane)) wanted_by[lane].insert(word);
    }
    EXPECT_EQ(served_to, wanted_by);
  });
}

TEST(SharedSchedule, a_lane_is_done_once_and_in_the_wavefront_of_its_last_word) {
  for_random_accesses(8, [](const WarpAccess& access, const SharedSchedule& schedule) {
    std::map<int, std::size_t> last_served;
    std::map<int, std::size_t> done;
    for (std::size_t w = 0; w < schedule.wavefronts.size(); ++w) {
      const Wavefront& wavefront = schedule.wavefronts[w];
      for (const ServedWord& served : wavefront.served) {
        for (const int lane : lanes_in(served.lanes)) last_served[lane] = w;
      }
      for (const int lane : lanes_in(wavefront.lanes_done))
        EXPECT_TRUE(done.emplace(lane, w).second);
      EXPECT_EQ(wavefront.lanes_done & wavefront.lanes_waiting, 0U);
    }
    EXPECT_EQ(done, last_served);
    EXPECT_EQ(done.size(), lanes_in(access.mask).size());
  });
}

TEST(SharedSchedule, bank_words_are_the_distinct_words_of_the_whole_access) {
  for_random_accesses(9, [](const WarpAccess& access, const SharedSchedule& schedule) {
    std::set<std::uint64_t> words;
    for (const int lane : lanes_in(access.mask)) words.merge(brute_force_words(access, lane));
    std::array<std::uint32_t, banks> in_bank{};
    for (const std::uint64_t word : words) ++in_bank[word % 32];
    EXPECT_EQ(schedule.bank_words, in_bank);
  });
}

}  // namespace
}  // namespace shared_schedule_test
}  // namespace lanescope::memory::testing
