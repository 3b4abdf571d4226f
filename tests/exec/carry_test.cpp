// Carry chains against the host's 128-bit arithmetic.
#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"
#include "tests/exec/word_cases.h"

namespace lanescope::exec {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;
__extension__ using U128 = unsigned __int128;
__extension__ using S128 = __int128;

U128 wide(U64 high, U64 low) { return static_cast<U128>(high) << 64 | low; }

// Halves of b and a as 32-bit registers %r10..%r17: a, b, c, then their upper words.
constexpr const char* split =
    "mov.b64 {%r10, %r20}, %rd10;\nmov.b64 {%r11, %r21}, %rd11;\nmov.b64 {%r12, %r22}, %rd12;\n";

TEST(Carry, chain_of_two_words_is_an_addition_of_64_bits) {
  expect_in_every_lane(std::string(split) +
                           "add.cc.u32 %r30, %r10, %r11;\naddc.u32 %r31, %r20, %r21;\n"
                           "mov.b64 %rd30, {%r30, %r31};",
                       [](U64 a, U64 b, U64) { return a + b; });
}

TEST(Carry, chain_of_subtractions_borrows) {
  expect_in_every_lane(std::string(split) +
                           "sub.cc.s32 %r30, %r10, %r11;\nsubc.s32 %r31, %r20, %r21;\n"
                           "mov.b64 %rd30, {%r30, %r31};",
                       [](U64 a, U64 b, U64) { return a - b; });
}

TEST(Carry, passes_on_through_addc_cc) {
  expect_in_every_lane(
      "add.cc.u64 %rd20, %rd10, %rd11;\naddc.cc.u64 %rd21, %rd11, %rd12;\naddc.u64 %rd30, %rd10, "
      "0;",
      [](U64 a, U64 b, U64 c) {
        const U128 low = U128{a} + b;
        const U128 middle = U128{b} + c + static_cast<U64>(low >> 64);
        return a + static_cast<U64>(middle >> 64);
      });
}

TEST(Carry, passes_on_through_subc_cc) {
  expect_in_every_lane(
      "sub.cc.u64 %rd20, %rd10, %rd11;\nsubc.cc.u64 %rd21, %rd11, %rd12;\nsubc.u64 %rd30, %rd10, "
      "0;",
      [](U64 a, U64 b, U64 c) {
        const U64 borrow = a < b ? 1 : 0;
        const U64 second = U128{b} < U128{c} + borrow ? 1 : 0;
        return a - second;
      });
}

TEST(Carry, of_a_subtraction_is_one_where_nothing_is_borrowed) {
  expect_in_every_lane("sub.cc.u64 %rd20, %rd10, %rd11;\naddc.u64 %rd30, %rd12, 0;",
                       [](U64 a, U64 b, U64 c) { return c + (a >= b ? 1 : 0); });
  expect_in_every_lane("add.cc.u64 %rd20, %rd10, %rd11;\nsubc.u64 %rd30, %rd12, 0;",
                       [](U64 a, U64 b, U64 c) { return c - (a + b < a ? 0 : 1); });
}

TEST(Carry, is_read_before_a_destination_replaces_a_source) {
  expect_in_every_lane(
      "add.cc.u64 %rd10, %rd10, %rd11;\naddc.cc.u64 %rd11, %rd11, %rd11;\n"
      "addc.u64 %rd30, %rd12, 0;",
      [](U64 a, U64 b, U64 c) {
        const U64 first = a + b < a ? 1 : 0;
        return c + static_cast<U64>((U128{b} + b + first) >> 64);
      });
}

TEST(Carry, product_of_64_bits_from_words_equals_the_wide_one) {
  // The upper half of a x b, as bignum code computes it.
  expect_in_every_lane(
      std::string(split) +
          "mul.hi.u32 %r31, %r10, %r11;\nmad.lo.cc.u32 %r31, %r10, %r21, %r31;\n"
          "madc.hi.u32 %r32, %r10, %r21, 0;\nmad.lo.cc.u32 %r31, %r20, %r11, %r31;\n"
          "madc.hi.cc.u32 %r32, %r20, %r11, %r32;\naddc.u32 %r33, 0, 0;\n"
          "mad.lo.cc.u32 %r32, %r20, %r21, %r32;\nmadc.hi.u32 %r33, %r20, %r21, %r33;\n"
          "mov.b64 %rd30, {%r32, %r33};",
      [](U64 a, U64 b, U64) { return static_cast<U64>((U128{a} * b) >> 64); });
}

TEST(Carry, signed_high_product_takes_the_sign_and_the_carry) {
  expect_in_every_lane(
      "mad.hi.cc.s64 %rd20, %rd10, %rd11, %rd12;\naddc.u64 %rd21, 0, 0;\n"
      "add.u64 %rd30, %rd20, %rd21;",
      [](U64 a, U64 b, U64 c) {
        const S128 product =
            static_cast<S128>(static_cast<std::int64_t>(a)) * static_cast<std::int64_t>(b);
        const U128 sum = U128{static_cast<U64>(product >> 64)} + c;
        return static_cast<U64>(sum) + static_cast<U64>(sum >> 64);
      });
}

TEST(Carry, stays_until_it_is_written_again) {
  expect_in_every_lane(
      "add.cc.u64 %rd20, %rd10, %rd11;\nadd.u64 %rd21, %rd12, %rd12;\n"
      "addc.u64 %rd22, 0, 0;\naddc.u64 %rd30, %rd22, 0;",
      [](U64 a, U64 b, U64) { return U64{a + b < a ? 2U : 0U}; });
}

TEST(Carry, of_a_lane_that_is_switched_off_does_not_change) {
  expect_in_every_lane(
      "add.cc.u64 %rd20, %rd10, %rd11;\nsetp.lt.u64 %p1, %rd12, %rd10;\n"
      "@%p1 add.cc.u64 %rd20, 0, 0;\naddc.u64 %rd30, 0, 0;",
      [](U64 a, U64 b, U64 c) {
        return U64{c < a ? 0U : a + b < a ? 1U : 0U};
      });
}

TEST(Carry, starts_clear) {
  expect_in_every_lane("addc.u64 %rd30, 0, 0;", [](U64, U64, U64) { return U64{0}; });
}

TEST(Carry, of_128_bits_adds_like_the_hosts_own) {
  expect_in_every_lane(
      "add.cc.u64 %rd20, %rd10, %rd11;\naddc.u64 %rd21, %rd12, %rd10;\n"
      "xor.b64 %rd30, %rd20, %rd21;",
      [](U64 a, U64 b, U64 c) {
        const U128 sum = wide(c, a) + wide(a, b);
        return static_cast<U64>(sum) ^ static_cast<U64>(sum >> 64);
      });
}

TEST(Carry, counts_as_one_instruction) {
  PtxRun plain;
  plain.body = "add.u64 %rd20, %rd1, %rd2;\nadd.u64 %rd21, %rd1, %rd2;";
  PtxRun chain;
  chain.body = "add.cc.u64 %rd20, %rd1, %rd2;\naddc.cc.u64 %rd21, %rd1, %rd2;";
  EXPECT_EQ(run_ptx(plain).run.counts.warp_instructions,
            run_ptx(chain).run.counts.warp_instructions);
}

TEST(Carry, needs_a_type_of_32_or_64_bits) {
  PtxRun run;
  run.body = "add.cc.u16 %rs1, %rs2, %rs3;";
  EXPECT_EQ(errors_of(run).size(), 1U);
}

}  // namespace
}  // namespace lanescope::exec
