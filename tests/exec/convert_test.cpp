// cvt between all types, in every rounding mode, against exact references.
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/exec/evaluate.h"
#include "tests/exec/exact.h"
#include "tests/repetitions.h"

namespace lanescope::exec {
namespace {

using U64 = std::uint64_t;
using U32 = std::uint32_t;

struct FloatType {
  const char* name;
  Format format;
  const char* source;  // the operand in evaluate() that holds it
  [[nodiscard]] std::string destination() const {
    return format.exponent_bits == 11 ? "%fd30" : format.fraction_bits == 23 ? "%f30" : "%rs30";
  }
  [[nodiscard]] std::string ending(const std::string& text) const {
    return format.exponent_bits == 11   ? from_double(text)
           : format.fraction_bits == 23 ? from_float(text)
                                        : from_half(text);
  }
};

const FloatType types[] = {
    {"f16", f16, "%rs10"}, {"bf16", bf16, "%rs10"}, {"f32", f32, "%f10"}, {"f64", f64, "%fd10"}};

struct Direction {
  const char* name;
  Towards towards;
};
const Direction directions[] = {{"rn", Towards::nearest_even},
                                {"rz", Towards::zero},
                                {"rm", Towards::down},
                                {"rp", Towards::up}};

// All values of f16 or bf16, or some 15,000 of a wider format.
std::vector<Operands> all_of(Format format) {
  std::vector<Operands> all;
  if (format.exponent_bits + format.fraction_bits == 15) {
    for (U64 bits = 0; bits < 65536; bits += tests::has_sanitizers ? 13 : 1)
      all.push_back({bits, 0, 0});
  } else {
    for (const U64 bits : floats_of(format.exponent_bits, format.fraction_bits, 3'000))
      all.push_back({bits, 0, 0});
    // Ties of the narrower formats, and values next to them.
    for (const U64 bits : floats_of(format.exponent_bits, format.fraction_bits, 1'000, 3)) {
      for (const int kept : {3, 7, 10, 23}) {
        if (kept >= format.fraction_bits) continue;
        const U64 half = U64{1} << (format.fraction_bits - kept - 1);
        const U64 tie = (bits & ~(2 * half - 1)) | half;
        all.insert(all.end(), {{tie, 0, 0}, {tie - 1, 0, 0}, {tie + 1, 0, 0}});
      }
    }
    // Near the range of f16, which random bits rarely hit.
    const U64 bias = static_cast<U64>(format.bias());
    const U64 fraction = (U64{1} << format.fraction_bits) - 1;
    const std::size_t count = all.size();
    for (std::size_t i = 0; i < count; i += 2) {
      all[i].a = (all[i].a & (format.sign() | fraction)) | (bias - 26 + i % 44)
                                                               << format.fraction_bits;
    }
  }
  return all;
}

TEST(Convert, between_floats_rounds_once_in_every_direction) {
  for (const FloatType& to : types) {
    for (const FloatType& from : types) {
      if (to.name == from.name) continue;
      const bool exact = exact_cvt(from.format, to.format, 1) != 0 &&
                         to.format.fraction_bits > from.format.fraction_bits;
      for (const Direction& direction : directions) {
        const std::string text = to.ending(fmt::format("cvt{}{}.{}.{} {}, {};", exact ? "" : ".",
                                                       exact ? "" : direction.name, to.name,
                                                       from.name, to.destination(), from.source));
        const auto all = all_of(from.format);
        const auto found = evaluate(text, all);
        ASSERT_EQ(found.size(), all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (from.format.is_nan(all[i].a)) {
            ASSERT_TRUE(to.format.is_nan(found[i])) << text;
            continue;
          }
          ASSERT_EQ(found[i], exact_cvt(to.format, from.format, all[i].a, direction.towards))
              << text << std::hex << " " << all[i].a;
        }
        if (exact) break;
      }
    }
  }
}

struct IntegerType {
  const char* name;
  int bits;
  bool is_signed;
};
const IntegerType integers[] = {{"s8", 8, true},    {"u8", 8, false},  {"s16", 16, true},
                                {"u16", 16, false}, {"s32", 32, true}, {"u32", 32, false},
                                {"s64", 64, true},  {"u64", 64, false}};

U64 reference_integer(const IntegerType& to, const FloatType& from, U64 bits,
                      const std::string& rounding) {
  const bool wide = to.bits == 64 || from.format.exponent_bits == 11;
  const U64 top = U64{1} << (to.bits - 1);
  const U64 mask = to.bits == 64 ? ~U64{0} : (U64{1} << to.bits) - 1;
  if (from.format.is_nan(bits)) return wide ? top : 0;
  const U64 as_double = exact_cvt(f64, from.format, bits);
  const double value = std::bit_cast<double>(as_double);
  const double whole = rounding == "rni"   ? std::nearbyint(value)
                       : rounding == "rzi" ? std::trunc(value)
                       : rounding == "rmi" ? std::floor(value)
                                           : std::ceil(value);
  const double lowest = to.is_signed ? -std::ldexp(1.0, to.bits - 1) : 0.0;
  const double above = std::ldexp(1.0, to.is_signed ? to.bits - 1 : to.bits);
  if (whole < lowest) return to.is_signed ? top : 0;
  if (whole >= above) return to.is_signed ? top - 1 : mask;
  return (whole < 0 ? 0 - static_cast<U64>(-whole) : static_cast<U64>(whole)) & mask;
}

TEST(Convert, to_integers_clamps_after_every_rounding) {
  for (const FloatType& from : types) {
    // A step that is prime to all powers of two, so that every exponent and ending is there.
    std::vector<Operands> all;
    const std::vector<Operands> every = all_of(from.format);
    for (std::size_t i = 0; i < every.size(); i += 5) all.push_back(every[i]);
    for (const IntegerType& to : integers) {
      for (const char* rounding : {"rni", "rzi", "rmi", "rpi"}) {
        const char* d = to.bits == 64 ? "%rd30" : to.bits == 32 ? "%r30" : "%rs30";
        std::string text =
            fmt::format("cvt.{}.{}.{} {}, {};", rounding, to.name, from.name, d, from.source);
        text = to.bits == 64 ? text : to.bits == 32 ? from_word(text) : from_half(text);
        const auto found = evaluate(text, all);
        ASSERT_EQ(found.size(), all.size());
        const U64 mask = to.bits == 64 ? ~U64{0} : (U64{1} << to.bits) - 1;
        for (std::size_t i = 0; i < all.size(); ++i) {
          ASSERT_EQ(found[i] & mask, reference_integer(to, from, all[i].a, rounding))
              << text << std::hex << " " << all[i].a;
        }
      }
    }
  }
}

TEST(Convert, from_integers_rounds_once_in_every_direction) {
  std::vector<Operands> all;
  for (const U64 bits : floats_of(11, 52, 3'000)) all.push_back({bits, 0, 0});
  for (int shift = 0; shift < 64; ++shift) {
    const U64 base = U64{1} << shift;
    for (const U64 near : {base - 1, base, base + 1, base + base / 2, base + base / 512,
                           base + base / 512 + 1, base + base / 512 - 1, 0 - base}) {
      all.push_back({near, 0, 0});
    }
  }
  for (const FloatType& to : types) {
    for (const IntegerType& from : integers) {
      for (const Direction& direction : directions) {
        const char* a = from.bits == 64 ? "%rd10" : from.bits == 32 ? "%r10" : "%rs10";
        const std::string text = to.ending(fmt::format("cvt.{}.{}.{} {}, {};", direction.name,
                                                       to.name, from.name, to.destination(), a));
        const auto found = evaluate(text, all);
        ASSERT_EQ(found.size(), all.size());
        const int unused = 64 - from.bits;
        for (std::size_t i = 0; i < all.size(); ++i) {
          const U64 kept = all[i].a << unused;
          const Exact value = from.is_signed ? Exact(static_cast<std::int64_t>(kept) >> unused)
                                             : Exact(kept >> unused);
          ASSERT_EQ(found[i], value.rounded(to.format, direction.towards))
              << text << std::hex << " " << all[i].a;
        }
      }
    }
  }
}

TEST(Convert, to_whole_floats_keeps_the_type) {
  struct Whole {
    const char* rounding;
    double (*reference)(double);
  };
  for (const FloatType& type : types) {
    const auto all = all_of(type.format);
    for (const Whole& whole : {Whole{"rni", [](double x) { return std::nearbyint(x); }},
                               {"rzi", [](double x) { return std::trunc(x); }},
                               {"rmi", [](double x) { return std::floor(x); }},
                               {"rpi", [](double x) { return std::ceil(x); }}}) {
      const std::string text =
          type.ending(fmt::format("cvt.{}.{}.{} {}, {};", whole.rounding, type.name, type.name,
                                  type.destination(), type.source));
      const auto found = evaluate(text, all);
      ASSERT_EQ(found.size(), all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (type.format.is_nan(all[i].a)) {
          ASSERT_TRUE(type.format.is_nan(found[i]));
          continue;
        }
        const double value = std::bit_cast<double>(exact_cvt(f64, type.format, all[i].a));
        const U64 expected = std::bit_cast<U64>(whole.reference(value));
        ASSERT_EQ(found[i], exact_cvt(type.format, f64, expected)) << text << std::hex << all[i].a;
      }
    }
  }
}

TEST(Convert, saturates_integers_to_their_new_range) {
  std::vector<Operands> all;
  for (const U64 bits : floats_of(8, 23, 2'000)) all.push_back({bits, 0, 0});
  for (U64 near = 0; near < 600; ++near) all.push_back({near - 300, 0, 0});
  const auto clamped = [](std::int64_t x, std::int64_t low, std::int64_t high) {
    return static_cast<U64>(x < low ? low : x > high ? high : x);
  };
  const auto to_s8 = evaluate(from_word("cvt.sat.s8.s32 %r30, %r10;"), all);
  const auto to_u16 = evaluate(from_half("cvt.sat.u16.s32 %rs30, %r10;"), all);
  const auto to_s32 = evaluate(from_word("cvt.sat.s32.u32 %r30, %r10;"), all);
  ASSERT_EQ(to_s8.size(), all.size());
  ASSERT_EQ(to_u16.size(), all.size());
  ASSERT_EQ(to_s32.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto word = static_cast<std::int32_t>(all[i].a);
    ASSERT_EQ(to_s8[i], clamped(word, -128, 127) & 0xffff'ffff);
    ASSERT_EQ(to_u16[i], clamped(word, 0, 65535));
    ASSERT_EQ(to_s32[i], clamped(static_cast<U32>(all[i].a), 0, INT32_MAX));
  }
}

TEST(Convert, extends_the_result_into_a_wider_register) {
  const auto found =
      evaluate("cvt.rzi.s8.f32 %rs30, %f10;\ncvt.s64.s16 %rd30, %rs30;",
               {{std::bit_cast<U32>(-5.5F), 0, 0}, {std::bit_cast<U32>(300.0F), 0, 0}});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(static_cast<std::int64_t>(found[0]), -5);
  EXPECT_EQ(found[1], 127U);
}

U64 flush(U64 x) { return f32.is_subnormal(x) ? x & f32.sign() : x; }

TEST(Convert, flushes_f32_and_no_other_type) {
  const auto singles = all_of(f32);
  const auto to_f16 = evaluate(from_half("cvt.rn.ftz.f16.f32 %rs30, %f10;"), singles);
  const auto same = evaluate(from_float("cvt.ftz.f32.f32 %f30, %f10;"), singles);
  const auto up = evaluate(from_word("cvt.rpi.ftz.u32.f32 %r30, %f10;"), singles);
  const auto doubles = all_of(f64);
  const auto narrow = evaluate(from_float("cvt.rn.ftz.f32.f64 %f30, %fd10;"), doubles);
  ASSERT_EQ(to_f16.size(), singles.size());
  ASSERT_EQ(same.size(), singles.size());
  ASSERT_EQ(up.size(), singles.size());
  ASSERT_EQ(narrow.size(), doubles.size());
  for (std::size_t i = 0; i < singles.size(); ++i) {
    const U64 a = singles[i].a;
    ASSERT_EQ(to_f16[i], exact_cvt(f16, f32, flush(a)));
    ASSERT_EQ(same[i], f32.is_nan(a) ? f32.canonical_nan() : flush(a));
    ASSERT_EQ(up[i], reference_integer({"u32", 32, false}, types[2], flush(a), "rpi"));
  }
  for (std::size_t i = 0; i < doubles.size(); ++i) {
    if (f64.is_nan(doubles[i].a)) continue;  // tested separately
    ASSERT_EQ(narrow[i], ftz_cvt(f32, f64, doubles[i].a));
  }
}

// Bits measured on an H200, CUDA 13.0.
TEST(Convert, flushes_what_would_be_tiny_with_an_exponent_of_any_size) {
  const U64 below = 0x380f'ffff'efff'ffff;  // 2^-126 * (1 - 2^-25), one unit in the last place less
  const U64 tie = 0x380f'ffff'f000'0000;    // 2^-126 * (1 - 2^-25)
  const std::vector<Operands> all{{below, 0, 0}, {tie, 0, 0}};
  EXPECT_EQ(evaluate(from_float("cvt.rn.ftz.f32.f64 %f30, %fd10;"), all),
            (std::vector<U64>{0, 0x0080'0000}));
  EXPECT_EQ(evaluate(from_float("cvt.rp.ftz.f32.f64 %f30, %fd10;"), all),
            (std::vector<U64>{0x0080'0000, 0x0080'0000}));
  EXPECT_EQ(evaluate(from_float("cvt.rz.ftz.f32.f64 %f30, %fd10;"), all), (std::vector<U64>{0, 0}));
}

TEST(Convert, to_f16_takes_subnormal_floats_as_they_are) {  // also measured
  const std::vector<Operands> all{{0x0000'0001, 0, 0}, {0x807f'ffff, 0, 0}};
  EXPECT_EQ(evaluate(from_half("cvt.rp.ftz.f16.f32 %rs30, %f10;"), all),
            (std::vector<U64>{0x0001, 0x8000}));
  EXPECT_EQ(evaluate(from_half("cvt.rm.ftz.f16.f32 %rs30, %f10;"), all),
            (std::vector<U64>{0x0000, 0x8001}));
}

// ---- NaNs, measured on an H200, CUDA 13.0 ----

struct NanCase {
  std::string text;
  U64 operand;
  U64 expected;
};
void expect_nans(const std::vector<NanCase>& cases) {
  for (const NanCase& each : cases) {
    const auto found = evaluate(each.text, {{each.operand, 0, 0}});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], each.expected) << each.text << std::hex << " " << each.operand;
  }
}

TEST(Convert, from_f64_hands_a_nans_sign_and_upper_payload_on) {
  expect_nans({
      {from_float("cvt.rn.f32.f64 %f30, %fd10;"), 0x7ff1'2345'6789'abcd, 0x7fc9'1a2b},
      {from_float("cvt.rz.f32.f64 %f30, %fd10;"), 0xfff0'0000'0000'0001, 0xffc0'0000},
      {from_float("cvt.rn.ftz.f32.f64 %f30, %fd10;"), 0xfff0'0000'2000'0000, 0xffc0'0001},
      {from_half("cvt.rn.f16.f64 %rs30, %fd10;"), 0x7ff8'0000'0000'0000, 0x7e00},
      {from_half("cvt.rp.f16.f64 %rs30, %fd10;"), 0xfff1'2345'6789'abcd, 0xfe48},
      {from_half("cvt.rn.bf16.f64 %rs30, %fd10;"), 0x7ffa'aaaa'aaaa'aaaa, 0x7fd5},
      {from_float("cvt.rn.sat.f32.f64 %f30, %fd10;"), 0x7ff1'2345'6789'abcd, 0},
  });
}

TEST(Convert, to_f64_hands_a_nans_sign_and_payload_on) {
  expect_nans({
      {from_double("cvt.f64.f32 %fd30, %f10;"), 0xff81'2345, 0xfff8'2468'a000'0000},
      {from_double("cvt.f64.f16 %fd30, %rs10;"), 0xfc01, 0xfff8'0400'0000'0000},
      {from_double("cvt.f64.bf16 %fd30, %rs10;"), 0x7f81, 0x7ff8'2000'0000'0000},
      // .ftz takes a separate instruction to flush the operand, and that instruction does not keep
      // NaN payloads.
      {from_double("cvt.ftz.f64.f32 %fd30, %f10;"), 0xff81'2345, 0x7fff'ffff'e000'0000},
  });
}

TEST(Convert, from_bf16_to_f32_moves_the_bits) {
  expect_nans({
      {from_float("cvt.f32.bf16 %f30, %rs10;"), 0xff81, 0xff81'0000},
      {from_float("cvt.rz.f32.bf16 %f30, %rs10;"), 0x7fc1, 0x7fc1'0000},
      {from_float("cvt.ftz.f32.bf16 %f30, %rs10;"), 0x7fc1, 0x7fff'ffff},
  });
}

TEST(Convert, from_a_type_to_itself_copies_the_bits) {
  expect_nans({
      {from_float("cvt.f32.f32 %f30, %f10;"), 0xff80'0001, 0xff80'0001},
      {from_float("cvt.rni.f32.f32 %f30, %f10;"), 0xff80'0001, 0x7fff'ffff},
      {from_double("cvt.f64.f64 %fd30, %fd10;"), 0x7ff0'0000'0000'0001, 0x7ff0'0000'0000'0001},
      {from_double("cvt.rzi.f64.f64 %fd30, %fd10;"), 0x7ff0'0000'0000'0001, 0x7ff8'0000'0000'0001},
  });
}

TEST(Convert, between_floats_of_32_bits_and_less_makes_nans_canonical) {
  expect_nans({
      {from_half("cvt.rn.f16.f32 %rs30, %f10;"), 0xff81'2345, 0x7fff},
      {from_half("cvt.rz.bf16.f32 %rs30, %f10;"), 0xff81'2345, 0x7fff},
      {from_half("cvt.rm.ftz.f16.f32 %rs30, %f10;"), 0x7f80'0001, 0x7fff},
      {from_float("cvt.f32.f16 %f30, %rs10;"), 0xfe01, 0x7fff'ffff},
      {from_half("cvt.rn.bf16.f16 %rs30, %rs10;"), 0xfe01, 0x7fff},
  });
}

TEST(Convert, to_tf32_clears_a_nans_lower_bits) {
  expect_nans({
      {from_word("cvt.rna.tf32.f32 %r30, %f10;"), 0xff81'2345, 0xff81'2000},
      {from_word("cvt.rna.tf32.f32 %r30, %f10;"), 0x7f80'0001, 0x7f80'0000},
      {from_word("cvt.rn.tf32.f32 %r30, %f10;"), 0xff81'2345, 0x7fff'e000},
      {from_word("cvt.rz.relu.tf32.f32 %r30, %f10;"), 0xff81'2345, 0x7fff'e000},
  });
}

U64 saturated(Format format, U64 x) {
  const U64 one = static_cast<U64>(format.bias()) << format.fraction_bits;
  if (format.is_nan(x) || format.is_negative(x)) return 0;
  return x > one ? one : x;
}

TEST(Convert, saturates_floats_to_zero_and_one_after_rounding) {
  const auto singles = all_of(f32);
  const auto same = evaluate(from_float("cvt.sat.f32.f32 %f30, %f10;"), singles);
  const auto narrow = evaluate(from_half("cvt.rp.sat.f16.f32 %rs30, %f10;"), singles);
  const auto doubles = all_of(f64);
  const auto single = evaluate(from_float("cvt.rz.sat.f32.f64 %f30, %fd10;"), doubles);
  ASSERT_EQ(same.size(), singles.size());
  ASSERT_EQ(narrow.size(), singles.size());
  ASSERT_EQ(single.size(), doubles.size());
  for (std::size_t i = 0; i < singles.size(); ++i) {
    ASSERT_EQ(same[i], saturated(f32, singles[i].a));
    ASSERT_EQ(narrow[i], saturated(f16, exact_cvt(f16, f32, singles[i].a, Towards::up)));
  }
  for (std::size_t i = 0; i < doubles.size(); ++i)
    ASSERT_EQ(single[i], saturated(f32, exact_cvt(f32, f64, doubles[i].a, Towards::zero)));
}

U64 relu(Format format, U64 x) { return !format.is_nan(x) && format.is_negative(x) ? 0 : x; }
U64 finite(Format format, U64 x) {
  return format.is_infinite(x) ? (x & format.sign()) | (format.infinity() - 1) : x;
}

TEST(Convert, packs_two_floats_with_the_first_in_the_upper_half) {
  auto all = all_of(f32);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].b = all[all.size() - 1 - i].a;
  struct Pair {
    const char* text;
    Format format;
    U64 (*expected)(U64);
  };
  for (const Pair& pair :
       {Pair{"cvt.rn.f16x2.f32", f16, [](U64 x) { return exact_cvt(f16, f32, x); }},
        {"cvt.rz.bf16x2.f32", bf16, [](U64 x) { return exact_cvt(bf16, f32, x, Towards::zero); }},
        {"cvt.rn.bf16x2.f32", bf16, [](U64 x) { return exact_cvt(bf16, f32, x); }},
        {"cvt.rn.relu.f16x2.f32", f16, [](U64 x) { return relu(f16, exact_cvt(f16, f32, x)); }},
        {"cvt.rn.satfinite.f16x2.f32", f16,
         [](U64 x) { return finite(f16, exact_cvt(f16, f32, x)); }}}) {
    const auto found = evaluate(from_word(std::string(pair.text) + " %r30, %f10, %f11;"), all);
    ASSERT_EQ(found.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      ASSERT_EQ(found[i], pair.expected(all[i].a) << 16 | pair.expected(all[i].b)) << pair.text;
  }
}

TEST(Convert, to_tf32_keeps_ten_bits_of_the_fraction) {
  const auto all = all_of(f32);
  const auto away = evaluate(from_word("cvt.rna.tf32.f32 %r30, %f10;"), all);
  const auto relu_even = evaluate(from_word("cvt.rn.relu.tf32.f32 %r30, %f10;"), all);
  ASSERT_EQ(away.size(), all.size());
  ASSERT_EQ(relu_even.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (f32.is_nan(all[i].a)) continue;  // tested separately
    ASSERT_EQ(away[i], exact_cvt(tf32, f32, all[i].a, Towards::nearest_away) << 13);
    ASSERT_EQ(relu_even[i], relu(tf32, exact_cvt(tf32, f32, all[i].a)) << 13);
  }
}

// ---- eight bits ----

// The value of an e4m3 or e5m2 code (Open Compute Project, "OFP8"), including infinities and NaN.
double value_of_8_bits(bool four_three, U64 code) {
  const auto exponent = static_cast<int>(four_three ? (code >> 3) & 15 : (code >> 2) & 31);
  const auto fraction = static_cast<double>(four_three ? code & 7 : code & 3);
  const double scale = four_three ? 8 : 4;
  const int bias = four_three ? 7 : 15;
  double value = exponent == 0 ? std::ldexp(fraction / scale, 1 - bias)
                               : std::ldexp(1 + fraction / scale, exponent - bias);
  if (four_three && (code & 0x7f) == 0x7f) value = std::nan("");
  if (!four_three && exponent == 31) value = fraction == 0 ? INFINITY : std::nan("");
  return (code & 0x80) != 0 ? -value : value;
}

// The nearest code, found by trying all of them. In a tie, the even one.
U64 nearest_8_bits(bool four_three, double value) {
  if (std::isnan(value)) return 0x7f;
  const U64 sign = std::signbit(value) ? 0x80 : 0;
  const U64 largest = four_three ? 0x7e : 0x7b;
  U64 best = 0;
  for (U64 code = 0; code <= largest; ++code) {
    const double distance = std::fabs(std::fabs(value) - value_of_8_bits(four_three, code));
    const double least = std::fabs(std::fabs(value) - value_of_8_bits(four_three, best));
    if (distance < least || (distance == least && code % 2 == 0)) best = code;
  }
  if (std::fabs(value) > value_of_8_bits(four_three, largest)) best = largest;
  return best | sign;
}

TEST(Convert, to_eight_bits_takes_the_nearest_and_stays_finite) {
  auto all = all_of(f32);
  all.resize(12'000);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].b = all[all.size() - 1 - i].a;
  for (const bool four_three : {true, false}) {
    const auto text =
        fmt::format("cvt.rn.satfinite.{}.f32 %rs30, %f10, %f11;", four_three ? "e4m3x2" : "e5m2x2");
    const auto found = evaluate(from_half(text), all);
    ASSERT_EQ(found.size(), all.size());
    const auto expected = [&](U64 x) {
      return nearest_8_bits(four_three, std::bit_cast<float>(static_cast<U32>(x)));
    };
    for (std::size_t i = 0; i < all.size(); ++i)
      ASSERT_EQ(found[i], expected(all[i].a) << 8 | expected(all[i].b)) << text << all[i].a;
  }
}

TEST(Convert, from_eight_bits_is_exact_and_back_again) {
  std::vector<Operands> all;
  for (U64 bits = 0; bits < 65536; bits += 3) all.push_back({bits, 0, 0});
  for (const bool four_three : {true, false}) {
    const std::string name = four_three ? "e4m3x2" : "e5m2x2";
    const auto halves = evaluate(from_word("cvt.rn.f16x2." + name + " %r30, %rs10;"), all);
    const auto back = evaluate(from_half("cvt.rn.f16x2." + name + " %r29, %rs10;\n" +
                                         "cvt.rn.satfinite." + name + ".f16x2 %rs30, %r29;"),
                               all);
    ASSERT_EQ(halves.size(), all.size());
    ASSERT_EQ(back.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const int part : {0, 8}) {
        const double value = value_of_8_bits(four_three, (all[i].a >> part) & 0xff);
        const U64 half = (halves[i] >> (2 * part)) & 0xffff;
        ASSERT_EQ(half, exact_cvt(f16, f64, std::bit_cast<U64>(value)));
        ASSERT_EQ((back[i] >> part) & 0xff, nearest_8_bits(four_three, value));
      }
    }
  }
}

TEST(Convert, pack_saturates_two_integers_above_a_third) {
  const auto found = evaluate(from_word("cvt.pack.sat.s16.s32 %r29, %r10, %r11;\n"
                                        "cvt.pack.sat.u8.s32.b32 %r30, %r10, %r11, %r29;"),
                              {{70000, 0xffff'ffff, 0}, {100, 200, 0}});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0], 0xffff'ff00U);  // s16: {7fff, ffff}; u8: {ff, 00}, below the low half of %r29
  EXPECT_EQ(found[1], 0x00c8'64c8U);
  const auto bits = evaluate(from_word("cvt.pack.sat.s4.s32.b32 %r30, %r10, %r11, %r12;"),
                             {{100, 0xffff'fff0, 0x12}});
  ASSERT_EQ(bits.size(), 1U);
  EXPECT_EQ(bits[0], 0x1278U);
}

}  // namespace
}  // namespace lanescope::exec
