// Thread numbers, compared with counting threads one by one in nested loops.
#include "sim/launch/thread_index.h"

#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

namespace lanescope::launch {
namespace {

// Calls visit() for every thread of the launch: x fastest, blocks last.
void for_each_position(const Shape& shape,
                       const std::function<void(const ThreadPosition&)>& visit) {
  ThreadPosition at;
  for (at.block[2] = 0; at.block[2] < shape.grid[2]; ++at.block[2])
    for (at.block[1] = 0; at.block[1] < shape.grid[1]; ++at.block[1])
      for (at.block[0] = 0; at.block[0] < shape.grid[0]; ++at.block[0])
        for (at.thread[2] = 0; at.thread[2] < shape.block[2]; ++at.thread[2])
          for (at.thread[1] = 0; at.thread[1] < shape.block[1]; ++at.thread[1])
            for (at.thread[0] = 0; at.thread[0] < shape.block[0]; ++at.thread[0]) visit(at);
}

// Small shapes with any number of dimensions, some with odd extents.
std::vector<Shape> shapes() {
  std::vector<Shape> all{
      {{1, 1, 1}, {1, 1, 1}}, {{4, 1, 1}, {48, 1, 1}},   {{3, 2, 1}, {16, 4, 1}},
      {{2, 2, 2}, {4, 3, 2}}, {{1, 3, 1}, {1, 33, 1}},   {{1, 1, 5}, {1, 1, 64}},
      {{2, 1, 3}, {7, 1, 5}}, {{1, 1, 1}, {1024, 1, 1}}, {{2, 1, 1}, {32, 32, 1}}};
  std::mt19937 random(20261120);
  const auto upto = [&](std::uint32_t most) {
    return 1 + static_cast<std::uint32_t>(random() % most);
  };
  for (int i = 0; i < 60; ++i)
    all.push_back({{upto(4), upto(3), upto(3)}, {upto(11), upto(9), upto(7)}});
  return all;
}

TEST(ThreadIndex, is_the_thread_s_turn_when_all_are_counted_one_by_one) {
  for (const Shape& shape : shapes()) {
    ASSERT_TRUE(check_limits(shape).ok());
    std::uint64_t turn = 0;
    for_each_position(shape, [&](const ThreadPosition& position) {
      ASSERT_EQ(global_index(shape, position), turn);
      ASSERT_EQ(thread_position_at(shape, turn), position);
      ++turn;
    });
    EXPECT_EQ(threads_in(shape), turn);
  }
}

TEST(ThreadIndex, warps_and_lanes_are_counted_from_0_in_each_block) {
  for (const Shape& shape : shapes()) {
    std::uint32_t warp = 0, lane = 0;
    for_each_position({{1, 1, 1}, shape.block}, [&](const ThreadPosition& position) {
      const std::uint32_t number = thread_number(shape.block, position.thread);
      ASSERT_EQ(warp_of(number), warp);
      ASSERT_EQ(lane_of(number), lane);
      if (++lane == 32) {
        lane = 0;
        ++warp;
      }
    });
    EXPECT_EQ(warps_in(shape.block), lane == 0 ? warp : warp + 1);
    EXPECT_EQ(idle_lanes(shape.block), lane == 0 ? 0 : 32 - lane);
  }
}

TEST(ThreadIndex, is_the_sum_of_its_digits_each_below_its_radix) {
  for (const Shape& shape : shapes()) {
    for_each_position(shape, [&](const ThreadPosition& position) {
      std::uint64_t sum = 0;
      for (const Digit& digit : digits_of(shape, position)) {
        ASSERT_LT(digit.value, digit.radix);
        sum += digit.value * digit.weight;
      }
      ASSERT_EQ(sum, global_index(shape, position));
    });
  }
}

TEST(ThreadIndex, the_lowest_digit_is_x_of_the_thread_and_the_highest_z_of_the_block) {
  const Digits digits = digits_of({{2, 3, 5}, {7, 11, 13}}, {{1, 2, 4}, {6, 10, 12}});
  EXPECT_EQ(digits[0], (Digit{6, 7, 1}));
  EXPECT_EQ(digits[1], (Digit{10, 11, 7}));
  EXPECT_EQ(digits[2], (Digit{12, 13, 7 * 11}));
  EXPECT_EQ(digits[3], (Digit{1, 2, 7 * 11 * 13}));
  EXPECT_EQ(digits[5], (Digit{4, 5, 7 * 11 * 13 * 2 * 3}));
}

// Nine formulas for each shape. Those that fit give every thread its own, correct number. Those
// that leave out a digit in use give several threads the same number.
TEST(ThreadIndex, a_formula_is_right_exactly_where_it_leaves_out_no_digit_in_use) {
  for (const Shape& shape : shapes()) {
    for (int grid = 1; grid <= 3; ++grid) {
      for (int block = 1; block <= 3; ++block) {
        std::set<std::uint64_t> numbers;
        bool right = true;
        for_each_position(shape, [&](const ThreadPosition& position) {
          const std::uint64_t number = index_by_formula(shape, position, grid, block);
          numbers.insert(number);
          right = right && number == global_index(shape, position);
        });
        EXPECT_EQ(formula_fits(shape, grid, block), right);
        EXPECT_EQ(formula_fits(shape, grid, block), numbers.size() == threads_in(shape));
      }
    }
  }
}

// Each formula as in textbooks.
TEST(ThreadIndex, the_nine_formulas_are_those_of_the_textbooks) {
  const Dim3 g{2, 3, 5}, b{7, 11, 13};
  const Shape shape{g, b};
  const ThreadPosition position{{1, 2, 4}, {6, 10, 12}};
  const std::uint64_t bx = 1, by = 2, bz = 4, x = 6, y = 10, z = 12;
  EXPECT_EQ(index_by_formula(shape, position, 1, 1), bx * b[0] + x);
  EXPECT_EQ(index_by_formula(shape, position, 1, 2), bx * b[0] * b[1] + y * b[0] + x);
  EXPECT_EQ(index_by_formula(shape, position, 1, 3),
            bx * b[0] * b[1] * b[2] + z * b[1] * b[0] + y * b[0] + x);
  const std::uint64_t block_2d = by * g[0] + bx;
  EXPECT_EQ(index_by_formula(shape, position, 2, 1), block_2d * b[0] + x);
  EXPECT_EQ(index_by_formula(shape, position, 2, 2), block_2d * (b[0] * b[1]) + y * b[0] + x);
  EXPECT_EQ(index_by_formula(shape, position, 2, 3),
            block_2d * (b[0] * b[1] * b[2]) + z * (b[0] * b[1]) + y * b[0] + x);
  const std::uint64_t block_3d = bx + by * g[0] + g[0] * g[1] * bz;
  EXPECT_EQ(index_by_formula(shape, position, 3, 1), block_3d * b[0] + x);
  EXPECT_EQ(index_by_formula(shape, position, 3, 2), block_3d * (b[0] * b[1]) + y * b[0] + x);
  EXPECT_EQ(index_by_formula(shape, position, 3, 3),
            block_3d * (b[0] * b[1] * b[2]) + z * (b[0] * b[1]) + y * b[0] + x);
}

TEST(LaunchLimits, the_largest_of_everything_is_allowed) {
  EXPECT_TRUE(check_limits({{0x7fff'ffff, 1, 1}, {1024, 1, 1}}).ok());
  EXPECT_TRUE(check_limits({{1, 65535, 65535}, {1, 1024, 1}}).ok());
  EXPECT_TRUE(check_limits({{1, 1, 1}, {4, 4, 64}}).ok());
  EXPECT_TRUE(check_limits({{0x7fff'ffff, 65535, 65535}, {1, 1, 1}}).ok());
}

TEST(LaunchLimits, one_more_is_not_and_the_check_says_what_it_was) {
  const LimitCheck x = check_limits({{1, 1, 1}, {1025, 1, 1}});
  EXPECT_EQ(x.violation, LimitViolation::block_extent);
  EXPECT_EQ(x.axis, 0U);
  EXPECT_EQ(x.value, 1025U);
  EXPECT_EQ(x.allowed, 1024U);
  const LimitCheck z = check_limits({{1, 1, 1}, {1, 1, 65}});
  EXPECT_EQ(z.violation, LimitViolation::block_extent);
  EXPECT_EQ(z.axis, 2U);
  EXPECT_EQ(z.allowed, 64U);
  const LimitCheck all = check_limits({{1, 1, 1}, {33, 32, 1}});
  EXPECT_EQ(all.violation, LimitViolation::block_threads);
  EXPECT_EQ(all.value, 1056U);
  const LimitCheck grid = check_limits({{1, 65536, 1}, {1, 1, 1}});
  EXPECT_EQ(grid.violation, LimitViolation::grid_extent);
  EXPECT_EQ(grid.axis, 1U);
  EXPECT_EQ(grid.allowed, 65535U);
  EXPECT_EQ(check_limits({{0x8000'0000U, 1, 1}, {1, 1, 1}}).violation, LimitViolation::grid_extent);
}

TEST(LaunchLimits, nothing_in_a_direction_is_no_launch) {
  const LimitCheck none = check_limits({{1, 1, 1}, {32, 0, 1}});
  EXPECT_EQ(none.violation, LimitViolation::zero);
  EXPECT_FALSE(none.of_grid);
  EXPECT_EQ(none.axis, 1U);
  EXPECT_TRUE(check_limits({{0, 1, 1}, {1, 1, 1}}).of_grid);
}

TEST(LaunchLimits, more_threads_than_64_bits_count_are_a_limit_of_their_own) {
  EXPECT_EQ(check_limits({{0x7fff'ffff, 65535, 65535}, {1024, 1, 1}}).violation,
            LimitViolation::countless);
}

}  // namespace
}  // namespace lanescope::launch
