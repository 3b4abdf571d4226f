#include "sim/memory/shared.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/memory/accesses.h"
#include "tests/memory/brute_force.h"
#include "tests/repetitions.h"

namespace lanescope::memory::testing {
namespace shared_test {
namespace {

constexpr Kind float_load{Space::shared, Op::load, 4};
constexpr Kind double_load{Space::shared, Op::load, 8};
constexpr Kind float4_load{Space::shared, Op::load, 16};

TEST(SharedCost, no_lanes_cost_nothing) {
  EXPECT_EQ(shared_cost(strided(float_load, 4, 0, 0)), SharedCost{});
}

TEST(SharedCost, strides_of_1_2_4_8_16_32_33_words_take_0_1_3_7_15_31_0_extra_wavefronts) {
  std::vector<std::uint32_t> extra;
  for (const int words : {1, 2, 4, 8, 16, 32, 33})
    extra.push_back(shared_cost(strided(float_load, 4 * words)).conflicts);
  EXPECT_EQ(extra, (std::vector<std::uint32_t>{0, 1, 3, 7, 15, 31, 0}));
}

TEST(SharedCost, a_column_of_a_32_wide_tile_is_32_ways_and_of_a_33_wide_one_is_1) {
  EXPECT_EQ(shared_cost(strided(float_load, 128)).worst_ways, 32U);
  EXPECT_EQ(shared_cost(strided(float_load, 132)).worst_ways, 1U);
}

TEST(SharedCost, a_broadcast_is_free_for_loads_and_plain_stores) {
  EXPECT_EQ(shared_cost(strided(float_load, 0, 40)).conflicts, 0U);
  EXPECT_EQ(shared_cost(strided({Space::shared, Op::store, 4}, 0, 40)).conflicts, 0U);
}

// The collector relies on this: if all addresses move by whole words, the banks only rotate.
TEST(SharedCost, does_not_depend_on_the_base_as_long_as_the_accesses_stay_aligned) {
  RandomAccesses random(3);
  int costly = 0;
  for (int round = 0; round < tests::repetitions(5'000); ++round) {
    WarpAccess access = random.next(Space::shared);
    const std::uint64_t unit = std::max<std::uint64_t>(access.bytes, 4);
    for (std::uint64_t& address : access.address) address = address / access.bytes * access.bytes;
    const SharedCost cost = shared_cost(access);
    costly += cost.conflicts > 0 ? 1 : 0;
    for (std::uint64_t& address : access.address) address += unit * (1 + round % 40);
    ASSERT_EQ(shared_cost(access), cost) << round;
  }
  EXPECT_GT(costly, tests::repetitions(500));
}

TEST(SharedCost, atomics_on_one_word_queue_lane_by_lane) {
  const SharedCost cost = shared_cost(strided({Space::shared, Op::atomic, 4}, 0));
  EXPECT_EQ(cost.wavefronts, 32U);
  EXPECT_EQ(cost.ideal_wavefronts, 1U);
}

TEST(SharedCost, bytes_of_one_word_are_served_together) {
  EXPECT_EQ(shared_cost(strided({Space::shared, Op::load, 1}, 1)).wavefronts, 1U);
}

TEST(SharedCost, clean_8_byte_loads_take_two_wavefronts_and_no_conflict) {
  const SharedCost cost = shared_cost(strided(double_load, 8));
  EXPECT_EQ(cost.wavefronts, 2U);
  EXPECT_EQ(cost.conflicts, 0U);
}

TEST(SharedCost, clean_16_byte_loads_take_four_wavefronts_and_no_conflict) {
  const SharedCost cost = shared_cost(strided(float4_load, 16));
  EXPECT_EQ(cost.wavefronts, 4U);
  EXPECT_EQ(cost.conflicts, 0U);
}

TEST(SharedCost, lanes_that_pair_with_their_neighbour_are_served_in_twice_as_wide_groups) {
  const auto in_pairs = [](std::uint64_t lane) { return lane / 2 * 8; };
  EXPECT_EQ(shared_cost(pattern(double_load, in_pairs)).wavefronts, 1U);
  EXPECT_EQ(shared_cost(pattern({Space::shared, Op::store, 8}, in_pairs)).wavefronts, 2U);
}

TEST(SharedCost, lanes_that_pair_two_apart_do_as_well) {
  const auto two_apart = [](std::uint64_t lane) { return (lane & ~std::uint64_t{2}) * 16; };
  EXPECT_EQ(shared_cost(pattern(float4_load, two_apart)).ideal_wavefronts, 2U);
}

TEST(SharedCost, one_lane_without_its_pair_splits_the_whole_warp) {
  WarpAccess access = pattern(double_load, [](std::uint64_t lane) { return lane / 2 * 8; });
  access.address[31] = 0;
  EXPECT_EQ(shared_cost(access).ideal_wavefronts, 2U);
}

TEST(SharedCost, a_group_without_lanes_is_no_group) {
  const SharedCost cost = shared_cost(strided(float4_load, 16, 0, 0x0000ff00U));
  EXPECT_EQ(cost.ideal_wavefronts, 1U);
  EXPECT_EQ(cost.wavefronts, 1U);
}

TEST(SharedCost, agrees_with_brute_force_on_random_accesses) {
  RandomAccesses accesses(3);
  for (int i = 0; i < tests::repetitions(20'000); ++i) {
    const WarpAccess access = accesses.next(Space::shared);
    ASSERT_EQ(shared_cost(access), brute_force_shared_cost(access))
        << ::testing::PrintToString(access);
  }
}

}  // namespace
}  // namespace shared_test
}  // namespace lanescope::memory::testing
