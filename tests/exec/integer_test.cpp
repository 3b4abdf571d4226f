// Integer instructions beyond plain arithmetic: saturation, packed halves, bit fields, lop3,
// packing.
#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "tests/exec/evaluate.h"
#include "tests/exec/ptx_run.h"
#include "tests/exec/word_cases.h"

namespace lanescope::exec {
namespace {

using S16 = std::int16_t;
using U16 = std::uint16_t;
using S32 = std::int32_t;
using U32 = std::uint32_t;
using S64 = std::int64_t;
using U64 = std::uint64_t;

S32 s32(U64 x) { return static_cast<S32>(static_cast<U32>(x)); }
U32 u32(U64 x) { return static_cast<U32>(x); }
std::string w(const std::string& text) { return text + "\ncvt.u64.u32 %rd30, %r30;"; }
U64 clamp32(S64 x) {
  return u32(static_cast<U64>(
      std::clamp<S64>(x, std::numeric_limits<S32>::min(), std::numeric_limits<S32>::max())));
}

TEST(Integer, mad_hi_sat_clamps_the_sum_not_the_product) {
  expect_in_every_lane(w("mad.hi.sat.s32 %r30, %r10, %r11, %r12;"), [](U64 a, U64 b, U64 c) {
    return clamp32((S64{s32(a)} * s32(b) >> 32) + s32(c));
  });
}

S64 low24(U64 x) { return s32(x << 8) >> 8; }

TEST(Integer, mad24_hi_sat_clamps_the_sum) {
  expect_in_every_lane(w("mad24.hi.sat.s32 %r30, %r10, %r11, %r12;"), [](U64 a, U64 b, U64 c) {
    return clamp32((low24(a) * low24(b) >> 16) + s32(c));
  });
}

TEST(Integer, mul24_hi_gives_bits_16_to_47) {
  expect_in_every_lane(w("mul24.hi.u32 %r30, %r10, %r11;"), [](U64 a, U64 b, U64) {
    return u32(((a & 0xff'ffff) * (b & 0xff'ffff)) >> 16);
  });
  expect_in_every_lane(w("mul24.hi.s32 %r30, %r10, %r11;"), [](U64 a, U64 b, U64) {
    return u32(static_cast<U64>(low24(a) * low24(b) >> 16));
  });
}

// Applies f to each half of the low 32 bits.
template <class T, class F>
U64 halves(U64 a, U64 b, F f) {
  const auto low = static_cast<U16>(f(static_cast<T>(a), static_cast<T>(b)));
  const auto high = static_cast<U16>(f(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return low + (U64{high} << 16);
}

TEST(Integer, packed_halves_add_without_a_carry_between_them) {
  for (const char* type : {"u16x2", "s16x2"}) {
    expect_in_every_lane(
        w(std::string("add.") + type + " %r30, %r10, %r11;"),
        [](U64 a, U64 b, U64) { return halves<U16>(a, b, [](U16 x, U16 y) { return x + y; }); });
  }
}

TEST(Integer, packed_minimum_and_maximum_know_the_sign) {
  expect_in_every_lane(w("min.s16x2 %r30, %r10, %r11;"), [](U64 a, U64 b, U64) {
    return halves<S16>(a, b, [](S16 x, S16 y) { return x < y ? x : y; });
  });
  expect_in_every_lane(w("max.u16x2 %r30, %r10, %r11;"), [](U64 a, U64 b, U64) {
    return halves<U16>(a, b, [](U16 x, U16 y) { return x < y ? y : x; });
  });
}

TEST(Integer, relu_turns_negative_results_to_zero) {
  expect_in_every_lane(w("min.relu.s32 %r30, %r10, %r11;"), [](U64 a, U64 b, U64) {
    const S32 low = s32(a) < s32(b) ? s32(a) : s32(b);
    return low < 0 ? U64{0} : u32(static_cast<U64>(low));
  });
  expect_in_every_lane(w("max.relu.s16x2 %r30, %r10, %r11;"), [](U64 a, U64 b, U64) {
    return halves<S16>(a, b, [](S16 x, S16 y) { return std::max<S16>({x, y, 0}); });
  });
}

TEST(Integer, division_by_zero_sets_every_bit) {
  for (const char* op : {"div", "rem"}) {
    expect_in_every_lane(std::string("mov.u64 %rd20, 0;\n") + op + ".s64 %rd30, %rd10, %rd20;",
                         [](U64, U64, U64) { return ~U64{0}; });
    expect_in_every_lane(w(std::string("mov.u32 %r20, 0;\n") + op + ".u32 %r30, %r10, %r20;"),
                         [](U64, U64, U64) { return U64{0xffff'ffff}; });
    expect_in_every_lane(std::string("cvt.u16.u32 %rs1, %r10;\nmov.u16 %rs2, 0;\n") + op +
                             ".s16 %rs3, %rs1, %rs2;\ncvt.u64.u16 %rd30, %rs3;",
                         [](U64, U64, U64) { return U64{0xffff}; });
  }
}

U64 inserted(U64 field, U64 into, U64 position, U64 length, U64 width) {
  position = width == 32 ? position & 0xff : u32(position);
  length = width == 32 ? length & 0xff : u32(length);
  for (U64 i = 0; i < length && position + i < width; ++i) {
    const U64 bit = U64{1} << (position + i);
    into = ((field >> i) & 1) != 0 ? into | bit : into & ~bit;
  }
  return into;
}

TEST(Integer, bfi_inserts_at_positions_in_registers_and_constants) {
  expect_in_every_lane(w("bfi.b32 %r30, %r10, %r11, %r12, %r10;"),
                       [](U64 a, U64 b, U64 c) { return inserted(u32(a), u32(b), c, a, 32); });
  expect_in_every_lane("bfi.b64 %rd30, %rd10, %rd11, %r12, %r11;",
                       [](U64 a, U64 b, U64 c) { return inserted(a, b, c, b, 64); });
  expect_in_every_lane(w("bfi.b32 %r30, %r10, %r11, 5, 255;"),
                       [](U64 a, U64 b, U64) { return inserted(u32(a), u32(b), 5, 255, 32); });
}

U32 looked_up(U32 a, U32 b, U32 c, U32 table) {
  U32 result = 0;
  for (U32 i = 0; i < 32; ++i) {
    const U32 index = ((a >> i) & 1) << 2 | ((b >> i) & 1) << 1 | ((c >> i) & 1);
    result |= ((table >> index) & 1) << i;
  }
  return result;
}

TEST(Integer, lop3_with_a_predicate_tests_whether_a_bit_is_set) {
  expect_in_every_lane(
      "setp.lt.u32 %p2, %r10, %r12;\nlop3.or.b32 %r30|%p1, %r10, %r11, %r12, 0x80, %p2;\n"
      "selp.u64 %rd20, 1, 0, %p1;\ncvt.u64.u32 %rd30, %r30;\nshl.b64 %rd30, %rd30, 1;\n"
      "or.b64 %rd30, %rd30, %rd20;",
      [](U64 a, U64 b, U64 c) {
        const U64 value = looked_up(u32(a), u32(b), u32(c), 0x80);
        return value << 1 | U64{value != 0 || u32(a) < u32(c)};
      });
  expect_in_every_lane(
      "setp.lt.u32 %p2, %r10, %r12;\n"
      "lop3.and.b32 _|%p1, %r10, %r11, %r12, 0x96, !%p2;\n"
      "selp.u64 %rd30, 1, 0, %p1;",
      [](U64 a, U64 b, U64 c) {
        const bool any = looked_up(u32(a), u32(b), u32(c), 0x96) != 0;
        return U64{any && u32(a) >= u32(c)};
      });
}

TEST(Integer, lop3_may_replace_one_of_its_sources) {
  expect_in_every_lane(
      "lop3.b32 %r10, %r10, %r11, %r12, 0xca;\ncvt.u64.u32 %rd30, %r10;",
      [](U64 a, U64 b, U64 c) { return U64{looked_up(u32(a), u32(b), u32(c), 0xca)}; });
}

TEST(Integer, packing_four_shorts_puts_the_first_lowest) {
  expect_in_every_lane(
      "mov.b64 {%rs1, %rs2, %rs3, %rs4}, %rd10;\n"
      "mov.b64 %rd30, {%rs4, %rs1, %rs3, %rs2};",
      [](U64 a, U64, U64) {
        const auto part = [a](unsigned i) { return (a >> 16 * i) & 0xffff; };
        return part(3) | part(0) << 16 | part(2) << 32 | part(1) << 48;
      });
}

TEST(Integer, packing_bytes_takes_their_low_eight_bits) {
  expect_in_every_lane(
      ".reg .b8 %x<5>;\nmov.b32 {%x1, %x2, %x3, %x4}, %r10;\n"
      "mov.b32 %r30, {%x3, %x4, %x1, %x2};\ncvt.u64.u32 %rd30, %r30;",
      [](U64 a, U64, U64) { return U64{u32(a) << 16 | u32(a) >> 16}; });
  expect_in_every_lane(
      "cvt.u16.u32 %rs1, %r10;\ncvt.u16.u32 %rs2, %r11;\n"
      "mov.b16 %rs3, {%rs1, %rs2};\ncvt.u64.u16 %rd30, %rs3;",
      [](U64 a, U64 b, U64) { return (a & 0xff) | (b & 0xff) << 8; });
}

TEST(Integer, packing_words_swaps_when_the_list_is_swapped) {
  expect_in_every_lane(
      "mov.b64 {%r20, %r21}, %rd10;\nmov.b64 %rd10, {%r21, %r20};\n"
      "mov.u64 %rd30, %rd10;",
      [](U64 a, U64, U64) { return a << 32 | a >> 32; });
}

// Applies f to each byte of a and b and joins the results.
template <class F>
U64 by_bytes(U64 a, U64 b, F f) {
  U64 result = 0;
  for (unsigned i = 0; i < 32; i += 8)
    result |= static_cast<U64>(f((a >> i) & 0xff, (b >> i) & 0xff) & 0xff) << i;
  return result;
}

TEST(Video, bytes_are_subtracted_added_and_averaged_by_themselves) {
  expect_in_every_lane(w("vabsdiff4.u32.u32.u32 %r30, %r10, %r11, 0;"), [](U64 a, U64 b, U64) {
    return by_bytes(a, b, [](U64 x, U64 y) { return x < y ? y - x : x - y; });
  });
  expect_in_every_lane(w("vadd4.u32.u32.u32.sat %r30, %r10, %r11, 0;"), [](U64 a, U64 b, U64) {
    return by_bytes(a, b, [](U64 x, U64 y) { return std::min<U64>(x + y, 255); });
  });
  expect_in_every_lane(w("vavrg4.u32.u32.u32 %r30, %r10, %r11, 0;"), [](U64 a, U64 b, U64) {
    return by_bytes(a, b, [](U64 x, U64 y) { return (x + y + 1) / 2; });
  });
}

TEST(Video, results_are_summed_up_with_add) {
  expect_in_every_lane(w("vabsdiff4.u32.u32.u32.add %r30, %r10, %r11, %r12;"),
                       [](U64 a, U64 b, U64 c) {
                         U64 sum = c;
                         by_bytes(a, b, [&](U64 x, U64 y) {
                           sum += x < y ? y - x : x - y;
                           return U64{0};
                         });
                         return U64{u32(sum)};
                       });
}

TEST(Video, halves_know_their_sign_and_saturate) {
  expect_in_every_lane(w("vsub2.s32.s32.s32.sat %r30, %r10, %r11, %r12;"), [](U64 a, U64 b, U64) {
    return halves<S16>(a, b, [](S32 x, S32 y) { return std::clamp(x - y, -32768, 32767); });
  });
  expect_in_every_lane(w("vset2.s32.s32.lt %r30, %r10, %r11, 0;"), [](U64 a, U64 b, U64) {
    return halves<S16>(a, b, [](S32 x, S32 y) { return x < y ? 1 : 0; });
  });
}

TEST(Video, selectors_choose_elements_of_both_and_the_mask_those_that_change) {
  expect_in_every_lane(w("vmax2.u32.u32.u32 %r30.h1, %r10.h20, %r11.h13, %r12;"),
                       [](U64 a, U64 b, U64 c) {
                         const U64 x = b & 0xffff;          // a selects element 1: 2
                         const U64 y = (a >> 16) & 0xffff;  // b selects element 1: 1
                         return (c & 0xffff) | std::max(x, y) << 16;
                       });
}

TEST(Video, parts_of_registers_belong_to_video_instructions) {
  PtxRun run;
  run.body = "add.u32 %r1, %r2.h0, %r3;";
  EXPECT_EQ(errors_of(run).size(), 1U);
}

TEST(Integer, wide_registers_hold_two_halves) {
  expect_in_every_lane(
      ".reg .b128 %q<3>;\nmov.b128 %q1, {%rd10, %rd11};\nmov.b128 %q2, %q1;\n"
      "mov.b128 {%rd20, %rd21}, %q2;\nshl.b64 %rd21, %rd21, 1;\n"
      "xor.b64 %rd30, %rd20, %rd21;",
      [](U64 a, U64 b, U64) { return a ^ b << 1; });
}

TEST(Integer, wide_registers_are_moved_only) {
  PtxRun run;
  run.body = ".reg .b128 %q<3>;\nadd.u64 %rd10, %q1, %rd11;";
  EXPECT_EQ(errors_of(run).size(), 1U);
}

// PTX ISA, shl and shr: a shift amount above the width is clamped to the width. An H200 (CUDA 13.0)
// did so for constants up to 65535. Of larger constants, ptxas keeps only the low 16 bits in 16-bit
// shifts.
TEST(Shifts, clamp_constants_beyond_the_width) {
  const std::vector<Operands> all{{0x8234'5678'9abc'8ef1, 0, 0}};
  const auto half = [&](const char* text) { return evaluate(from_half(text), all).front(); };
  const auto word = [&](const char* text) { return evaluate(from_word(text), all).front(); };
  const auto wide = [&](const char* text) { return evaluate(text, all).front(); };
  EXPECT_EQ(half("shl.b16 %rs30, %rs10, 16;"), 0U);
  EXPECT_EQ(half("shl.b16 %rs30, %rs10, 69;"), 0U);
  EXPECT_EQ(half("shl.b16 %rs30, %rs10, 65536;"), 0U);
  EXPECT_EQ(half("shr.u16 %rs30, %rs10, 33;"), 0U);
  EXPECT_EQ(half("shr.s16 %rs30, %rs10, 33;"), 0xffffU);
  EXPECT_EQ(word("shl.b32 %r30, %r10, 32;"), 0U);
  EXPECT_EQ(word("shr.s32 %r30, %r10, 255;"), 0xffff'ffffU);
  EXPECT_EQ(wide("shl.b64 %rd30, %rd10, 96;"), 0U);
  EXPECT_EQ(wide("shr.s64 %rd30, %rd10, 64;"), ~U64{0});
}

}  // namespace
}  // namespace lanescope::exec
