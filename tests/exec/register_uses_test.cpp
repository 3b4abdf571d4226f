#include "sim/exec/decode/register_uses.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace lanescope::exec {
namespace {

RegisterUse use(std::vector<std::uint32_t> writes, std::vector<std::uint32_t> reads) {
  RegisterUse result;
  result.writes = std::move(writes);
  result.reads = std::move(reads);
  return result;
}
RegisterUse branch(std::uint32_t target, std::vector<std::uint32_t> reads = {}) {
  RegisterUse result = use({}, std::move(reads));
  result.target = target;
  result.conditional = true;
  return result;
}

TEST(LiveAtEntry, holds_registers_read_before_they_are_written) {
  EXPECT_EQ(live_at_entry({use({0}, {1}), use({2}, {0})}, 3), (std::vector<std::uint32_t>{1}));
}

TEST(LiveAtEntry, holds_registers_that_one_path_does_not_write) {
  EXPECT_EQ(live_at_entry({branch(2), use({0}, {}), use({}, {0})}, 1),
            (std::vector<std::uint32_t>{0}));
}

TEST(LiveAtEntry, does_not_trust_a_guarded_write) {
  RegisterUse guarded = use({0}, {});
  guarded.may_skip = true;
  EXPECT_EQ(live_at_entry({guarded, use({}, {0})}, 1), (std::vector<std::uint32_t>{0}));
}

TEST(LiveAtEntry, follows_loops_backward) {
  // 0: read r0; 1: write r0; 2: branch 0. In the first iteration r0 is read before any write.
  EXPECT_EQ(live_at_entry({use({}, {0}), use({0}, {}), branch(0)}, 1),
            (std::vector<std::uint32_t>{0}));
}

TEST(ReachAddresses, follows_values_backward) {
  // r1 = r0; r2 = r1; load at r2; r4 = r3
  std::vector<RegisterUse> program = {use({1}, {0}), use({2}, {1}), use({}, {2}), use({4}, {3})};
  program[2].addresses = {2};
  EXPECT_EQ(reach_addresses(program, 5), (std::vector<bool>{true, true, true, false, false}));
}

TEST(RegisterSlots, are_reused_once_their_values_are_no_longer_read) {
  // r0 = ; r1 = r0; r2 = r1; r3 = r2; read r3
  const auto slots = register_slots(
      {use({0}, {}), use({1}, {0}), use({2}, {1}), use({3}, {2}), use({}, {3})}, {4, 4, 4, 4});
  EXPECT_EQ(slots[2], slots[0]);
  EXPECT_EQ(slots[3], slots[1]);
}

TEST(RegisterSlots, differ_for_what_one_instruction_reads_and_writes) {
  const auto slots = register_slots({use({0}, {}), use({1}, {0})}, {4, 4});
  EXPECT_NE(slots[0], slots[1]);
}

TEST(RegisterSlots, differ_for_two_unread_results_of_one_instruction) {
  const auto slots = register_slots({use({0, 1}, {})}, {4, 4});
  EXPECT_NE(slots[0], slots[1]);
}

TEST(RegisterSlots, differ_for_what_is_live_together) {
  const auto slots = register_slots({use({0}, {}), use({1}, {}), use({}, {0, 1})}, {4, 4});
  EXPECT_NE(slots[0], slots[1]);
}

TEST(RegisterSlots, differ_for_an_unread_result_and_values_live_at_the_time) {
  const auto slots = register_slots({use({0}, {}), use({1}, {}), use({}, {0})}, {4, 4});
  EXPECT_NE(slots[0], slots[1]);
}

TEST(RegisterSlots, differ_where_a_loop_reads_again) {
  // 0: r0 = ; 1: r1 = ; 2: read r0, r1; 3: loop to 1
  const auto slots =
      register_slots({use({0}, {}), use({1}, {}), use({}, {0, 1}), branch(1)}, {4, 4});
  EXPECT_NE(slots[0], slots[1]);
  // 0: r0 = ; 1: read r0; 2: r1 = ; 3: read r1; 4: loop to 1. r0 is read again.
  const auto again =
      register_slots({use({0}, {}), use({}, {0}), use({1}, {}), use({}, {1}), branch(1)}, {4, 4});
  EXPECT_NE(again[0], again[1]);
}

TEST(RegisterSlots, keep_what_a_guarded_write_may_leave) {
  RegisterUse guarded = use({0}, {});
  guarded.may_skip = true;
  const auto slots = register_slots({use({1}, {}), use({}, {1}), guarded, use({}, {0})}, {4, 4});
  EXPECT_NE(slots[0], slots[1]);
}

TEST(RegisterSlots, of_other_sizes_are_different) {
  const auto slots =
      register_slots({use({0}, {}), use({}, {0}), use({1}, {}), use({}, {1})}, {4, 8});
  EXPECT_NE(slots[0], slots[1]);
}

TEST(RegisterSlots, of_their_own_are_not_shared) {
  const auto slots =
      register_slots({use({0}, {}), use({}, {0}), use({1}, {}), use({}, {1})}, {0, 0});
  EXPECT_NE(slots[0], slots[1]);
}

// Executes random programs by register and by slot: every read must see the last value
// written to that register.
TEST(RegisterSlots, lose_no_value_on_any_path) {
  std::size_t shared = 0;
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    std::mt19937 numbers(seed);
    const auto random = [&] { return static_cast<std::uint32_t>(numbers()); };
    std::vector<RegisterUse> program;
    const std::uint32_t size = 8 + random() % 30;
    const std::uint32_t registers = size;
    for (std::uint32_t i = 0; i < size; ++i) {
      // Like a compiler's: most results have a register of their own and are read soon.
      const auto recent = [&] { return i - std::min(i, random() % 5); };
      RegisterUse in = use({random() % 8 == 0 ? random() % size : i}, {recent(), recent()});
      in.may_skip = random() % 12 == 0;
      if (random() % 12 == 0) in = branch(random() % size, {recent()});
      program.push_back(in);
    }
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t r = 0; r < registers; ++r) sizes.push_back(random() % 3 == 0 ? 8 : 4);
    const std::vector<std::uint32_t> slots = register_slots(program, sizes);
    for (std::uint32_t r = 0; r < registers; ++r)
      for (std::uint32_t q = 0; q < r; ++q) shared += slots[r] == slots[q] ? 1 : 0;
    for (int path = 0; path < 20; ++path) {
      std::vector<int> by_register(registers, 0);
      std::vector<int> by_slot(registers, 0);
      std::uint32_t at = 0;
      for (int count = 1; count < 100 && at < program.size(); ++count) {
        const RegisterUse& in = program[at];
        for (const std::uint32_t r : in.reads)
          ASSERT_EQ(by_slot[slots[r]], by_register[r]) << "seed " << seed << ", at " << at;
        if (!in.may_skip || random() % 2 == 0) {
          for (const std::uint32_t w : in.writes) by_register[w] = by_slot[slots[w]] = count;
        }
        at = in.target && random() % 2 == 0 ? *in.target : at + 1;
      }
    }
  }
  EXPECT_GT(shared, 300U);
}

}  // namespace
}  // namespace lanescope::exec
