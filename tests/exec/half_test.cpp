// f16 and bf16 arithmetic against exact sums and products that are rounded once.
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "tests/exec/evaluate.h"
#include "tests/exec/exact.h"
#include "tests/repetitions.h"

namespace lanescope::exec {
namespace half_test {
namespace {

using U64 = std::uint64_t;

U64 flushed(Format format, U64 x) { return format.is_subnormal(x) ? x & format.sign() : x; }
U64 saturated(Format format, U64 x) {
  const U64 one = static_cast<U64>(format.bias()) << format.fraction_bits;
  if (format.is_nan(x) || format.is_negative(x)) return 0;
  return x > one ? one : x;
}
U64 relu(Format format, U64 x) { return !format.is_nan(x) && format.is_negative(x) ? 0 : x; }

struct Case {
  const char* name;
  Format format;
  const char* instruction;  // without the type and the operands
  int sources;
  std::function<U64(Format, U64, U64, U64)> expected;
};

U64 add(Format f, U64 a, U64 b, U64) { return exact_add(f, a, b); }
U64 sub(Format f, U64 a, U64 b, U64) {
  return f.is_nan(b) ? f.canonical_nan() : exact_add(f, a, b ^ f.sign());
}
U64 mul(Format f, U64 a, U64 b, U64) { return exact_mul(f, a, b); }
U64 fma(Format f, U64 a, U64 b, U64 c) { return exact_fma(f, a, b, c); }
U64 mul_ftz(Format f, U64 a, U64 b, U64) { return ftz_mul(f, a, b); }
U64 fma_ftz(Format f, U64 a, U64 b, U64 c) { return ftz_fma(f, a, b, c); }

// Computes with values, while the executor works on bits.
double value_of(Format f, U64 x) {
  if (f.is_nan(x)) return std::nan("");
  if (f.is_infinite(x)) return f.is_negative(x) ? -INFINITY : INFINITY;
  const auto fraction = static_cast<double>(x & ((U64{1} << f.fraction_bits) - 1));
  const auto biased = static_cast<int>((x & f.infinity()) >> f.fraction_bits);
  const double hidden = biased == 0 ? 0 : std::ldexp(1.0, f.fraction_bits);
  const double size =
      std::ldexp(fraction + hidden, (biased == 0 ? 1 : biased) - f.bias() - f.fraction_bits);
  return f.is_negative(x) ? -size : size;
}
U64 min(Format f, U64 a, U64 b, U64) {
  if (f.is_nan(a) && f.is_nan(b)) return f.canonical_nan();
  if (f.is_nan(a)) return b;
  if (f.is_nan(b)) return a;
  if (f.is_zero(a) && f.is_zero(b)) return a | b;
  return value_of(f, a) < value_of(f, b) ? a : b;
}
U64 max(Format f, U64 a, U64 b, U64) {
  if (f.is_nan(a) && f.is_nan(b)) return f.canonical_nan();
  if (f.is_nan(a)) return b;
  if (f.is_nan(b)) return a;
  if (f.is_zero(a) && f.is_zero(b)) return a & b;
  return value_of(f, a) > value_of(f, b) ? a : b;
}
U64 min_nan(Format f, U64 a, U64 b, U64 c) {
  return f.is_nan(a) || f.is_nan(b) ? f.canonical_nan() : min(f, a, b, c);
}
U64 max_xorsign(Format f, U64 a, U64 b, U64 c) {
  const U64 magnitude = f.sign() - 1;
  const U64 d = max(f, a & magnitude, b & magnitude, c);
  return f.is_nan(d) ? d : d | ((a ^ b) & f.sign());
}
U64 abs(Format f, U64 a, U64, U64) { return f.is_nan(a) ? f.canonical_nan() : a & (f.sign() - 1); }
U64 neg(Format f, U64 a, U64, U64) { return f.is_nan(a) ? f.canonical_nan() : a ^ f.sign(); }

using Computes = U64 (*)(Format, U64, U64, U64);
std::function<U64(Format, U64, U64, U64)> ftz(Computes of) {
  return [of](Format f, U64 a, U64 b, U64 c) {
    return flushed(f, of(f, flushed(f, a), flushed(f, b), flushed(f, c)));
  };
}
std::function<U64(Format, U64, U64, U64)> sat(Computes of) {
  return [of](Format f, U64 a, U64 b, U64 c) { return saturated(f, of(f, a, b, c)); };
}

class HalfArithmetic : public testing::TestWithParam<Case> {
 protected:
  [[nodiscard]] std::string type() const {
    return GetParam().format.exponent_bits == 5 ? "f16" : "bf16";
  }
  [[nodiscard]] std::string text(const std::string& type_name, const std::string& d,
                                 const std::string& r) const {
    std::string found = std::string(GetParam().instruction) + "." + type_name + " " + d;
    for (int i = 0; i < GetParam().sources; ++i) found += ", " + r + "1" + std::to_string(i);
    return found + ";";
  }
  [[nodiscard]] std::vector<Operands> operands() const {
    const Format f = GetParam().format;
    return triples_of(f.exponent_bits, f.fraction_bits, 20'000);
  }
};

TEST_P(HalfArithmetic, rounds_the_exact_result_once) {
  const auto all = operands();
  const auto found = evaluate(from_half(text(type(), "%rs30", "%rs")), all);
  ASSERT_EQ(found.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(found[i], GetParam().expected(GetParam().format, all[i].a, all[i].b, all[i].c))
        << std::hex << all[i].a << " " << all[i].b << " " << all[i].c;
  }
}

TEST_P(HalfArithmetic, computes_both_halves_of_a_pair) {
  auto all = operands();
  std::vector<Operands> pairs = all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Operands& high = all[all.size() - 1 - i];
    pairs[i] = {all[i].a | high.a << 16, all[i].b | high.b << 16, all[i].c | high.c << 16};
  }
  const auto found = evaluate(from_word(text(type() + "x2", "%r30", "%r")), pairs);
  ASSERT_EQ(found.size(), all.size());
  const auto expected = [&](const Operands& o) {
    return GetParam().expected(GetParam().format, o.a, o.b, o.c);
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(found[i], expected(all[i]) | expected(all[all.size() - 1 - i]) << 16)
        << std::hex << pairs[i].a << " " << pairs[i].b << " " << pairs[i].c;
  }
}

std::string name_of(const testing::TestParamInfo<Case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    F16, HalfArithmetic,
    testing::Values(Case{"add", f16, "add", 2, add}, Case{"sub", f16, "sub.rn", 2, sub},
                    Case{"mul", f16, "mul", 2, mul}, Case{"fma", f16, "fma.rn", 3, fma},
                    Case{"add_ftz", f16, "add.ftz", 2, ftz(add)},
                    Case{"mul_ftz", f16, "mul.rn.ftz", 2, mul_ftz},
                    Case{"fma_ftz", f16, "fma.rn.ftz", 3, fma_ftz},
                    Case{"sub_sat", f16, "sub.sat", 2, sat(sub)},
                    Case{"fma_sat", f16, "fma.rn.sat", 3, sat(fma)},
                    Case{"fma_relu", f16, "fma.rn.relu", 3,
                         [](Format f, U64 a, U64 b, U64 c) { return relu(f, fma(f, a, b, c)); }},
                    Case{"min", f16, "min", 2, min}, Case{"max", f16, "max", 2, max},
                    Case{"max_ftz", f16, "max.ftz", 2, ftz(max)},
                    Case{"min_NaN", f16, "min.NaN", 2, min_nan},
                    Case{"max_xorsign", f16, "max.xorsign.abs", 2, max_xorsign},
                    Case{"abs", f16, "abs", 1, abs}, Case{"neg", f16, "neg", 1, neg},
                    Case{"neg_ftz", f16, "neg.ftz", 1, ftz(neg)}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    BF16, HalfArithmetic,
    testing::Values(Case{"add", bf16, "add", 2, add}, Case{"sub", bf16, "sub.rn", 2, sub},
                    Case{"mul", bf16, "mul", 2, mul}, Case{"fma", bf16, "fma.rn", 3, fma},
                    Case{"fma_relu", bf16, "fma.rn.relu", 3,
                         [](Format f, U64 a, U64 b, U64 c) { return relu(f, fma(f, a, b, c)); }},
                    Case{"min", bf16, "min", 2, min}, Case{"max", bf16, "max", 2, max},
                    Case{"min_NaN", bf16, "min.NaN", 2, min_nan},
                    Case{"max_xorsign", bf16, "max.xorsign.abs", 2, max_xorsign},
                    Case{"abs", bf16, "abs", 1, abs}, Case{"neg", bf16, "neg", 1, neg}),
    name_of);

// Near the smallest normal number. The first product is 2^-14 - 2^-25: halfway between 2^-14 and
// the largest subnormal number, but exact in 11 bits. Bits measured on an H200, CUDA 13.0.
TEST(HalfFlushing, takes_what_would_be_tiny_with_an_exponent_of_any_size) {
  const std::vector<Operands> all{{0x2000, 0x9fff, 0x8000}, {0xa015, 0x9fd6, 0}};
  EXPECT_EQ(evaluate(from_half("mul.ftz.f16 %rs30, %rs10, %rs11;"), all)[0], 0x8000U);
  EXPECT_EQ(evaluate(from_half("mul.ftz.sat.f16 %rs30, %rs10, %rs11;"), all)[1], 0U);
  EXPECT_EQ(evaluate(from_half("fma.rn.ftz.f16 %rs30, %rs10, %rs11, %rs12;"), all)[0], 0x8000U);
}

TEST(HalfFlushing, keeps_what_is_rounded_up_to_the_smallest_normal_number) {
  const std::vector<Operands> all{{0xa003, 0x9ffa, 0x8000}};
  EXPECT_EQ(evaluate(from_half("mul.ftz.f16 %rs30, %rs10, %rs11;"), all)[0], 0x0400U);
  EXPECT_EQ(evaluate(from_half("fma.rn.ftz.f16 %rs30, %rs10, %rs11, %rs12;"), all)[0], 0x0400U);
}

// Ties that would go the wrong way if the product were rounded to 24 or 53 bits before the sum.
TEST(HalfFma, sees_an_addend_far_below_the_products_tie) {
  const std::vector<Operands> all{{0x3c01, 0x4200, 0x0001},  // 1.0009765625 * 3 + 2^-24
                                  {0x3c01, 0x4200, 0x8001}};
  const auto found = evaluate(from_half("fma.rn.f16 %rs30, %rs10, %rs11, %rs12;"), all);
  ASSERT_EQ(found.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(found[i], exact_fma(f16, all[i].a, all[i].b, all[i].c));
  // 1.5 * 1.0078125 is a tie of bf16; an addend of 2^-120 breaks it.
  const std::vector<Operands> brain{{0x3fc0, 0x3f81, 0x0380}, {0x3fc0, 0x3f81, 0x8380}};
  const auto tied = evaluate(from_half("fma.rn.bf16 %rs30, %rs10, %rs11, %rs12;"), brain);
  ASSERT_EQ(tied.size(), 2U);
  EXPECT_EQ(tied[0], 0x3fc2U);
  EXPECT_EQ(tied[1], 0x3fc1U);
}

TEST(HalfFunctions, stay_within_the_documents_relative_error) {
  struct Function {
    const char* text;
    Format format;
    double (*reference)(double);
    double bound;
  };
  const auto exp2 = [](double x) { return std::exp2(x); };
  const auto tanh = [](double x) { return std::tanh(x); };
  for (const Function& each : {Function{"ex2.approx.f16", f16, exp2, 0x1p-9},
                               {"tanh.approx.f16", f16, tanh, 0x1p-10},
                               {"ex2.approx.ftz.bf16", bf16, exp2, 0x1p-7},
                               {"tanh.approx.bf16", bf16, tanh, 0x1p-8}}) {
    std::vector<Operands> all;
    for (U64 bits = 0; bits < 65536; bits += tests::has_sanitizers ? 13 : 1)
      all.push_back({bits, 0, 0});
    const auto found = evaluate(from_half(std::string(each.text) + " %rs30, %rs10;"), all);
    ASSERT_EQ(found.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double expected = each.reference(value_of(each.format, all[i].a));
      const double value = value_of(each.format, found[i]);
      if (std::isnan(expected)) {
        ASSERT_EQ(found[i], each.format.canonical_nan()) << each.text;
        continue;
      }
      const double smallest = std::ldexp(1.0, 1 - each.format.bias());
      const double largest = value_of(each.format, each.format.infinity() - 1);
      if (std::isinf(value)) {
        ASSERT_GT(std::fabs(expected), largest) << each.text << " of " << all[i].a;
      } else if (std::fabs(expected) >= smallest) {
        ASSERT_LE(std::fabs(value - expected), each.bound * std::fabs(expected))
            << each.text << " of " << all[i].a;
      } else {
        ASSERT_LE(std::fabs(value), smallest) << each.text << " of " << all[i].a;
      }
    }
  }
}

TEST(MixedPrecision, widens_the_half_and_rounds_as_f32) {
  std::vector<Operands> all;
  for (const U64 a : floats_of(5, 10, 200)) {
    for (const U64 c : floats_of(8, 23, 100)) all.push_back({a, a ^ 0x123, c});
  }
  const auto wide = [](U64 half) { return exact_cvt(f32, f16, half); };
  const auto sums = evaluate(from_float("add.rz.f32.f16 %f30, %rs10, %f12;"), all);
  const auto fused = evaluate(from_float("fma.rn.f32.f16 %f30, %rs10, %rs11, %f12;"), all);
  ASSERT_EQ(sums.size(), all.size());
  ASSERT_EQ(fused.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(sums[i], exact_add(f32, wide(all[i].a), all[i].c, Towards::zero));
    ASSERT_EQ(fused[i], exact_fma(f32, wide(all[i].a), wide(all[i].b), all[i].c));
  }
}

}  // namespace
}  // namespace half_test
}  // namespace lanescope::exec
