#include "sim/memory/global.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>

#include "tests/memory/accesses.h"
#include "tests/memory/brute_force.h"
#include "tests/repetitions.h"

namespace lanescope::memory::testing {

namespace {

constexpr Kind float_load{Space::global, Op::load, 4};
constexpr Kind atomic_add{Space::global, Op::atomic, 4};

TEST(GlobalCost, no_lanes_cost_nothing) {
  EXPECT_EQ(global_cost(strided(float_load, 4, 0, 0)), GlobalCost{});
}

TEST(GlobalCost, neighbouring_floats_fill_four_sectors_of_one_line) {
  const GlobalCost expected{.sectors = 4,
                            .tag_lookups = 1,
                            .ideal_sectors = 4,
                            .bytes_requested = 128,
                            .bytes_used = 128};
  EXPECT_EQ(global_cost(strided(float_load, 4)), expected);
}

TEST(GlobalCost, a_full_warp_at_its_best_takes_1_2_4_8_16_sectors_by_width) {
  for (const std::uint8_t bytes : std::array<std::uint8_t, 5>{1, 2, 4, 8, 16}) {
    const GlobalCost cost = global_cost(strided({Space::global, Op::load, bytes}, bytes));
    EXPECT_EQ(cost.sectors, bytes);
    EXPECT_EQ(cost.ideal_sectors, bytes);
  }
}

TEST(GlobalCost, stride_of_two_floats_touches_eight_sectors) {
  const GlobalCost cost = global_cost(strided(float_load, 8));
  EXPECT_EQ(cost.sectors, 8U);
  EXPECT_EQ(cost.ideal_sectors, 4U);
  EXPECT_EQ(cost.tag_lookups, 2U);
}

TEST(GlobalCost, a_column_of_a_matrix_touches_one_sector_and_one_line_per_lane) {
  const GlobalCost expected{.sectors = 32,
                            .tag_lookups = 32,
                            .ideal_sectors = 4,
                            .bytes_requested = 128,
                            .bytes_used = 128};
  EXPECT_EQ(global_cost(strided(float_load, 4096)), expected);
  EXPECT_EQ(global_cost(strided(float_load, -4096, 1 << 20)), expected);
}

TEST(GlobalCost, a_row_that_starts_off_a_sector_takes_a_fifth_one_and_a_second_line) {
  const GlobalCost cost = global_cost(strided(float_load, 4, 4));
  EXPECT_EQ(cost.sectors, 5U);
  EXPECT_EQ(cost.tag_lookups, 2U);
}

TEST(GlobalCost, all_lanes_on_one_word_use_four_bytes_of_one_sector) {
  const GlobalCost expected{
      .sectors = 1, .tag_lookups = 1, .ideal_sectors = 1, .bytes_requested = 128, .bytes_used = 4};
  EXPECT_EQ(global_cost(strided(float_load, 0, 64)), expected);
}

TEST(GlobalCost, the_last_bytes_of_a_misaligned_access_count_too) {
  const GlobalCost expected{
      .sectors = 2, .tag_lookups = 2, .ideal_sectors = 1, .bytes_requested = 8, .bytes_used = 8};
  EXPECT_EQ(global_cost(strided({Space::global, Op::load, 8}, 0, 124, 1)), expected);
}

TEST(GlobalCost, thirty_two_atomics_on_one_word_ask_for_its_sector_32_times) {
  const GlobalCost expected{
      .sectors = 32, .tag_lookups = 1, .ideal_sectors = 4, .bytes_requested = 128, .bytes_used = 4};
  EXPECT_EQ(global_cost(strided(atomic_add, 0)), expected);
}

TEST(GlobalCost, atomics_on_different_words_of_a_sector_share_it) {
  EXPECT_EQ(global_cost(strided(atomic_add, 4)).sectors, 4U);
}

TEST(GlobalCost, atomics_of_a_sector_queue_as_long_as_for_its_most_wanted_word) {
  // Five lanes on word 0, three on word 1, both of sector 0.
  const WarpAccess access = pattern(
      atomic_add, [](std::uint64_t lane) { return lane < 5 ? 0 : 4; }, 0xffU);
  EXPECT_EQ(global_cost(access).sectors, 5U);
}

TEST(GlobalCost, agrees_with_brute_force_on_random_accesses) {
  RandomAccesses accesses(1);
  for (int i = 0; i < tests::repetitions(20'000); ++i) {
    const WarpAccess access = accesses.next(Space::global);
    ASSERT_EQ(global_cost(access), brute_force_global_cost(access))
        << ::testing::PrintToString(access);
  }
}

TEST(TouchedLines, are_in_ascending_order_whatever_the_order_of_the_lanes) {
  const auto lines = touched_lines(strided(float_load, -128, 1024, 0xfU));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].address, 640U);
  EXPECT_EQ(lines[3].address, 1024U);
  EXPECT_EQ(lines[3].lanes[0].lane, 0);
}

TEST(TouchedLines, a_lane_that_crosses_a_line_appears_in_both) {
  const auto lines = touched_lines(strided({Space::global, Op::load, 16}, 0, 120, 1));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].lanes[0].first_byte, 120);
  EXPECT_EQ(lines[0].lanes[0].byte_count, 8);
  EXPECT_EQ(lines[1].lanes[0].first_byte, 0);
  EXPECT_EQ(lines[1].lanes[0].byte_count, 8);
}

TEST(TouchedLines, used_bytes_are_those_of_the_lanes_and_no_others) {
  const auto lines = touched_lines(strided(float_load, 64, 0, 0x3U));
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].used_bytes, (std::array<std::uint32_t, 4>{0xf, 0, 0xf, 0}));
  EXPECT_EQ(lines[0].sector_touched, (std::array<bool, 4>{true, false, true, false}));
}

// The picture's data must agree with the costs in the tables.
TEST(TouchedLines, add_up_to_the_cost_on_random_loads_and_stores) {
  RandomAccesses accesses(2);
  for (int i = 0; i < tests::repetitions(5'000); ++i) {
    WarpAccess access = accesses.next(Space::global);
    access.op = Op::load;
    GlobalCost seen;
    for (const TouchedLine& line : touched_lines(access)) {
      ++seen.tag_lookups;
      for (const bool touched : line.sector_touched) seen.sectors += touched ? 1 : 0;
      for (const std::uint32_t used : line.used_bytes)
        seen.bytes_used += static_cast<std::uint32_t>(std::popcount(used));
      for (const LaneSpan& span : line.lanes) seen.bytes_requested += span.byte_count;
    }
    const GlobalCost cost = global_cost(access);
    seen.ideal_sectors = cost.ideal_sectors;
    ASSERT_EQ(seen, cost) << ::testing::PrintToString(access);
  }
}

}  // namespace
}  // namespace lanescope::memory::testing
