#include "sim/memory/other.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/memory/accesses.h"
#include "tests/repetitions.h"

namespace lanescope::memory::testing {
namespace {

constexpr Kind constant_load{Space::constant, Op::load, 4};
constexpr Kind local_load{Space::local, Op::load, 4};

TEST(ConstantTransactions, one_address_for_the_whole_warp_takes_one) {
  EXPECT_EQ(constant_transactions(strided(constant_load, 0, 16)), 1U);
}

TEST(ConstantTransactions, no_lanes_take_none) {
  EXPECT_EQ(constant_transactions(strided(constant_load, 4, 0, 0)), 0U);
}

TEST(ConstantTransactions, are_as_many_as_there_are_different_addresses) {
  RandomAccesses accesses(10);
  for (int i = 0; i < tests::repetitions(2'000); ++i) {
    const WarpAccess access = accesses.next(Space::constant);
    std::set<std::uint64_t> addresses;
    for (int lane = 0; lane < warp_lanes; ++lane) {
      if (access.lane_is_active(lane))
        addresses.insert(access.address[static_cast<std::size_t>(lane)]);
    }
    ASSERT_EQ(constant_transactions(access), addresses.size());
  }
}

TEST(LocalCost, no_lanes_cost_nothing) {
  EXPECT_EQ(local_cost(strided(local_load, 0, 0, 0)), GlobalCost{});
}

TEST(LocalCost, lanes_at_the_same_offset_are_fully_coalesced) {
  const GlobalCost expected{.sectors = 4,
                            .tag_lookups = 1,
                            .ideal_sectors = 4,
                            .bytes_requested = 128,
                            .bytes_used = 128};
  EXPECT_EQ(local_cost(strided(local_load, 0, 20)), expected);
}

TEST(LocalCost, wide_accesses_at_the_same_offset_take_one_line_per_word) {
  const GlobalCost expected{.sectors = 16,
                            .tag_lookups = 4,
                            .ideal_sectors = 16,
                            .bytes_requested = 512,
                            .bytes_used = 512};
  EXPECT_EQ(local_cost(strided({Space::local, Op::load, 16}, 0, 32)), expected);
}

TEST(LocalCost, lanes_at_words_of_their_own_take_a_sector_and_a_line_each) {
  const GlobalCost cost = local_cost(strided(local_load, 4));
  EXPECT_EQ(cost.sectors, 32U);
  EXPECT_EQ(cost.tag_lookups, 32U);
  EXPECT_EQ(cost.ideal_sectors, 4U);
}

TEST(LocalCost, eight_lanes_at_the_same_offset_fill_one_sector) {
  EXPECT_EQ(local_cost(strided(local_load, 0, 0, 0xffU)).sectors, 1U);
  EXPECT_EQ(local_cost(strided(local_load, 0, 0, 0xff0U)).sectors, 2U);
}

TEST(LocalCost, is_what_the_interleaved_addresses_cost_in_global_memory) {
  RandomAccesses accesses(11);
  for (int i = 0; i < tests::repetitions(5'000); ++i) {
    const WarpAccess access = accesses.next(Space::local);
    std::set<std::uint64_t> sectors, lines;
    for (std::size_t lane = 0; lane < warp_lanes; ++lane) {
      if (!access.lane_is_active(static_cast<int>(lane))) continue;
      for (std::uint64_t byte = access.address[lane]; byte < access.address[lane] + access.bytes;
           ++byte) {
        const std::uint64_t flat = byte / 4 * 128 + lane * 4 + byte % 4;
        sectors.insert(flat / 32);
        lines.insert(flat / 128);
      }
    }
    const GlobalCost cost = local_cost(access);
    ASSERT_EQ(cost.sectors, sectors.size()) << ::testing::PrintToString(access);
    ASSERT_EQ(cost.tag_lookups, lines.size()) << ::testing::PrintToString(access);
  }
}

}  // namespace
}  // namespace lanescope::memory::testing
