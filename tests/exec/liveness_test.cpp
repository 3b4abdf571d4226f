#include "sim/exec/decode/liveness.h"

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

TEST(SharedPlaces, are_reused_once_their_values_are_no_longer_read) {
  // r0 = ; r1 = r0; r2 = r1; r3 = r2
  const auto places =
      shared_places({use({0}, {}), use({1}, {0}), use({2}, {1}), use({3}, {2})}, {4, 4, 4, 4});
  EXPECT_EQ(places[2], places[0]);
  EXPECT_EQ(places[3], places[1]);
}

TEST(SharedPlaces, differ_for_what_one_instruction_reads_and_writes) {
  const auto places = shared_places({use({0}, {}), use({1}, {0})}, {4, 4});
  EXPECT_NE(places[0], places[1]);
}

TEST(SharedPlaces, differ_for_two_unread_results_of_one_instruction) {
  const auto places = shared_places({use({0, 1}, {})}, {4, 4});
  EXPECT_NE(places[0], places[1]);
}

TEST(SharedPlaces, differ_for_what_is_live_together) {
  const auto places = shared_places({use({0}, {}), use({1}, {}), use({}, {0, 1})}, {4, 4});
  EXPECT_NE(places[0], places[1]);
}

TEST(SharedPlaces, differ_for_an_unread_result_and_values_live_at_the_time) {
  const auto places = shared_places({use({0}, {}), use({1}, {}), use({}, {0})}, {4, 4});
  EXPECT_NE(places[0], places[1]);
}

TEST(SharedPlaces, differ_where_a_loop_reads_again) {
  // 0: r0 = ; 1: r1 = ; 2: read r0, r1; 3: loop to 1
  const auto places =
      shared_places({use({0}, {}), use({1}, {}), use({}, {0, 1}), branch(1)}, {4, 4});
  EXPECT_NE(places[0], places[1]);
  // 0: r0 = ; 1: read r0; 2: r1 = ; 3: read r1; 4: loop to 1. r0 is read again.
  const auto again =
      shared_places({use({0}, {}), use({}, {0}), use({1}, {}), use({}, {1}), branch(1)}, {4, 4});
  EXPECT_NE(again[0], again[1]);
}

TEST(SharedPlaces, keep_what_a_guarded_write_may_leave) {
  RegisterUse guarded = use({0}, {});
  guarded.may_skip = true;
  const auto places =
      shared_places({use({0}, {}), use({1}, {}), use({}, {1}), guarded, use({}, {0})}, {4, 4});
  EXPECT_NE(places[0], places[1]);
}

TEST(SharedPlaces, of_other_classes_are_different) {
  const auto places =
      shared_places({use({0}, {}), use({}, {0}), use({1}, {}), use({}, {1})}, {4, 8});
  EXPECT_NE(places[0], places[1]);
}

TEST(SharedPlaces, of_their_own_are_not_shared) {
  const auto places = shared_places({use({0}, {}), use({}, {0}), use({1}, {}), use({}, {1})},
                                    {own_place, own_place});
  EXPECT_NE(places[0], places[1]);
}

TEST(SharedPlaces, are_not_looked_for_among_thousands_of_values_that_live_together) {
  constexpr std::uint32_t registers = 5000;
  std::vector<RegisterUse> program;
  RegisterUse all = use({}, {});
  for (std::uint32_t r = 0; r < registers; ++r) {
    program.push_back(use({r}, {}));
    all.reads.push_back(r);
  }
  program.push_back(all);
  std::vector<std::uint32_t> places =
      shared_places(program, std::vector<std::uint32_t>(registers, 4));
  std::sort(places.begin(), places.end());
  EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end());
}

// Executes random programs by register and by shared place: every read must see the last value
// written to that register.
TEST(SharedPlaces, lose_no_value_on_any_path) {
  constexpr std::uint32_t registers = 12;
  std::size_t shared = 0;
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    std::mt19937 numbers(seed);
    const auto random = [&] { return static_cast<std::uint32_t>(numbers()); };
    std::vector<RegisterUse> program;
    const std::uint32_t size = 8 + random() % 30;
    for (std::uint32_t i = 0; i < size; ++i) {
      RegisterUse in = use({random() % registers}, {random() % registers, random() % registers});
      in.may_skip = random() % 8 == 0;
      if (random() % 5 == 0) in = branch(random() % size, {random() % registers});
      program.push_back(in);
    }
    std::vector<std::uint32_t> classes;
    for (std::uint32_t r = 0; r < registers; ++r) classes.push_back(random() % 3 == 0 ? 8 : 4);
    const std::vector<std::uint32_t> places = shared_places(program, classes);
    for (std::uint32_t r = 0; r < registers; ++r)
      for (std::uint32_t q = 0; q < r; ++q) shared += places[r] == places[q] ? 1 : 0;
    for (int path = 0; path < 20; ++path) {
      std::vector<int> by_register(registers, 0);
      std::vector<int> by_place(registers, 0);
      std::uint32_t at = 0;
      for (int step = 1; step < 100 && at < program.size(); ++step) {
        const RegisterUse& in = program[at];
        for (const std::uint32_t r : in.reads)
          ASSERT_EQ(by_place[places[r]], by_register[r]) << "seed " << seed << ", at " << at;
        if (!in.may_skip || random() % 2 == 0) {
          for (const std::uint32_t w : in.writes) by_register[w] = by_place[places[w]] = step;
        }
        at = in.target && random() % 2 == 0 ? *in.target : at + 1;
      }
    }
  }
  EXPECT_GT(shared, 300U);
}

}  // namespace
}  // namespace lanescope::exec
