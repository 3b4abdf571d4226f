// half and bfloat16 of clang's prelude against the Toolkit's headers under NVRTC: bit for bit,
// except the libm functions, which may differ by one ulp (Math API).
#include <fmt/format.h>

#include "tests/conformance/same_by_both.h"

namespace lanescope::conformance {
namespace {

struct Format {
  const char* name;
  const char* header;
  const char* scalar;
  const char* pair;
  const char* infix;   // as in __float2half_rn
  const char* infix2;  // as in __float22half2_rn
  double step;         // one ulp of this type, in ulps of a float
};
constexpr Format formats[] = {
    {"half", "cuda_fp16.h", "__half", "__half2", "half", "half2", 1 << 13},
    {"bfloat16", "cuda_bf16.h", "__nv_bfloat16", "__nv_bfloat162", "bfloat16", "bfloat162",
     1 << 16}};

class PreludeHalf : public SameByBoth, public testing::WithParamInterface<Format> {
 protected:
  // Expressions of p, q, r (scalars) and v, w (pairs), which are computed from x, y, z.
  void expect(std::vector<std::string> expressions, double steps = 0, const char* operand = "float",
              const char* result = "float") const {
    const Format& f = GetParam();
    const std::string before = fmt::format(
        "#include <{0}>\n"
        "__device__ float both({2} a) {{ return __low2float(a) * 3.0f + __high2float(a); }}\n"
        "#define p {1}(x)\n#define q {1}(y)\n#define r {1}(z)\n"
        "#define v {2}({1}(x), {1}(y))\n#define w {2}({1}(z), {1}(x))\n",
        f.header, f.scalar, f.pair);
    for (std::string& each : expressions) {
      each = fmt::format(fmt::runtime(each), fmt::arg("h", f.infix), fmt::arg("h2", f.infix2),
                         fmt::arg("H", f.scalar), fmt::arg("H2", f.pair));
    }
    expect_same({operand, result, std::move(expressions), steps * f.step, before});
  }
};

INSTANTIATE_TEST_SUITE_P(, PreludeHalf, testing::ValuesIn(formats),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_P(PreludeHalf, arithmetic) {
  expect({"(float)__hadd(p, q)", "(float)__hsub(p, q)", "(float)__hmul(p, q)",
          "(float)__hdiv(p, q)", "(float)__hfma(p, q, r)", "(float)__hneg(p)", "(float)__habs(p)"});
}

TEST_P(PreludeHalf, operators) {
  expect({"(float)(p + q)", "(float)(p - q)", "(float)(p * q)", "(float)(p / q)",
          "(float)(p * q + r)", "(float)(-p)",
          "[](float a, float b) {{ {H} t = a; t += {H}(b); "
          "t *= t; ++t; return (float)t; }}(x, y)"});
}

TEST_P(PreludeHalf, saturating_and_rectified_arithmetic) {
  expect({"(float)__hadd_sat(p, q)", "(float)__hsub_sat(p, q)", "(float)__hmul_sat(p, q)",
          "(float)__hfma_sat(p, q, r)", "(float)__hfma_relu(p, q, r)", "(float)__hadd_rn(p, q)"});
}

TEST_P(PreludeHalf, extrema) {
  expect({"(float)__hmin(p, q)", "(float)__hmax(p, q)", "(float)__hmin_nan(p, q)",
          "(float)__hmax_nan(p, q)", "both(__hmin2(v, w))", "both(__hmax2(v, w))"});
}

TEST_P(PreludeHalf, comparisons) {
  std::vector<std::string> all;
  for (const char* relation : {"eq", "ne", "lt", "le", "gt", "ge"}) {
    for (const char* call : {"__h{}(p, q)", "__h{}u(p, q)", "__hb{}2(v, w)", "__hb{}u2(v, w)",
                             "__h{}2_mask(v, w)", "__h{}u2_mask(v, w)"}) {
      all.push_back(fmt::format(fmt::runtime(call), relation));
    }
  }
  for (const char* op : {"==", "!=", "<", "<=", ">", ">="}) {
    all.push_back(fmt::format("p {} q", op));
    all.push_back(fmt::format("v {} w", op));
  }
  all.insert(all.end(), {"__hisnan(p)", "__hisinf(p)"});
  expect(all, 0, "float", "int");
  std::vector<std::string> pairs;
  for (const char* relation : {"eq", "ne", "lt", "le", "gt", "ge"}) {
    pairs.push_back(fmt::format("both(__h{}2(v, w))", relation));
    pairs.push_back(fmt::format("both(__h{}u2(v, w))", relation));
  }
  expect(pairs);
}

TEST_P(PreludeHalf, pairs) {
  expect({"both(__hadd2(v, w))", "both(__hsub2(v, w))", "both(__hmul2(v, w))",
          "both(__h2div(v, w))", "both(__hfma2(v, w, v))", "both(__hneg2(v))", "both(__habs2(v))",
          "both(v + w)", "both(v * w)", "both(v - w)", "both(-v)", "both(__hadd2_sat(v, w))",
          "both(__hcmadd(v, w, v))"});
}

TEST_P(PreludeHalf, pairs_are_taken_apart_and_put_together) {
  expect({"both(__floats2{h2}_rn(x, y))", "both(__float2{h2}_rn(x))",
          "both(__float22{h2}_rn(make_float2(x, y)))", "both(__low2{h2}(v))",
          "both(__high2{h2}(v))", "both(__lows2{h2}(v, w))", "both(__highs2{h2}(v, w))",
          "both(__lowhigh2highlow(v))", "both(__halves2{h2}(p, q))", "both(__{h}2{h2}(p))",
          "both(make_{h2}(p, q))", "(float)__low2{h}(v)", "(float)__high2{h}(v)"});
}

TEST_P(PreludeHalf, floats_and_doubles_in_every_rounding) {
  expect({"(float)__float2{h}(x)", "(float)__float2{h}_rn(x)", "(float)__float2{h}_rz(x)",
          "(float)__float2{h}_ru(x)", "(float)__float2{h}_rd(x)", "(float){H}(x)"});
  expect({"(float)__double2{h}(x)", "(float){H}(x)"}, 0, "double");
}

TEST_P(PreludeHalf, from_integers_in_every_rounding) {
  std::vector<std::string> all;
  for (const char* mode : {"rn", "rz", "ru", "rd"}) {
    for (const char* from : {"int", "uint", "short", "ushort", "ll", "ull"})
      all.push_back(fmt::format("(float)__{}2{{h}}_{}(x)", from, mode));
  }
  all.insert(all.end(), {"(float){H}((int)x)", "(float){H}((unsigned short)x)"});
  expect(all, 0, "long long");
}

TEST_P(PreludeHalf, to_integers_in_every_rounding) {
  std::vector<std::string> all;
  for (const char* mode : {"rn", "rz", "ru", "rd"}) {
    for (const char* to : {"int", "uint", "short", "ushort", "ll", "ull"})
      all.push_back(fmt::format("(long long)__{{h}}2{}_{}(p)", to, mode));
  }
  all.insert(all.end(), {"(int)__{h}2char_rz(p)", "(int)__{h}2uchar_rz(p)", "(int)p", "(unsigned)p",
                         "(short)p", "(unsigned char)p", "(bool)p"});
  expect(all, 0, "float", "long long");
}

TEST_P(PreludeHalf, bits) {
  expect({"__{h}_as_short(p)", "__{h}_as_ushort(p)",
          "__{h}_as_ushort(__short_as_{h}((short)__float_as_int(x)))",
          "__{h}_as_ushort(__ushort_as_{h}((unsigned short)__float_as_int(x)))"},
         0, "float", "int");
}

TEST_P(PreludeHalf, whole_numbers_near) {
  expect({"(float)hfloor(p)", "(float)hceil(p)", "(float)htrunc(p)", "(float)hrint(p)",
          "both(h2floor(v))"});
}

TEST_P(PreludeHalf, roots_and_reciprocals) {
  expect({"(float)hsqrt(p)", "(float)hrsqrt(p)", "(float)hrcp(p)", "(float)htanh_approx(p)"}, 1);
}

TEST_P(PreludeHalf, functions_of_libm) {
  expect(
      {"(float)hexp(p)", "(float)hexp2(p)", "(float)hexp10(p)", "(float)hlog(p)", "(float)hlog2(p)",
       "(float)hlog10(p)", "(float)hsin(p)", "(float)hcos(p)", "(float)htanh(p)"},
      1);
}

TEST_P(PreludeHalf, shuffles) {
  expect({"(float)__shfl_sync(~0u, p, 3)", "(float)__shfl_down_sync(~0u, p, 2)",
          "(float)__shfl_up_sync(~0u, p, 1)", "(float)__shfl_xor_sync(~0u, p, 5)",
          "both(__shfl_xor_sync(~0u, v, 1))"});
}

}  // namespace
}  // namespace lanescope::conformance
