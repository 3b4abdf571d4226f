// The examples of the CUDA C Programming Guide 4.2, Figure F-1, and of the CUDA C Best Practices
// Guide 4.2, 6.2.1, on the machines of that time.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "sim/memory/memory_rules.h"
#include "tests/memory/accesses.h"
#include "tests/memory/machine_brute_force.h"
#include "tests/repetitions.h"

namespace lanescope::memory::testing {
namespace machine_global_test {
namespace {

constexpr Kind float_load{Space::global, Op::load, 4};
constexpr Kind float_store{Space::global, Op::store, 4};
const MemoryRules g80{GlobalRule::sequential_segments, SharedRule::half_warps, true};
const MemoryRules gt200{GlobalRule::segments, SharedRule::half_warps, true};
const MemoryRules fermi{GlobalRule::cached_lines, SharedRule::whole_warp, false};

using Sizes = std::vector<std::uint32_t>;

Sizes sizes_of(const WarpAccess& access, const MemoryRules& machine) {
  Sizes sizes;
  for (const Transaction& one : transactions(access, machine)) sizes.push_back(one.bytes);
  return sizes;
}

std::size_t count_at(const WarpAccess& access, const MemoryRules& machine, std::uint64_t address) {
  const std::vector<Transaction> all = transactions(access, machine);
  return static_cast<std::size_t>(std::ranges::count(all, address, &Transaction::address));
}

TEST(MachineGlobal, aligned_floats_in_sequence_are_two_64_byte_transactions_on_every_1_x) {
  const WarpAccess access = strided(float_load, 4, 128);
  for (const MemoryRules& machine : {g80, gt200}) {
    EXPECT_EQ(sizes_of(access, machine), (Sizes{64, 64}));
    EXPECT_EQ(count_at(access, machine, 128), 1U);
    EXPECT_EQ(count_at(access, machine, 192), 1U);
  }
}

TEST(MachineGlobal, aligned_floats_out_of_sequence_are_32_transactions_on_1_0_and_two_on_1_3) {
  // Two lanes of each half-warp are swapped.
  const WarpAccess access = pattern(float_load, [](std::uint64_t lane) {
    const std::uint64_t other = lane % 16 == 3 || lane % 16 == 4 ? 7 - lane % 16 : lane % 16;
    return 128 + 4 * (lane / 16 * 16 + other);
  });
  EXPECT_EQ(sizes_of(access, g80), Sizes(32, 32));
  for (const std::uint64_t address : {128U, 160U, 192U, 224U})
    EXPECT_EQ(count_at(access, g80, address), 8U) << address;
  EXPECT_EQ(sizes_of(access, gt200), (Sizes{64, 64}));
}

TEST(MachineGlobal, a_misaligned_sequence_is_128_64_and_32_bytes_on_1_3_and_32_parts_on_1_0) {
  const WarpAccess access = strided(float_load, 4, 132);
  EXPECT_EQ(sizes_of(access, gt200), (Sizes{128, 64, 32}));
  EXPECT_EQ(count_at(access, gt200, 128), 1U);
  EXPECT_EQ(count_at(access, gt200, 192), 1U);
  EXPECT_EQ(count_at(access, gt200, 256), 1U);
  EXPECT_EQ(global_cost(access, gt200).sectors, 7U);
  EXPECT_EQ(count_at(access, g80, 128), 7U);
  EXPECT_EQ(count_at(access, g80, 160), 8U);
  EXPECT_EQ(count_at(access, g80, 192), 8U);
  EXPECT_EQ(count_at(access, g80, 224), 8U);
  EXPECT_EQ(count_at(access, g80, 256), 1U);
}

TEST(MachineGlobal, fermi_reads_one_line_when_aligned_and_two_when_not) {
  EXPECT_EQ(sizes_of(strided(float_load, 4, 128), fermi), (Sizes{128}));
  EXPECT_EQ(sizes_of(strided(float_load, 4, 132), fermi), (Sizes{128, 128}));
}

TEST(MachineGlobal, fermi_writes_32_bytes_at_a_time) {
  EXPECT_EQ(sizes_of(strided(float_store, 4, 128), fermi), Sizes(4, 32));
  EXPECT_EQ(sizes_of(strided(float_store, 4, 132), fermi), Sizes(5, 32));
}

TEST(MachineGlobal, fermi_serves_8_bytes_per_lane_by_halves_and_16_by_quarters) {
  EXPECT_EQ(sizes_of(strided({Space::global, Op::load, 8}, 8, 0), fermi), Sizes(2, 128));
  EXPECT_EQ(sizes_of(strided({Space::global, Op::load, 16}, 16, 0), fermi), Sizes(4, 128));
  // Both halves request the line in the middle.
  EXPECT_EQ(sizes_of(strided({Space::global, Op::load, 8}, 8, 64), fermi), Sizes(4, 128));
}

TEST(MachineGlobal, a_stride_of_two_floats_takes_a_128_byte_segment_a_half_warp_on_1_3) {
  const WarpAccess access = strided(float_load, 8, 0);
  EXPECT_EQ(sizes_of(access, gt200), (Sizes{128, 128}));
  const GlobalCost cost = global_cost(access, gt200);
  EXPECT_EQ(2 * cost.bytes_used, 32 * cost.sectors);  // 50 %
}

TEST(MachineGlobal, an_offset_of_16_floats_is_as_good_as_none_on_1_3) {
  for (int offset = 0; offset <= 32; ++offset) {
    const GlobalCost cost = global_cost(strided(float_load, 4, 4 * offset), gt200);
    EXPECT_EQ(cost.sectors == 4, offset % 16 == 0) << offset;
  }
}

TEST(MachineGlobal, bytes_and_halves_start_from_segments_of_32_and_64_bytes_on_1_3) {
  EXPECT_EQ(sizes_of(strided({Space::global, Op::load, 1}, 1, 0), gt200), (Sizes{32, 32}));
  EXPECT_EQ(sizes_of(strided({Space::global, Op::load, 2}, 2, 0), gt200), (Sizes{32, 32}));
  EXPECT_EQ(sizes_of(strided({Space::global, Op::load, 2}, 4, 0), gt200), (Sizes{64, 64}));
}

TEST(MachineGlobal, words_of_1_and_2_bytes_never_coalesce_on_1_0) {
  EXPECT_EQ(sizes_of(strided({Space::global, Op::load, 2}, 2, 0), g80), Sizes(32, 32));
}

TEST(MachineGlobal, wide_words_in_sequence_are_one_and_two_128_byte_transactions_a_half_on_1_0) {
  EXPECT_EQ(sizes_of(strided({Space::global, Op::load, 8}, 8, 128), g80), Sizes(2, 128));
  EXPECT_EQ(sizes_of(strided({Space::global, Op::load, 16}, 16, 128), g80), Sizes(4, 128));
}

TEST(MachineGlobal, lanes_that_take_no_part_do_not_break_a_sequence_on_1_0) {
  EXPECT_EQ(sizes_of(strided(float_load, 4, 128, 0x0000'fff0U), g80), (Sizes{64}));
}

TEST(MachineGlobal, constant_requests_are_made_by_each_half_of_the_warp_on_1_x) {
  const WarpAccess same = strided({Space::constant, Op::load, 4}, 0, 64);
  EXPECT_EQ(constant_cost(same, gt200), (ConstantCost{2, 2}));
  EXPECT_EQ(constant_cost(same, fermi), (ConstantCost{1, 1}));
  EXPECT_EQ(constant_cost(strided({Space::constant, Op::load, 4}, 4), gt200),
            (ConstantCost{32, 2}));
}

TEST(MachineGlobal, without_a_machine_every_cost_is_the_measured_one) {
  RandomAccesses accesses(11);
  for (int i = 0; i < tests::repetitions(5'000); ++i) {
    const WarpAccess access = accesses.next(Space::global);
    ASSERT_EQ(global_cost(access, MemoryRules{}), global_cost(access));
  }
}

TEST(MachineGlobal, agrees_with_brute_force_on_random_accesses) {
  for (const MemoryRules& machine : {g80, gt200, fermi}) {
    RandomAccesses accesses(12);
    for (int i = 0; i < tests::repetitions(10'000); ++i) {
      const WarpAccess access = accesses.next(Space::global);
      ASSERT_EQ(global_cost(access, machine), brute_force_global_cost(access, machine))
          << static_cast<int>(machine.global) << ' ' << ::testing::PrintToString(access);
    }
  }
}

TEST(MachineGlobal, transactions_cover_what_their_lanes_want_and_the_ideal_is_never_beaten) {
  for (const MemoryRules& machine : {g80, gt200, fermi}) {
    RandomAccesses accesses(13);
    for (int i = 0; i < tests::repetitions(3'000); ++i) {
      const WarpAccess access = accesses.next(Space::global);
      const GlobalCost cost = global_cost(access, machine);
      ASSERT_GE(cost.sectors, cost.ideal_sectors) << ::testing::PrintToString(access);
      std::uint32_t served = 0;
      for (const Transaction& one : transactions(access, machine)) {
        ASSERT_EQ(one.address % one.bytes, 0U);
        served |= one.lanes;
      }
      ASSERT_EQ(served, access.mask);
    }
  }
}

}  // namespace
}  // namespace machine_global_test
}  // namespace lanescope::memory::testing
