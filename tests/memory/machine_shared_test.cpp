// The examples of the CUDA C Programming Guide 4.2: F.3.3 (1.x), F.4.3 (2.x), F.5.3 (3.x).
#include <bit>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "sim/memory/memory_rules.h"
#include "tests/memory/accesses.h"
#include "tests/memory/machine_brute_force.h"
#include "tests/repetitions.h"

namespace lanescope::memory::testing {
namespace machine_shared_test {
namespace {

constexpr Kind char_load{Space::shared, Op::load, 1};
constexpr Kind float_load{Space::shared, Op::load, 4};
constexpr Kind float_store{Space::shared, Op::store, 4};
constexpr Kind double_load{Space::shared, Op::load, 8};
constexpr Kind float4_load{Space::shared, Op::load, 16};
const MemoryRules tesla{GlobalRule::segments, SharedRule::half_warps, true};
const MemoryRules fermi{GlobalRule::cached_lines, SharedRule::whole_warp, false};
const MemoryRules kepler{GlobalRule::sectors, SharedRule::paired_rows, false};

std::uint32_t ways(const WarpAccess& access, const MemoryRules& machine) {
  return shared_cost(access, machine).worst_ways;
}

TEST(MachineShared, a_stride_of_s_words_is_gcd_of_s_and_16_ways_on_1_x) {
  for (int stride = 1; stride <= 64; ++stride) {
    const std::uint32_t gcd = 1U << std::min(std::countr_zero(static_cast<unsigned>(stride)), 4);
    const SharedCost cost = shared_cost(strided(float_load, 4 * stride), tesla);
    EXPECT_EQ(cost.worst_ways, gcd) << stride;
    EXPECT_EQ(cost.ideal_wavefronts, 2U);  // one for each half of the warp
    EXPECT_EQ(cost.wavefronts, 2 * gcd);
  }
}

TEST(MachineShared, a_stride_of_s_words_is_gcd_of_s_and_32_ways_on_2_x) {
  for (int stride = 1; stride <= 64; ++stride) {
    const std::uint32_t gcd = 1U << std::min(std::countr_zero(static_cast<unsigned>(stride)), 5);
    EXPECT_EQ(ways(strided(float_load, 4 * stride), fermi), gcd) << stride;
  }
}

TEST(MachineShared, a_column_of_a_tile_16_wide_is_free_with_one_word_of_padding_on_1_x) {
  const auto column = [](std::uint64_t width) {
    return pattern(float_load,
                   [=](std::uint64_t lane) { return 4 * (lane % 16 * width + lane / 16); });
  };
  EXPECT_EQ(ways(column(16), tesla), 16U);
  EXPECT_EQ(ways(column(17), tesla), 1U);
}

TEST(MachineShared, all_lanes_of_a_half_on_one_word_are_free_on_1_x) {
  EXPECT_EQ(ways(strided(float_load, 0, 40), tesla), 1U);
}

TEST(MachineShared, only_one_word_a_step_is_broadcast_on_1_x) {
  // Two words in different banks, eight lanes each: one wavefront on later machines.
  const WarpAccess two_words =
      pattern(float_load, [](std::uint64_t lane) { return lane % 16 / 8 * 4; });
  EXPECT_EQ(ways(two_words, tesla), 2U);
  EXPECT_EQ(ways(two_words, fermi), 1U);
}

TEST(MachineShared, a_broadcast_beside_other_banks_is_free_on_1_x_and_beside_its_own_two_way) {
  // Lanes 0 to 4 want the same word, the others a word in their own bank.
  const WarpAccess apart =
      pattern(float_load, [](std::uint64_t lane) { return 4 * (lane % 16 < 5 ? 0 : lane % 16); });
  EXPECT_EQ(ways(apart, tesla), 1U);
  // Lane 15 wants another row of the bank that broadcasts.
  WarpAccess same_bank = apart;
  same_bank.address[15] = 64;
  EXPECT_EQ(ways(same_bank, tesla), 2U);
}

TEST(MachineShared, an_array_of_char_conflicts_on_1_x_and_is_free_on_2_x) {
  EXPECT_EQ(ways(strided(char_load, 1), tesla), 4U);
  EXPECT_EQ(ways(strided(char_load, 4), tesla), 1U);
  EXPECT_EQ(ways(strided(char_load, 1), fermi), 1U);
}

TEST(MachineShared, an_array_of_double_is_two_way_on_1_x_and_free_on_2_x) {
  const SharedCost cost = shared_cost(strided(double_load, 8), tesla);
  EXPECT_EQ(cost.worst_ways, 2U);
  EXPECT_EQ(cost.ideal_wavefronts, 4U);  // two halves, two requests of 4 bytes each
  EXPECT_EQ(shared_cost(strided(double_load, 8), fermi).conflicts, 0U);
}

TEST(MachineShared, structures_of_three_floats_are_free_and_of_two_are_two_way_on_1_x) {
  EXPECT_EQ(ways(strided(float_load, 12), tesla), 1U);
  EXPECT_EQ(ways(strided(float_load, 8), tesla), 2U);
}

TEST(MachineShared, an_array_of_float4_is_two_way_on_2_x) {
  const SharedCost cost = shared_cost(strided(float4_load, 16), fermi);
  EXPECT_EQ(cost.worst_ways, 2U);
  EXPECT_EQ(cost.ideal_wavefronts, 4U);
  EXPECT_EQ(cost.wavefronts, 8U);
}

TEST(MachineShared, lanes_that_write_one_place_write_once_on_1_x) {
  EXPECT_EQ(ways(strided(float_store, 0), tesla), 1U);
  EXPECT_EQ(ways(strided({Space::shared, Op::store, 1}, 1), tesla), 4U);
}

TEST(MachineShared, a_stride_of_two_words_is_free_on_3_x_and_two_way_on_2_x) {
  EXPECT_EQ(ways(strided(float_load, 8), kepler), 1U);
  EXPECT_EQ(ways(strided(float_load, 8), fermi), 2U);
  EXPECT_EQ(ways(strided(float_load, 12), kepler), 1U);
}

TEST(MachineShared, words_32_apart_go_together_on_3_x_only_within_an_aligned_run_of_64) {
  const auto two_rows = [](std::uint64_t first) {
    return pattern(float_load, [=](std::uint64_t lane) { return 4 * (first + lane % 2 * 32); });
  };
  EXPECT_EQ(ways(two_rows(0), kepler), 1U);
  EXPECT_EQ(ways(two_rows(32), kepler), 2U);
}

TEST(MachineShared, an_array_of_double_takes_one_wavefront_on_3_x) {
  EXPECT_EQ(shared_cost(strided(double_load, 8), kepler).wavefronts, 1U);
}

TEST(MachineShared, without_a_machine_every_cost_is_the_measured_one) {
  RandomAccesses accesses(21);
  for (int i = 0; i < tests::repetitions(5'000); ++i) {
    const WarpAccess access = accesses.next(Space::shared);
    ASSERT_EQ(shared_cost(access, MemoryRules{}), shared_cost(access));
  }
}

TEST(MachineShared, agrees_with_brute_force_on_random_accesses) {
  for (const MemoryRules& machine : {tesla, fermi, kepler}) {
    RandomAccesses accesses(22);
    for (int i = 0; i < tests::repetitions(10'000); ++i) {
      const WarpAccess access = accesses.next(Space::shared);
      ASSERT_EQ(shared_cost(access, machine), brute_force_shared_cost(access, machine))
          << static_cast<int>(machine.shared) << ' ' << ::testing::PrintToString(access);
    }
  }
}

// The collector relies on this: if all addresses move by whole words (3.x: by runs of 64 words),
// the banks only rotate.
TEST(MachineShared, does_not_depend_on_the_base_as_long_as_the_accesses_stay_aligned) {
  for (const MemoryRules& machine : {tesla, fermi, kepler}) {
    RandomAccesses random(23);
    for (int round = 0; round < tests::repetitions(3'000); ++round) {
      WarpAccess access = random.next(Space::shared);
      const std::uint64_t unit = machine.shared == SharedRule::paired_rows
                                     ? 256
                                     : std::max<std::uint64_t>(access.bytes, 4);
      for (std::uint64_t& address : access.address) address = address / access.bytes * access.bytes;
      const SharedCost cost = shared_cost(access, machine);
      for (std::uint64_t& address : access.address)
        address += unit * static_cast<std::uint64_t>(1 + round % 40);
      ASSERT_EQ(shared_cost(access, machine), cost) << round;
    }
  }
}

TEST(MachineShared, a_schedule_serves_every_lane_and_costs_what_the_cost_says) {
  for (const MemoryRules& machine : {tesla, fermi, kepler}) {
    RandomAccesses accesses(24);
    for (int i = 0; i < tests::repetitions(3'000); ++i) {
      const WarpAccess access = accesses.next(Space::shared);
      const SharedSchedule schedule = shared_schedule(access, machine);
      ASSERT_EQ(schedule.cost, shared_cost(access, machine));
      ASSERT_EQ(schedule.wavefronts.size(), schedule.cost.wavefronts);
      ASSERT_EQ(schedule.groups.size(), schedule.cost.ideal_wavefronts);
      std::uint32_t done = 0;
      for (const Wavefront& wavefront : schedule.wavefronts) {
        ASSERT_EQ(wavefront.lanes_done & wavefront.lanes_waiting, 0U) << i;
        done |= wavefront.lanes_done;
        for (const ServedWord& word : wavefront.served)
          ASSERT_EQ(word.bank, word.word % static_cast<std::uint64_t>(machine.bank_count()));
      }
      ASSERT_EQ(done, access.mask);
    }
  }
}

TEST(MachineShared, a_schedule_serves_each_lane_just_the_words_of_its_access) {
  for (const MemoryRules& machine : {tesla, fermi, kepler}) {
    RandomAccesses accesses(25);
    for (int i = 0; i < tests::repetitions(3'000); ++i) {
      WarpAccess access = accesses.next(Space::shared);
      for (std::uint64_t& address : access.address) address = address / access.bytes * access.bytes;
      std::set<std::pair<int, std::uint64_t>> expected, served;
      for (int lane = 0; lane < warp_lanes; ++lane) {
        if ((access.mask >> lane & 1) == 0) continue;
        const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
        for (std::uint32_t byte = 0; byte < access.bytes; ++byte)
          expected.emplace(lane, (address + byte) / 4);
      }
      for (const Wavefront& wavefront : shared_schedule(access, machine).wavefronts) {
        for (const ServedWord& word : wavefront.served) {
          for (int lane = 0; lane < warp_lanes; ++lane) {
            if ((word.lanes >> lane & 1) != 0) served.emplace(lane, word.word);
          }
        }
      }
      ASSERT_EQ(served, expected) << static_cast<int>(machine.shared) << ' '
                                  << ::testing::PrintToString(access);
    }
  }
}

}  // namespace
}  // namespace machine_shared_test
}  // namespace lanescope::memory::testing
