// Each case computes %rd30 from a = %rd10 and b = %rd11 (the thread's two input words). The result
// is compared, lane by lane, with the same computation in C++.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "tests/exec/ptx_run.h"

namespace lanescope::exec {
namespace arithmetic_test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;
using S32 = std::int32_t;
using S64 = std::int64_t;

struct Case {
  const char* name;
  const char* body;
  std::function<U64(U64, U64)> expected;
};

S32 s32(U64 x) { return static_cast<S32>(static_cast<U32>(x)); }
U32 u32(U64 x) { return static_cast<U32>(x); }
S64 s64(U64 x) { return static_cast<S64>(x); }
float f32(U64 x) { return std::bit_cast<float>(static_cast<U32>(x)); }
double f64(U64 x) { return std::bit_cast<double>(x); }
U64 bits(float x) { return std::isnan(x) ? 0x7fff'ffffU : std::bit_cast<U32>(x); }
U64 bits(double x) { return std::bit_cast<U64>(x); }

// Corner cases: zero, ones, signs, small, large, and bit patterns of floats.
std::vector<U64> interesting() {
  return {0,
          1,
          2,
          31,
          32,
          33,
          63,
          64,
          0x7fff'ffff,
          0x8000'0000,
          0xffff'ffff,
          0x1'0000'0000,
          ~U64{0},
          U64{1} << 63,
          (U64{1} << 63) - 1,
          0x1234'5678'9abc'def0,
          bits(1.5F),
          bits(-2.75F),
          bits(0.0F),
          0x8000'0000,
          0x7f80'0000,
          0x7fc0'0001,
          bits(1e-40F),
          bits(3e38F),
          bits(1.5),
          bits(-1e300),
          bits(2147483648.0),
          bits(-0.5),
          255,
          0xff80,
          7,
          1000};
}

class Arithmetic : public testing::TestWithParam<Case> {};

TEST_P(Arithmetic, gives_what_cpp_gives_in_every_lane) {
  const std::vector<U64> words = interesting();
  ASSERT_EQ(words.size(), 32U);
  for (std::size_t shift = 0; shift < words.size(); ++shift) {
    PtxRun run;
    for (std::size_t lane = 0; lane < 32; ++lane) {
      run.in.push_back(words[lane]);
      run.in.push_back(words[(lane + shift) % 32]);
    }
    run.body =
        "add.s64 %rd4, %rd4, %rd39;\nld.global.u64 %rd10, [%rd4];\nld.global.u64 %rd11, [%rd4+8];\n"
        "cvt.u32.u64 %r10, %rd10;\ncvt.u32.u64 %r11, %rd11;\nmov.b32 %f10, %r10;\nmov.b32 %f11, "
        "%r11;\n"
        "mov.b64 %fd10, %rd10;\nmov.b64 %fd11, %rd11;\nmov.u64 %rd30, 0;\n" +
        std::string(GetParam().body) + "\nst.global.u64 [%rd3], %rd30;\n";
    const PtxResult result = run_ptx(run);
    for (std::size_t lane = 0; lane < 32; ++lane) {
      const U64 a = run.in[2 * lane];
      const U64 b = run.in[2 * lane + 1];
      ASSERT_EQ(result.out[lane], GetParam().expected(a, b))
          << std::hex << "a = 0x" << a << ", b = 0x" << b;
    }
  }
}

// Suffixes that move a 32-bit, float, double or predicate result to %rd30.
#define W(text) text "\ncvt.u64.u32 %rd30, %r30;"
#define WF(text) text "\nmov.b32 %r30, %f30;\ncvt.u64.u32 %rd30, %r30;"
#define WD(text) text "\nmov.b64 %rd30, %fd30;"
#define WP(text) text "\nselp.u64 %rd30, 1, 0, %p1;"

S64 float_to_s32(float x) {
  if (std::isnan(x)) return 0;
  return static_cast<S64>(
      std::clamp(static_cast<double>(std::trunc(x)), -2147483648.0, 2147483647.0));
}

INSTANTIATE_TEST_SUITE_P(
    Integer, Arithmetic,
    testing::Values(
        Case{"add_u32_wraps", W("add.u32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return U64{u32(a) + u32(b)}; }},
        Case{"add_s64", "add.s64 %rd30, %rd10, %rd11;", [](U64 a, U64 b) { return a + b; }},
        Case{"add_sat_s32", W("add.sat.s32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) {
               return U64{u32(
                   static_cast<U64>(std::clamp<S64>(S64{s32(a)} + s32(b), INT32_MIN, INT32_MAX)))};
             }},
        Case{"sub_u32", W("sub.u32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return U64{u32(a) - u32(b)}; }},
        Case{"mul_lo_s32", W("mul.lo.s32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return U64{u32(a) * u32(b)}; }},
        Case{"mul_hi_u32", W("mul.hi.u32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return (U64{u32(a)} * u32(b)) >> 32; }},
        Case{"mul_hi_s32", W("mul.hi.s32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return U64{u32(static_cast<U64>((S64{s32(a)} * s32(b)) >> 32))}; }},
        Case{"mul_wide_s32", "mul.wide.s32 %rd30, %r10, %r11;",
             [](U64 a, U64 b) { return static_cast<U64>(S64{s32(a)} * s32(b)); }},
        Case{"mul_wide_u32", "mul.wide.u32 %rd30, %r10, %r11;",
             [](U64 a, U64 b) { return U64{u32(a)} * u32(b); }},
        Case{"mul_lo_u64", "mul.lo.u64 %rd30, %rd10, %rd11;", [](U64 a, U64 b) { return a * b; }},
        Case{"mad_lo_s32", W("mad.lo.s32 %r30, %r10, %r11, %r10;"),
             [](U64 a, U64 b) { return U64{u32(a) * u32(b) + u32(a)}; }},
        Case{"mad_wide_u32", "mad.wide.u32 %rd30, %r10, %r11, %rd10;",
             [](U64 a, U64 b) { return U64{u32(a)} * u32(b) + a; }},
        Case{"div_u32", W("div.u32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return U64{u32(b) == 0 ? ~U32{0} : u32(a) / u32(b)}; }},
        Case{"div_s32", W("div.s32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) {
               return U64{s32(b) == 0 ? ~U32{0} : u32(static_cast<U64>(S64{s32(a)} / s32(b)))};
             }},
        Case{"rem_s32", W("rem.s32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) {
               return U64{s32(b) == 0 ? ~U32{0} : u32(static_cast<U64>(S64{s32(a)} % s32(b)))};
             }},
        Case{"rem_u64", "rem.u64 %rd30, %rd10, %rd11;",
             [](U64 a, U64 b) { return b == 0 ? ~U64{0} : a % b; }},
        Case{"min_s32", W("min.s32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return U64{static_cast<U32>(std::min(s32(a), s32(b)))}; }},
        Case{"max_u64", "max.u64 %rd30, %rd10, %rd11;",
             [](U64 a, U64 b) { return std::max(a, b); }},
        Case{"abs_s32", W("abs.s32 %r30, %r10;"),
             [](U64 a, U64) { return U64{s32(a) < 0 ? 0U - u32(a) : u32(a)}; }},
        Case{"neg_s64", "neg.s64 %rd30, %rd10;", [](U64 a, U64) { return 0 - a; }},
        Case{"sad_u32", W("sad.u32 %r30, %r10, %r11, 5;"),
             [](U64 a, U64 b) {
               return U64{5 + (u32(a) > u32(b) ? u32(a) - u32(b) : u32(b) - u32(a))};
             }},
        Case{"mul24_lo_u32", W("mul24.lo.u32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return U64{u32((a & 0xff'ffff) * (b & 0xff'ffff))}; }}),
    [](const auto& tested) { return std::string(tested.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Bits, Arithmetic,
    testing::Values(
        Case{"and_b32", W("and.b32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return U64{u32(a & b)}; }},
        Case{"xor_b64", "xor.b64 %rd30, %rd10, %rd11;", [](U64 a, U64 b) { return a ^ b; }},
        Case{"not_b32", W("not.b32 %r30, %r10;"), [](U64 a, U64) { return U64{~u32(a)}; }},
        Case{"cnot_b32", W("cnot.b32 %r30, %r10;"),
             [](U64 a, U64) { return U64{u32(a) == 0 ? 1U : 0U}; }},
        Case{"shl_clamps", W("shl.b32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return U64{u32(b) > 31 ? 0 : u32(a) << u32(b)}; }},
        Case{"shr_u64_clamps", "shr.u64 %rd30, %rd10, %r11;",
             [](U64 a, U64 b) { return u32(b) > 63 ? 0 : a >> u32(b); }},
        Case{"shr_s32_keeps_the_sign", W("shr.s32 %r30, %r10, %r11;"),
             [](U64 a, U64 b) { return U64{static_cast<U32>(s32(a) >> std::min(u32(b), 31U))}; }},
        Case{"shf_l_wrap", W("shf.l.wrap.b32 %r30, %r10, %r11, %r10;"),
             [](U64 a, U64 b) {
               const U32 by = u32(a) & 31;
               return U64{by == 0 ? u32(b) : (u32(b) << by) | (u32(a) >> (32 - by))};
             }},
        Case{"shf_r_clamp", W("shf.r.clamp.b32 %r30, %r10, %r11, %r11;"),
             [](U64 a, U64 b) {
               const U64 both = (U64{u32(b)} << 32) | u32(a);
               return U64{u32(both >> std::min(u32(b), 32U))};
             }},
        Case{"popc_b64", W("popc.b64 %r30, %rd10;"),
             [](U64 a, U64) { return static_cast<U64>(std::popcount(a)); }},
        Case{"clz_b32", W("clz.b32 %r30, %r10;"),
             [](U64 a, U64) { return static_cast<U64>(std::countl_zero(u32(a))); }},
        Case{"brev_b32", W("brev.b32 %r30, %r10;"),
             [](U64 a, U64) {
               U32 r = 0;
               for (int i = 0; i < 32; ++i) r |= ((u32(a) >> i) & 1) << (31 - i);
               return U64{r};
             }},
        Case{"bfe_u32", W("bfe.u32 %r30, %r10, %r11, 7;"),
             [](U64 a, U64 b) {
               const U32 p = u32(b) & 0xff;
               return U64{p > 31 ? 0 : (u32(a) >> p) & 0x7f};
             }},
        Case{"bfe_s32", W("bfe.s32 %r30, %r10, 4, 8;"),
             [](U64 a, U64) {
               return U64{static_cast<U32>(static_cast<std::int8_t>(u32(a) >> 4))};
             }},
        Case{"bfi_b32", W("bfi.b32 %r30, %r10, %r11, 8, 12;"),
             [](U64 a, U64 b) { return U64{(u32(b) & ~0xfff00U) | ((u32(a) & 0xfff) << 8)}; }},
        Case{"bfind_u32", W("bfind.u32 %r30, %r10;"),
             [](U64 a, U64) {
               return U64{u32(a) == 0 ? ~U32{0} : 31 - static_cast<U32>(std::countl_zero(u32(a)))};
             }},
        Case{"lop3_majority", W("lop3.b32 %r30, %r10, %r11, 3855, 232;"),
             [](U64 a, U64 b) {
               const U32 x = u32(a), y = u32(b), z = 3855;
               return U64{(x & y) | (y & z) | (x & z)};
             }},
        Case{"prmt_reverses_bytes", W("prmt.b32 %r30, %r10, %r11, 0x0123;"),
             [](U64 a, U64) { return U64{__builtin_bswap32(u32(a))}; }},
        Case{"mov_packs_and_unpacks", "mov.b64 {%r20, %r21}, %rd10;\nmov.b64 %rd30, {%r21, %r20};",
             [](U64 a, U64) { return (a << 32) | (a >> 32); }}),
    [](const auto& tested) { return std::string(tested.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Float, Arithmetic,
    testing::Values(
        Case{"add_f32", WF("add.f32 %f30, %f10, %f11;"),
             [](U64 a, U64 b) { return bits(f32(a) + f32(b)); }},
        Case{"mul_f32", WF("mul.rn.f32 %f30, %f10, %f11;"),
             [](U64 a, U64 b) { return bits(f32(a) * f32(b)); }},
        Case{"fma_f32_rounds_once", WF("fma.rn.f32 %f30, %f10, %f11, %f10;"),
             [](U64 a, U64 b) { return bits(std::fma(f32(a), f32(b), f32(a))); }},
        Case{"div_f32", WF("div.rn.f32 %f30, %f10, %f11;"),
             [](U64 a, U64 b) { return bits(f32(a) / f32(b)); }},
        Case{"sqrt_f32", WF("sqrt.rn.f32 %f30, %f10;"),
             [](U64 a, U64) { return bits(std::sqrt(f32(a))); }},
        Case{"min_f32_prefers_numbers", WF("min.f32 %f30, %f10, %f11;"),
             [](U64 a, U64 b) {
               const float x = f32(a), y = f32(b);
               if (x == 0 && y == 0) return bits(std::signbit(x) ? x : y);
               return bits(std::fmin(x, y));
             }},
        Case{"add_f64", WD("add.f64 %fd30, %fd10, 0d3FF0000000000000;"),
             [](U64 a, U64) { return bits(f64(a) + 1.0); }},
        Case{"cvt_s32_f32_saturates", W("cvt.rzi.s32.f32 %r30, %f10;"),
             [](U64 a, U64) { return U64{u32(static_cast<U64>(float_to_s32(f32(a))))}; }},
        Case{"cvt_f32_s32", WF("cvt.rn.f32.s32 %f30, %r10;"),
             [](U64 a, U64) { return bits(static_cast<float>(s32(a))); }},
        Case{"cvt_f32_f64", WF("cvt.rn.f32.f64 %f30, %fd10;"),
             // For NaNs the host gives the same result as the device (convert_test.cpp).
             [](U64 a, U64) { return U64{std::bit_cast<U32>(static_cast<float>(f64(a)))}; }},
        Case{"cvt_f64_f32", WD("cvt.f64.f32 %fd30, %f10;"),
             [](U64 a, U64) { return bits(static_cast<double>(f32(a))); }},
        Case{"cvt_rni_f32", WF("cvt.rni.f32.f32 %f30, %f10;"),
             [](U64 a, U64) { return bits(std::nearbyint(f32(a))); }},
        Case{"cvt_s8_sign_extends", W("cvt.s32.s8 %r30, %r10;"),
             [](U64 a, U64) { return U64{static_cast<U32>(S32{static_cast<std::int8_t>(a)})}; }},
        Case{"cvt_sat_u8_clamps", W("cvt.sat.u8.s32 %r30, %r10;"),
             [](U64 a, U64) { return static_cast<U64>(std::clamp(s32(a), 0, 255)); }},
        Case{"cvt_s64_s32", "cvt.s64.s32 %rd30, %r10;",
             [](U64 a, U64) { return static_cast<U64>(S64{s32(a)}); }},
        Case{"setp_ltu_is_true_for_nan", WP("setp.ltu.f32 %p1, %f10, %f11;"),
             [](U64 a, U64 b) { return U64{!(f32(a) >= f32(b))}; }},
        Case{"setp_ne_is_false_for_nan", WP("setp.ne.f32 %p1, %f10, %f11;"),
             [](U64 a, U64 b) { return U64{f32(a) < f32(b) || f32(a) > f32(b)}; }},
        Case{"setp_combines",
             WP("setp.gt.s32 %p2, %r10, 3;\nsetp.lt.or.u64 %p1, %rd10, %rd11, !%p2;"),
             [](U64 a, U64 b) { return U64{a < b || s32(a) <= 3}; }},
        Case{"setp_gives_both_outcomes", WP("setp.eq.s64 %p2|%p1, %rd10, %rd11;"),
             [](U64 a, U64 b) { return U64{s64(a) != s64(b)}; }}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace arithmetic_test
}  // namespace lanescope::exec
