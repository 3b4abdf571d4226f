#include "kernels/device/array_difference.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace lanescope::device {
namespace {

using lesson::ElementType;

template <class T>
std::optional<ArrayDifference> difference(const std::vector<T>& expected,
                                          const std::vector<T>& found, ElementType type,
                                          Tolerance tolerance = {}) {
  return first_difference(std::as_bytes(std::span(expected)), std::as_bytes(std::span(found)), type,
                          tolerance);
}

TEST(ArrayDifference, is_none_between_equal_arrays) {
  EXPECT_FALSE(difference<int>({1, 2, 3}, {1, 2, 3}, ElementType::i32));
  EXPECT_FALSE(difference<int>({}, {}, ElementType::i32));
}

TEST(ArrayDifference, is_found_with_its_place_both_values_and_the_number) {
  const auto found = difference<int>({1, 2, 3, -4, 5}, {1, 2, 7, -4, 6}, ElementType::i32);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->index, 2U);
  EXPECT_EQ(found->expected, "3");
  EXPECT_EQ(found->found, "7");
  EXPECT_EQ(found->count, 2U);
}

TEST(ArrayDifference, reads_elements_of_every_size) {
  EXPECT_EQ(difference<std::int8_t>({1, -2}, {1, -3}, ElementType::i8)->found, "-3");
  EXPECT_EQ(difference<std::uint8_t>({1, 200}, {1, 201}, ElementType::u8)->found, "201");
  EXPECT_EQ(difference<std::int16_t>({1, 2}, {1, -3}, ElementType::i16)->index, 1U);
  EXPECT_EQ(difference<std::uint16_t>({1, 2}, {1, 65535}, ElementType::u16)->found, "65535");
  EXPECT_EQ(difference<std::uint32_t>({0}, {4000000000U}, ElementType::u32)->found, "4000000000");
  EXPECT_EQ(difference<std::int64_t>({0}, {-5}, ElementType::i64)->found, "-5");
  EXPECT_EQ(difference<std::uint64_t>({0}, {~std::uint64_t{0}}, ElementType::u64)->found,
            "18446744073709551615");
  EXPECT_EQ(difference<double>({0.5}, {0.25}, ElementType::f64)->expected, "0.5");
  EXPECT_EQ(difference<std::uint16_t>({0x3c00}, {0xb800}, ElementType::f16)->found, "-0.5");
  EXPECT_EQ(difference<std::uint16_t>({0x3f80}, {0xbf00}, ElementType::bf16)->found, "-0.5");
}

TEST(ArrayDifference, of_floats_is_by_the_bit_where_no_tolerance_is_given) {
  const float next = std::nextafter(1.0F, 2.0F);
  EXPECT_TRUE(difference<float>({1.0F}, {next}, ElementType::f32));
  EXPECT_TRUE(difference<float>({0.0F}, {-0.0F}, ElementType::f32));
}

TEST(ArrayDifference, of_halves_is_that_of_their_values) {
  EXPECT_TRUE(difference<std::uint16_t>({0}, {0x8000}, ElementType::f16));
  EXPECT_FALSE(difference<std::uint16_t>({0x7e00}, {0x7fff}, ElementType::f16));  // NaNs
  EXPECT_FALSE(difference<std::uint16_t>({0x3c00}, {0x3c01}, ElementType::f16, {1e-3, 0}));
}

TEST(ArrayDifference, takes_any_not_a_number_for_any_other) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(difference<float>({nan}, {-nan}, ElementType::f32));
  EXPECT_TRUE(difference<float>({nan}, {1.0F}, ElementType::f32));
  EXPECT_TRUE(difference<float>({1.0F}, {nan}, ElementType::f32, {1, 1}));
}

TEST(ArrayDifference, is_none_within_the_tolerance_and_one_beyond) {
  const Tolerance tolerance{.relative = 0.01, .absolute = 0.001};
  EXPECT_FALSE(difference<float>({100.0F}, {100.9F}, ElementType::f32, tolerance));
  EXPECT_TRUE(difference<float>({100.0F}, {101.1F}, ElementType::f32, tolerance));
  EXPECT_FALSE(difference<float>({0.0F}, {0.0009F}, ElementType::f32, tolerance));
  EXPECT_TRUE(difference<float>({0.0F}, {0.0011F}, ElementType::f32, tolerance));
}

TEST(ArrayDifference, of_infinities_is_none_only_between_equal_ones) {
  const float infinity = std::numeric_limits<float>::infinity();
  const Tolerance tolerance{.relative = 0.01, .absolute = 0.001};
  EXPECT_FALSE(difference<float>({infinity}, {infinity}, ElementType::f32, tolerance));
  EXPECT_TRUE(difference<float>({infinity, 1.0F}, {-infinity, 1.0F}, ElementType::f32, tolerance));
}

TEST(ArrayDifference, of_integers_knows_no_tolerance) {
  EXPECT_TRUE(difference<int>({1000}, {1001}, ElementType::i32, {1, 10}));
}

}  // namespace
}  // namespace lanescope::device
