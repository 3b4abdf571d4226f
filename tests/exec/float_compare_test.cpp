// setp, set, slct and testp on floating-point types.
#include <bit>
#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/exec/evaluate.h"
#include "tests/exec/exact.h"

namespace lanescope::exec {
namespace {

using U64 = std::uint64_t;

// A double holds every value exactly.
double value_of(Format format, U64 bits) {
  if (format.is_nan(bits)) return std::nan("");
  return std::bit_cast<double>(exact_cvt(f64, format, bits));
}

bool compare(const std::string& name, double a, double b) {
  const bool unordered = std::isnan(a) || std::isnan(b);
  if (name == "num") return !unordered;
  if (name == "nan") return unordered;
  if (name.size() == 3 && unordered) return true;
  if (unordered) return false;
  const std::string ordered = name.substr(0, 2);
  return ordered == "eq"   ? a == b
         : ordered == "ne" ? a != b
         : ordered == "lt" ? a < b
         : ordered == "le" ? a <= b
         : ordered == "gt" ? a > b
                           : a >= b;
}

const char* const names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                             "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};

struct Operand {
  const char* type;
  Format format;
  const char* registers;
  bool flush;
  [[nodiscard]] double value(U64 bits) const {
    return value_of(format, flush && format.is_subnormal(bits) ? bits & format.sign() : bits);
  }
};
const Operand operands[] = {{"f32", f32, "%f", false},     {"ftz.f32", f32, "%f", true},
                            {"f64", f64, "%fd", false},    {"f16", f16, "%rs", false},
                            {"ftz.f16", f16, "%rs", true}, {"bf16", bf16, "%rs", false}};

TEST(FloatComparison, gives_both_outcomes_of_every_relation_and_type) {
  for (const Operand& type : operands) {
    const auto all = triples_of(type.format.exponent_bits, type.format.fraction_bits, 6'000);
    for (const char* name : names) {
      const auto text =
          fmt::format("setp.{0}.{1} %p1|%p2, {2}10, {2}11;", name, type.type, type.registers);
      const auto found = evaluate(from_predicates(text), all);
      ASSERT_EQ(found.size(), all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        const bool is = compare(name, type.value(all[i].a), type.value(all[i].b));
        ASSERT_EQ(found[i], is ? 1U : 2U) << text << std::hex << all[i].a << " " << all[i].b;
      }
    }
  }
}

std::vector<Operands> pairs_of(Format format) {
  auto all = triples_of(format.exponent_bits, format.fraction_bits, 6'000);
  std::vector<Operands> pairs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Operands& high = all[(i + 17) % all.size()];
    pairs.push_back({all[i].a | high.a << 16, all[i].b | high.b << 16, i % 2});
  }
  return pairs;
}

TEST(PairComparison, gives_a_predicate_for_each_half) {
  for (const bool brain : {false, true}) {
    const Format format = brain ? bf16 : f16;
    const auto all = pairs_of(format);
    for (const char* name : names) {
      const auto text =
          fmt::format("setp.ne.s32 %p3, %r12, 0;\nsetp.{}.and.{} %p1|%p2, %r10, %r11, !%p3;", name,
                      brain ? "bf16x2" : "f16x2");
      const auto found = evaluate(from_predicates(text), all);
      ASSERT_EQ(found.size(), all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        const auto half = [&](int shift) {
          return compare(name, value_of(format, (all[i].a >> shift) & 0xffff),
                         value_of(format, (all[i].b >> shift) & 0xffff)) &&
                 all[i].c == 0;
        };
        ASSERT_EQ(found[i], (half(0) ? 1U : 0U) + (half(16) ? 2U : 0U)) << text;
      }
    }
  }
}

TEST(PairComparison, sets_ones_or_masks_in_each_half) {
  const auto all = pairs_of(f16);
  const auto ones = evaluate(from_word("set.ltu.f16x2.f16x2 %r30, %r10, %r11;"), all);
  const auto masks = evaluate(from_word("set.ge.u32.f16x2 %r30, %r10, %r11;"), all);
  ASSERT_EQ(ones.size(), all.size());
  ASSERT_EQ(masks.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    U64 one = 0, mask = 0;
    for (const int shift : {0, 16}) {
      const double a = value_of(f16, (all[i].a >> shift) & 0xffff);
      const double b = value_of(f16, (all[i].b >> shift) & 0xffff);
      one |= compare("ltu", a, b) ? U64{0x3c00} << shift : 0;
      mask |= compare("ge", a, b) ? U64{0xffff} << shift : 0;
    }
    ASSERT_EQ(ones[i], one);
    ASSERT_EQ(masks[i], mask);
  }
}

TEST(PairComparison, sets_what_a_predicate_combines) {
  const auto all = pairs_of(bf16);
  const auto found = evaluate(from_word("setp.ne.s32 %p3, %r12, 0;\n"
                                        "set.lt.xor.bf16x2.bf16x2 %r30, %r10, %r11, !%p3;"),
                              all);
  ASSERT_EQ(found.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    U64 expected = 0;
    for (const int shift : {0, 16}) {
      const bool less = compare("lt", value_of(bf16, (all[i].a >> shift) & 0xffff),
                                value_of(bf16, (all[i].b >> shift) & 0xffff));
      expected |= less != (all[i].c == 0) ? U64{0x3f80} << shift : 0;
    }
    ASSERT_EQ(found[i], expected);
  }
}

TEST(Set, writes_one_in_the_destinations_type) {
  const std::vector<Operands> all{{0x3c00, 0x4000, 0}, {0x4000, 0x3c00, 0}};
  const struct {
    std::string text;
    U64 yes;
  } cases[] = {{from_half("set.lt.f16.f16 %rs30, %rs10, %rs11;"), 0x3c00},
               {from_half("set.lt.bf16.bf16 %rs30, %rs10, %rs11;"), 0x3f80},
               {from_half("set.lt.u16.f16 %rs30, %rs10, %rs11;"), 0xffff},
               {from_word("set.lt.s32.bf16 %r30, %rs10, %rs11;"), 0xffff'ffff},
               {from_float("set.lt.f32.f16 %f30, %rs10, %rs11;"), 0x3f80'0000},
               {from_half("set.lt.f16.u32 %rs30, %r10, %r11;"), 0x3c00}};
  for (const auto& each : cases) {
    const auto found = evaluate(each.text, all);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0], each.yes) << each.text;
    EXPECT_EQ(found[1], 0U) << each.text;
  }
}

TEST(Slct, takes_a_flushed_negative_subnormal_for_zero) {
  const std::vector<Operands> all{{1, 2, 0x8000'0001}, {1, 2, 0x8080'0000}, {1, 2, 0x7fc0'0000}};
  const auto kept = evaluate(from_word("slct.u32.f32 %r30, %r10, %r11, %f12;"), all);
  const auto flushed = evaluate(from_word("slct.ftz.u32.f32 %r30, %r10, %r11, %f12;"), all);
  EXPECT_EQ(kept, (std::vector<U64>{2, 2, 2}));
  EXPECT_EQ(flushed, (std::vector<U64>{1, 2, 2}));
}

TEST(Testp, finds_the_kind_of_every_number) {
  const struct {
    const char* name;
    bool (*is)(Format, U64);
  } kinds[] = {{"finite", [](Format f, U64 x) { return !f.is_nan(x) && !f.is_infinite(x); }},
               {"infinite", [](Format f, U64 x) { return f.is_infinite(x); }},
               {"number", [](Format f, U64 x) { return !f.is_nan(x); }},
               {"notanumber", [](Format f, U64 x) { return f.is_nan(x); }},
               {"subnormal", [](Format f, U64 x) { return f.is_subnormal(x); }},
               {"normal", [](Format f, U64 x) {
                  return !f.is_nan(x) && !f.is_infinite(x) && !f.is_subnormal(x);
                }}};
  for (const bool wide : {false, true}) {
    const Format format = wide ? f64 : f32;
    std::vector<Operands> all;
    for (const U64 x : floats_of(format.exponent_bits, format.fraction_bits, 2'000))
      all.push_back({x, 0, 0});
    for (const auto& kind : kinds) {
      const auto text = fmt::format("testp.{}.{} %p1, {};\nsetp.ne.s32 %p2, 0, 0;", kind.name,
                                    wide ? "f64" : "f32", wide ? "%fd10" : "%f10");
      const auto found = evaluate(from_predicates(text), all);
      ASSERT_EQ(found.size(), all.size());
      for (std::size_t i = 0; i < all.size(); ++i)
        ASSERT_EQ(found[i] != 0, kind.is(format, all[i].a)) << text << std::hex << all[i].a;
    }
  }
}

}  // namespace
}  // namespace lanescope::exec
