#include "sim/steps/recording.h"

#include <gtest/gtest.h>

#include <bit>

namespace lanescope::steps {
namespace value_test {
namespace {

std::string text(ptx::Type type, Reading reading, std::uint64_t low, std::uint64_t high = 0) {
  return value_text({"%x", type, reading, ""}, {low, high});
}

TEST(RegisterValue, integers_have_their_sign) {
  EXPECT_EQ(text(ptx::Type::b32, Reading::signed_integer, 0xffff'fffe), "-2");
  EXPECT_EQ(text(ptx::Type::b32, Reading::unsigned_integer, 0xffff'fffe), "4294967294");
  EXPECT_EQ(text(ptx::Type::b16, Reading::signed_integer, 0xffff), "-1");
  EXPECT_EQ(text(ptx::Type::b64, Reading::signed_integer, ~0ULL - 4), "-5");
}

TEST(RegisterValue, addresses_are_hexadecimal) {
  EXPECT_EQ(text(ptx::Type::b64, Reading::address, 0x7f00'0000'0400), "0x7f0000000400");
  EXPECT_EQ(text(ptx::Type::b32, Reading::address, 132), "0x84");
}

TEST(RegisterValue, floats_are_the_shortest_that_read_as_the_same) {
  EXPECT_EQ(text(ptx::Type::f32, Reading::floating, std::bit_cast<std::uint32_t>(0.1F)), "0.1");
  EXPECT_EQ(text(ptx::Type::b32, Reading::floating, std::bit_cast<std::uint32_t>(-2.5F)), "-2.5");
  EXPECT_EQ(text(ptx::Type::f64, Reading::floating, std::bit_cast<std::uint64_t>(0.1)), "0.1");
  EXPECT_EQ(text(ptx::Type::f32, Reading::floating, 0x7f80'0000), "inf");
  EXPECT_EQ(text(ptx::Type::f32, Reading::floating, 0xff80'0000), "-inf");
  EXPECT_EQ(text(ptx::Type::f32, Reading::floating, 0x7fc0'0000), "nan");
  EXPECT_EQ(text(ptx::Type::f16, Reading::floating, 0x3e00), "1.5");
  EXPECT_EQ(text(ptx::Type::f16, Reading::floating, 0x0001), "5.9604645e-08");
  EXPECT_EQ(text(ptx::Type::f16x2, Reading::floating, 0xc000'3c00), "(1, -2)");
  EXPECT_EQ(text(ptx::Type::bf16, Reading::floating, 0x3fc0), "1.5");
}

TEST(RegisterValue, bits_are_numbers_of_the_type_that_instructions_give_them) {
  const auto text_as = [](ptx::Type declared, ptx::Type number, std::uint64_t bits) {
    return value_text({"%x", declared, Reading::floating, "", number}, {bits, 0});
  };
  EXPECT_EQ(text_as(ptx::Type::b16, ptx::Type::f16, 0x3e00), "1.5");
  EXPECT_EQ(text_as(ptx::Type::b16, ptx::Type::bf16, 0x3fc0), "1.5");
  EXPECT_EQ(text_as(ptx::Type::b32, ptx::Type::f16x2, 0xc000'3c00), "(1, -2)");
  EXPECT_EQ(text_as(ptx::Type::b32, ptx::Type::bf16x2, 0xc000'3fc0), "(1.5, -2)");
  EXPECT_EQ(text_as(ptx::Type::b64, ptx::Type::f32x2, 0xc000'0000'3fc0'0000), "(1.5, -2)");
  EXPECT_EQ(text_as(ptx::Type::b64, ptx::Type::f64, 0x3ff8'0000'0000'0000), "1.5");
}

TEST(RegisterValue, predicates_and_bits) {
  EXPECT_EQ(text(ptx::Type::pred, Reading::predicate, 1), "true");
  EXPECT_EQ(text(ptx::Type::pred, Reading::predicate, 0), "false");
  EXPECT_EQ(text(ptx::Type::b64, Reading::bits, 0xab), "0x00000000000000ab");
  EXPECT_EQ(text(ptx::Type::b128, Reading::bits, 1, 2), "0x00000000000000020000000000000001");
}

}  // namespace
}  // namespace value_test
}  // namespace lanescope::steps
