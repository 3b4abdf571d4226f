// .ftz, .sat, rounding modes, .NaN and .xorsign.abs of f32 and f64, against exact references.
#include <bit>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "tests/exec/evaluate.h"
#include "tests/exec/exact.h"

namespace lanescope::exec {
namespace float_modes_test {
namespace {

using U64 = std::uint64_t;
using U32 = std::uint32_t;

constexpr U64 nan32 = 0x7fff'ffff;

U64 flush(U64 x) { return f32.is_subnormal(x) ? x & f32.sign() : x; }
U64 clamp(U64 x) {
  if (f32.is_nan(x) || f32.is_negative(x)) return 0;
  return x > 0x3f80'0000 ? 0x3f80'0000 : x;
}
float value(U64 x) { return std::bit_cast<float>(static_cast<U32>(x)); }
U64 bits(float x) { return std::isnan(x) ? nan32 : std::bit_cast<U32>(x); }

struct Case {
  const char* name;
  const char* text;
  std::function<U64(U64, U64, U64)> expected;
};

class FloatModes : public testing::TestWithParam<Case> {};

TEST_P(FloatModes, give_the_exact_result_rounded_as_they_say) {
  const auto all = triples_of(8, 23, 20'000);
  const auto found = evaluate(from_float(GetParam().text), all);
  ASSERT_EQ(found.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(found[i], GetParam().expected(all[i].a, all[i].b, all[i].c))
        << std::hex << all[i].a << " " << all[i].b << " " << all[i].c;
  }
}

// Compares values, while the executor compares bits. (std::fmin treats a signalling NaN as an
// error.)
U64 smaller(U64 a, U64 b) {
  if (f32.is_nan(a)) return f32.is_nan(b) ? nan32 : b;
  if (f32.is_nan(b)) return a;
  return value(a) == value(b) ? a | b : bits(std::fmin(value(a), value(b)));
}
U64 larger(U64 a, U64 b) {
  if (f32.is_nan(a)) return f32.is_nan(b) ? nan32 : b;
  if (f32.is_nan(b)) return a;
  return value(a) == value(b) ? a & b : bits(std::fmax(value(a), value(b)));
}

U64 add(U64 a, U64 b, Towards towards) { return exact_add(f32, a, b, towards); }
U64 sub(U64 a, U64 b, Towards towards) {
  return f32.is_nan(b) ? nan32 : exact_add(f32, a, b ^ f32.sign(), towards);
}

// A float function that flushes its operands and its result.
template <class F>
auto flushing(F f) {
  return [f](U64 a, U64 b, U64 c) { return flush(f(flush(a), flush(b), flush(c))); };
}

// A double has enough bits (53) that rounding the quotient twice is harmless.
U64 quotient_ftz(U64 a, U64 b) {
  const double quotient = static_cast<double>(value(a)) / static_cast<double>(value(b));
  return ftz_cvt(f32, f64, std::bit_cast<U64>(quotient));
}

#define F3(expression)             \
  [](U64 a, U64 b, U64 c) -> U64 { \
    (void)a, (void)b, (void)c;     \
    return expression;             \
  }

INSTANTIATE_TEST_SUITE_P(
    F32, FloatModes,
    testing::Values(
        Case{"add_ftz", "add.ftz.f32 %f30, %f10, %f11;",
             flushing(F3(add(a, b, Towards::nearest_even)))},
        Case{"add_rz", "add.rz.f32 %f30, %f10, %f11;", F3(add(a, b, Towards::zero))},
        Case{"sub_rm", "sub.rm.f32 %f30, %f10, %f11;", F3(sub(a, b, Towards::down))},
        Case{"sub_rp_ftz", "sub.rp.ftz.f32 %f30, %f10, %f11;",
             flushing(F3(sub(a, b, Towards::up)))},
        Case{"add_sat", "add.sat.f32 %f30, %f10, %f11;",
             F3(clamp(add(a, b, Towards::nearest_even)))},
        Case{"mul_ftz", "mul.ftz.f32 %f30, %f10, %f11;", F3(ftz_mul(f32, a, b))},
        Case{"mul_ftz_sat", "mul.rn.ftz.sat.f32 %f30, %f10, %f11;", F3(clamp(ftz_mul(f32, a, b)))},
        Case{"mul_rp", "mul.rp.f32 %f30, %f10, %f11;", F3(exact_mul(f32, a, b, Towards::up))},
        Case{"fma_ftz", "fma.rn.ftz.f32 %f30, %f10, %f11, %f12;", F3(ftz_fma(f32, a, b, c))},
        Case{"fma_sat", "fma.rn.sat.f32 %f30, %f10, %f11, %f12;",
             F3(clamp(exact_fma(f32, a, b, c)))},
        Case{"fma_rm_ftz_sat", "fma.rm.ftz.sat.f32 %f30, %f10, %f11, %f12;",
             F3(clamp(ftz_fma(f32, a, b, c, Towards::down)))},
        Case{"mad_rz", "mad.rz.f32 %f30, %f10, %f11, %f12;",
             F3(exact_fma(f32, a, b, c, Towards::zero))},
        Case{"div_rn_ftz", "div.rn.ftz.f32 %f30, %f10, %f11;",
             F3(quotient_ftz(flush(a), flush(b)))},
        Case{"div_full", "div.full.f32 %f30, %f10, %f11;", F3(bits(value(a) / value(b)))},
        Case{"sqrt_rn_ftz", "sqrt.rn.ftz.f32 %f30, %f10;", flushing(F3(bits(std::sqrt(value(a)))))},
        Case{"rcp_rn_ftz", "rcp.rn.ftz.f32 %f30, %f10;", flushing(F3(bits(1.0F / value(a))))},
        Case{"abs_ftz", "abs.ftz.f32 %f30, %f10;",
             flushing(F3(f32.is_nan(a) ? nan32 : a & 0x7fff'ffff))},
        Case{"neg_ftz", "neg.ftz.f32 %f30, %f10;",
             flushing(F3(f32.is_nan(a) ? nan32 : a ^ 0x8000'0000))},
        Case{"min_ftz", "min.ftz.f32 %f30, %f10, %f11;", flushing(F3(smaller(a, b)))},
        Case{"max_NaN", "max.NaN.f32 %f30, %f10, %f11;",
             F3(f32.is_nan(a) || f32.is_nan(b) ? nan32 : larger(a, b))},
        Case{"min_xorsign", "min.xorsign.abs.f32 %f30, %f10, %f11;",
             F3(f32.is_nan(a) && f32.is_nan(b)
                    ? nan32
                    : smaller(a & 0x7fff'ffff, b & 0x7fff'ffff) | ((a ^ b) & f32.sign()))},
        Case{"max_of_three", "max.f32 %f30, %f10, %f11, %f12;", F3(larger(larger(a, b), c))},
        Case{"min_of_three_abs", "min.abs.f32 %f30, %f10, %f11, %f12;",
             F3(smaller(smaller(a & 0x7fff'ffff, b & 0x7fff'ffff), c & 0x7fff'ffff))},
        Case{"copysign", "copysign.f32 %f30, %f10, %f11;",
             F3((a & 0x8000'0000) | (b & 0x7fff'ffff))}),
    [](const auto& tested) { return std::string(tested.param.name); });

// Near the smallest normal number, which random operands rarely hit.
struct Edge {
  const char* text;
  Operands operands;
  U64 expected;
};
void expect_edges(const std::vector<Edge>& edges) {
  for (const Edge& edge : edges) {
    const auto found = evaluate(from_float(edge.text), {edge.operands});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], edge.expected) << edge.text << std::hex << " " << edge.operands.a;
  }
}

// Measured on an H200, CUDA 13.0.
TEST(Flushing, takes_what_would_be_tiny_with_an_exponent_of_any_size) {
  expect_edges({
      {"mul.rn.ftz.f32 %f30, %f10, %f11;", {0x310d'd27a, 0x0ee7'0cc6, 0}, 0},
      {"mul.rm.ftz.f32 %f30, %f10, %f11;", {0x2822'17be, 0x97ca'27e6, 0}, 0x8000'0000},
      {"mul.rp.ftz.f32 %f30, %f10, %f11;", {0x11ef'0367, 0x2e09'18d3, 0}, 0},
      {"mul.rp.ftz.sat.f32 %f30, %f10, %f11;", {0x11ef'0367, 0x2e09'18d3, 0}, 0},
      {"fma.rn.ftz.f32 %f30, %f10, %f11, %f12;", {0xa4dd'0a3a, 0x1b14'3ea4, 1}, 0x8000'0000},
      {"fma.rp.ftz.f32 %f30, %f10, %f11, %f12;", {0x8eaa'1b1b, 0xb140'a209, 0}, 0},
      {"div.rm.ftz.f32 %f30, %f10, %f11;", {0x82a7'0880, 0x41a7'0881, 0}, 0x8000'0000},
      {"div.rp.ftz.f32 %f30, %f10, %f11;", {0x111f'8e75, 0x501f'8e76, 0}, 0},
      {"rcp.rm.ftz.f32 %f30, %f10;", {0xfe80'0001, 0, 0}, 0x8000'0000},
      {"rcp.rp.ftz.f32 %f30, %f10;", {0x7e80'0001, 0, 0}, 0},
  });
}

// Measured on an H200, CUDA 13.0.
TEST(Flushing, keeps_what_is_rounded_up_to_the_smallest_normal_number) {
  expect_edges({
      {"mul.rn.ftz.f32 %f30, %f10, %f11;", {0xb2d0'6bf2, 0x0d1d'3841, 0}, 0x8080'0000},
      {"mul.rp.ftz.f32 %f30, %f10, %f11;", {0x310d'd27a, 0x0ee7'0cc6, 0}, 0x0080'0000},
      {"mul.rn.ftz.sat.f32 %f30, %f10, %f11;", {0x17b5'7181, 0x2834'98a6, 0}, 0x0080'0000},
      {"fma.rn.ftz.f32 %f30, %f10, %f11, %f12;", {0x9863'4654, 0xa790'2d8d, 0}, 0x0080'0000},
      {"fma.rm.ftz.f32 %f30, %f10, %f11, %f12;", {0xa4dd'0a3a, 0x1b14'3ea4, 1}, 0x8080'0000},
  });
}

// Here the emulator's scaled operands overflow. In this rounding mode the sum becomes the largest
// number.
TEST(Flushing, leaves_sums_of_large_numbers) {
  expect_edges({{"fma.rz.ftz.f32 %f30, %f10, %f11, %f12;",
                 {0x62c0'0000, 0x1f80'0000, 0xbf7f'ffff},  // 1.5 * 2^70 * 2^-64 - (1 - 2^-24)
                 0x42be'0000}});
}

TEST(PairsOfFloats, are_computed_independently) {
  const auto all = triples_of(8, 23, 5'000);
  std::vector<Operands> pairs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Operands& high = all[all.size() - 1 - i];
    pairs.push_back({all[i].a | high.a << 32, all[i].b | high.b << 32, all[i].c | high.c << 32});
  }
  const auto sums = evaluate("add.rn.ftz.f32x2 %rd30, %rd10, %rd11;", pairs);
  const auto fused = evaluate("fma.rz.f32x2 %rd30, %rd10, %rd11, %rd12;", pairs);
  ASSERT_EQ(sums.size(), all.size());
  ASSERT_EQ(fused.size(), all.size());
  const auto sum = [](const Operands& o) { return flush(exact_add(f32, flush(o.a), flush(o.b))); };
  const auto fma = [](const Operands& o) { return exact_fma(f32, o.a, o.b, o.c, Towards::zero); };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Operands& high = all[all.size() - 1 - i];
    ASSERT_EQ(sums[i], sum(all[i]) | sum(high) << 32);
    ASSERT_EQ(fused[i], fma(all[i]) | fma(high) << 32);
  }
}

TEST(Doubles, hand_on_the_payload_of_a_nan_made_quiet) {
  const U64 signalling = 0xfff0'0000'0000'1234;
  const auto found = evaluate(from_double("add.f64 %fd30, %fd10, %fd11;"),
                              {{signalling, 0x3ff0'0000'0000'0000, 0},
                               {0x3ff0'0000'0000'0000, signalling, 0},
                               {0x7ff0'0000'0000'0000, 0xfff0'0000'0000'0000, 0}});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0], 0xfff8'0000'0000'1234U);
  EXPECT_EQ(found[1], 0xfff8'0000'0000'1234U);
  EXPECT_EQ(found[2], 0xfff8'0000'0000'0000U);
}

// When several operands are NaN. Measured on an H200, CUDA 13.0.
TEST(Doubles, hand_on_the_payload_of_b_before_that_of_c_before_that_of_a) {
  const U64 a = 0x7ff8'0000'0000'000a, b = 0xfff0'0000'0000'000b, c = 0x7ff8'0000'0000'000c;
  const U64 b_quiet = 0xfff8'0000'0000'000b, one = 0x3ff0'0000'0000'0000;
  for (const char* name : {"add.f64", "sub.rz.f64", "mul.f64"}) {
    const auto found =
        evaluate(from_double(std::string(name) + " %fd30, %fd10, %fd11;"), {{a, b, 0}});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], b_quiet) << name;
  }
  const auto fused = evaluate(from_double("fma.rn.f64 %fd30, %fd10, %fd11, %fd12;"),
                              {{a, b, c}, {a, b, one}, {one, b, c}, {a, one, c}, {a, one, one}});
  ASSERT_EQ(fused.size(), 5U);
  EXPECT_EQ(fused[0], b_quiet);
  EXPECT_EQ(fused[1], b_quiet);
  EXPECT_EQ(fused[2], b_quiet);
  EXPECT_EQ(fused[3], c);
  EXPECT_EQ(fused[4], a);
}

TEST(Doubles, hand_on_the_payload_of_the_dividend_first) {  // also measured
  const auto found = evaluate(from_double("div.rn.f64 %fd30, %fd10, %fd11;"),
                              {{0x7ff0'0000'0000'000a, 0xfff0'0000'0000'000b, 0}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], 0x7ff8'0000'0000'000aU);
}

TEST(Doubles, take_literals_of_floats) {
  const auto found = evaluate(from_double("add.f64 %fd30, %fd10, 0f3F800000;"), {{0, 0, 0}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], 0x3ff0'0000'0000'0000U);
}

TEST(Doubles, make_nans_quiet_in_abs_and_neg) {  // measured on an H200, CUDA 13.0
  const U64 nan = 0xfff0'0000'0000'1234;
  for (const char* text : {"abs.f64 %fd30, %fd10;", "neg.f64 %fd30, %fd10;"}) {
    const auto found = evaluate(from_double(text), {{nan, 0, 0}});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0], nan | U64{1} << 51) << text;
  }
}

TEST(Doubles, prefer_numbers_and_the_smaller_zero_in_min) {
  const auto all = triples_of(11, 52, 4'000);
  const auto found = evaluate(from_double("min.f64 %fd30, %fd10, %fd11;"), all);
  ASSERT_EQ(found.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto [a, b, c] = all[i];
    const double x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
    if (f64.is_nan(a) && f64.is_nan(b)) {
      ASSERT_TRUE(f64.is_nan(found[i]));
    } else if (f64.is_zero(a) && f64.is_zero(b)) {
      ASSERT_EQ(found[i], a | b);
    } else {
      const double expected = f64.is_nan(a) ? y : f64.is_nan(b) ? x : std::fmin(x, y);
      ASSERT_EQ(found[i], std::bit_cast<U64>(expected)) << std::hex << a << " " << b;
    }
  }
}

// ---- the approximate functions ----

struct Approximate {
  const char* name;
  const char* text;
  long double (*reference)(long double);
  double relative, absolute;  // documented bounds; 0: no bound of this kind
  double lowest, highest;     // the range in which they hold
};

class Approximations : public testing::TestWithParam<Approximate> {};

TEST_P(Approximations, stay_within_the_documents_error) {
  const Approximate& function = GetParam();
  std::vector<Operands> all;
  for (const U64 x : floats_of(8, 23, 30'000, 5)) all.push_back({x, 0, 0});
  for (int i = -2000; i <= 2000; ++i) {
    all.push_back({std::bit_cast<U32>(static_cast<float>(i) * 0.0031F), 0, 0});
    all.push_back({std::bit_cast<U32>(static_cast<float>(i) * 0.1571F), 0, 0});
    all.push_back({std::bit_cast<U32>(1.0F + static_cast<float>(i) * 0x1p-23F), 0, 0});
  }
  const auto found = evaluate(from_float(function.text), all);
  ASSERT_EQ(found.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const float x = value(all[i].a);
    if (!(x >= function.lowest && x <= function.highest)) continue;
    const long double expected = function.reference(x);
    const long double error = std::fabs(expected - static_cast<long double>(value(found[i])));
    // A subnormal result may be off by its last bit.
    const long double bound = std::max({function.relative * std::fabs(expected),
                                        static_cast<long double>(function.absolute), 0x1p-149L});
    ASSERT_LE(error, bound) << function.name << " of " << x;
  }
}

INSTANTIATE_TEST_SUITE_P(
    F32, Approximations,
    testing::Values(Approximate{"rcp", "rcp.approx.f32 %f30, %f10;",
                                [](long double x) { return 1 / x; }, 0x1p-23, 0, 0x1p-127, 3e38},
                    Approximate{"sqrt", "sqrt.approx.f32 %f30, %f10;",
                                [](long double x) { return std::sqrt(x); }, 0x1p-23, 0, 0, 3e38},
                    Approximate{"rsqrt", "rsqrt.approx.f32 %f30, %f10;",
                                [](long double x) { return 1 / std::sqrt(x); }, 0x1p-23, 0, 1e-45,
                                3e38},
                    Approximate{"sin_of_one_turn", "sin.approx.f32 %f30, %f10;",
                                [](long double x) { return std::sin(x); }, 0, std::pow(2.0, -20.5),
                                -6.2832, 6.2832},
                    Approximate{"sin_of_fifty_turns", "sin.approx.f32 %f30, %f10;",
                                [](long double x) { return std::sin(x); }, 0, std::pow(2.0, -14.7),
                                -314.16, 314.16},
                    Approximate{"cos_of_one_turn", "cos.approx.f32 %f30, %f10;",
                                [](long double x) { return std::cos(x); }, 0, std::pow(2.0, -20.5),
                                -6.2832, 6.2832},
                    Approximate{"cos_of_fifty_turns", "cos.approx.f32 %f30, %f10;",
                                [](long double x) { return std::cos(x); }, 0, std::pow(2.0, -14.7),
                                -314.16, 314.16},
                    Approximate{"lg2_near_one", "lg2.approx.f32 %f30, %f10;",
                                [](long double x) { return std::log2(x); }, 0, 0x1p-22, 0.5, 2},
                    Approximate{"lg2", "lg2.approx.f32 %f30, %f10;",
                                [](long double x) { return std::log2(x); }, 0x1p-22, 0, 2, 3e38},
                    Approximate{"lg2_of_small", "lg2.approx.f32 %f30, %f10;",
                                [](long double x) { return std::log2(x); }, 0x1p-22, 0, 1e-45, 0.5},
                    Approximate{"ex2", "ex2.approx.f32 %f30, %f10;",
                                [](long double x) { return std::exp2(x); }, 0x1p-22, 0, -160,
                                127.9},
                    Approximate{"tanh", "tanh.approx.f32 %f30, %f10;",
                                [](long double x) { return std::tanh(x); }, 0x1p-11, 0, -100, 100}),
    [](const auto& tested) { return std::string(tested.param.name); });

struct Special {
  const char* text;
  U64 a, b, expected;
};

class SpecialValues : public testing::TestWithParam<Special> {};

TEST_P(SpecialValues, are_those_of_the_documents_tables) {
  const Special& each = GetParam();
  const auto found = evaluate(from_float(each.text), {{each.a, each.b, 0}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], each.expected) << each.text << std::hex << " " << each.a << " " << each.b;
}

constexpr U64 inf = 0x7f80'0000, minus_inf = 0xff80'0000, minus_zero = 0x8000'0000;
constexpr U64 tiny = 0x0000'0001, minus_tiny = 0x8000'0001, one = 0x3f80'0000;

INSTANTIATE_TEST_SUITE_P(
    F32, SpecialValues,
    testing::Values(
        Special{"rcp.approx.f32 %f30, %f10;", minus_inf, 0, minus_zero},
        Special{"rcp.approx.f32 %f30, %f10;", minus_zero, 0, minus_inf},
        Special{"rcp.approx.f32 %f30, %f10;", minus_tiny, 0, minus_inf},
        Special{"rcp.approx.ftz.f32 %f30, %f10;", 0x007f'ffff, 0, inf},
        Special{"rcp.approx.ftz.f32 %f30, %f10;", 0x7f00'0000, 0, 0x0},
        Special{"sqrt.approx.f32 %f30, %f10;", minus_zero, 0, minus_zero},
        Special{"sqrt.approx.f32 %f30, %f10;", 0xbf80'0000, 0, nan32},
        Special{"sqrt.approx.ftz.f32 %f30, %f10;", minus_tiny, 0, minus_zero},
        Special{"sqrt.approx.f32 %f30, %f10;", inf, 0, inf},
        Special{"rsqrt.approx.f32 %f30, %f10;", minus_zero, 0, minus_inf},
        Special{"rsqrt.approx.f32 %f30, %f10;", 0, 0, inf},
        Special{"rsqrt.approx.f32 %f30, %f10;", inf, 0, 0},
        Special{"rsqrt.approx.f32 %f30, %f10;", 0xbf80'0000, 0, nan32},
        Special{"rsqrt.approx.ftz.f32 %f30, %f10;", minus_tiny, 0, minus_inf},
        Special{"sin.approx.f32 %f30, %f10;", minus_zero, 0, minus_zero},
        Special{"sin.approx.ftz.f32 %f30, %f10;", minus_tiny, 0, minus_zero},
        Special{"sin.approx.f32 %f30, %f10;", inf, 0, nan32},
        Special{"cos.approx.f32 %f30, %f10;", minus_zero, 0, one},
        Special{"cos.approx.f32 %f30, %f10;", minus_inf, 0, nan32},
        Special{"lg2.approx.f32 %f30, %f10;", 0, 0, minus_inf},
        Special{"lg2.approx.f32 %f30, %f10;", minus_zero, 0, minus_inf},
        Special{"lg2.approx.f32 %f30, %f10;", tiny, 0, 0xc315'0000},  // -149
        Special{"lg2.approx.ftz.f32 %f30, %f10;", tiny, 0, minus_inf},
        Special{"lg2.approx.f32 %f30, %f10;", 0xbf80'0000, 0, nan32},
        Special{"lg2.approx.f32 %f30, %f10;", inf, 0, inf},
        Special{"ex2.approx.f32 %f30, %f10;", minus_inf, 0, 0},
        Special{"ex2.approx.f32 %f30, %f10;", inf, 0, inf},
        Special{"ex2.approx.f32 %f30, %f10;", minus_tiny, 0, one},
        Special{"ex2.approx.f32 %f30, %f10;", 0xc314'0000, 0, 2},  // 2^-148
        Special{"ex2.approx.ftz.f32 %f30, %f10;", 0xc314'0000, 0, 0},
        Special{"tanh.approx.f32 %f30, %f10;", minus_inf, 0, 0xbf80'0000},
        Special{"tanh.approx.f32 %f30, %f10;", minus_zero, 0, minus_zero},
        Special{"div.approx.f32 %f30, %f10, %f11;", one, 0x7f00'0000, 0},  // b = 2^127
        Special{"div.approx.f32 %f30, %f10, %f11;", 0xbf80'0000, 0x7f00'0000, minus_zero},
        Special{"div.approx.f32 %f30, %f10, %f11;", inf, 0x7f00'0000, nan32},
        Special{"div.approx.f32 %f30, %f10, %f11;", 0x40c0'0000, 0x4040'0000, 0x4000'0000},
        Special{"div.approx.ftz.f32 %f30, %f10, %f11;", one, tiny, inf},
        Special{"div.full.f32 %f30, %f10, %f11;", 0x7f00'0000, 0x7f00'0000, one},
        Special{"div.full.ftz.f32 %f30, %f10, %f11;", tiny, one, 0}));

TEST(ApproximateQuotient, stays_within_two_ulp) {
  std::vector<Operands> all;
  for (const Operands& each : triples_of(8, 23, 30'000)) {
    const float b = std::fabs(value(each.b));
    if (b >= 0x1p-126F && b <= 0x1p126F) all.push_back(each);
  }
  const auto found = evaluate(from_float("div.approx.f32 %f30, %f10, %f11;"), all);
  ASSERT_EQ(found.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const float exact = value(all[i].a) / value(all[i].b);
    if (std::isnan(exact)) {
      ASSERT_EQ(found[i], nan32);
      continue;
    }
    const auto near = static_cast<std::int64_t>(bits(exact));
    ASSERT_LE(std::abs(near - static_cast<std::int64_t>(found[i])), 2)
        << value(all[i].a) << " / " << value(all[i].b);
  }
}

TEST(RoughDoubles, keep_only_the_upper_word) {
  std::vector<Operands> all;
  for (const U64 x : floats_of(11, 52, 4'000)) all.push_back({x, 0, 0});
  const auto roots = evaluate(from_double("rsqrt.approx.ftz.f64 %fd30, %fd10;"), all);
  ASSERT_EQ(roots.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double x = std::bit_cast<double>(all[i].a);
    if (!std::isnormal(x) || x < 0) continue;
    const double root = std::bit_cast<double>(roots[i]);
    ASSERT_EQ(roots[i] & 0xffff'ffff, 0U);
    ASSERT_NEAR(root * std::sqrt(x), 1.0, 0x1p-19) << x;
  }
}

// Measured on an H200, CUDA 13.0: a NaN whose payload is only in the lower word counts as infinity.
TEST(RoughDoubles, recognise_nans_by_the_upper_word) {
  const std::vector<Operands> all{{0x7ff8'0000'0000'0a01, 0, 0},
                                  {0x7ff0'0000'0000'0b02, 0, 0},
                                  {0xfff8'0000'0000'0c03, 0, 0},
                                  {0xfff0'0000'0000'0d04, 0, 0},
                                  {0xc000'0000'0000'0000, 0, 0}};
  const U64 nan = 0x7fff'ffff'0000'0000;
  EXPECT_EQ(evaluate(from_double("rcp.approx.ftz.f64 %fd30, %fd10;"), all),
            (std::vector<U64>{nan, 0, nan, 0x8000'0000'0000'0000, 0xbfe0'0000'0000'0000}));
  EXPECT_EQ(evaluate(from_double("rsqrt.approx.ftz.f64 %fd30, %fd10;"), all),
            (std::vector<U64>{nan, 0, nan, nan, nan}));
}

}  // namespace
}  // namespace float_modes_test
}  // namespace lanescope::exec
