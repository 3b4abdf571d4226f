// Floating-point functions of clang's prelude: bit for bit as NVRTC's.
#include <fmt/format.h>

#include "tests/conformance/same_by_both.h"

namespace lanescope::conformance {
namespace {

using PreludeMath = SameByBoth;

TEST_F(PreludeMath, whole_numbers_near_a_float) {
  expect_same({"float",
               "float",
               {"floorf(x)", "ceilf(x)", "truncf(x)", "rintf(x)", "nearbyintf(x)", "roundf(x)",
                "floor(x)", "round(x)", "fabsf(x)", "abs(x)", "sqrtf(x)", "sqrt(x)"}});
  expect_same(
      {"float", "long long", {"lrintf(x)", "llrintf(x)", "lroundf(x)", "llroundf(x)", "lrint(x)"}});
}

TEST_F(PreludeMath, whole_numbers_near_a_double) {
  expect_same({"double",
               "double",
               {"floor(x)", "ceil(x)", "trunc(x)", "rint(x)", "nearbyint(x)", "round(x)", "fabs(x)",
                "abs(x)", "sqrt(x)"}});
  expect_same({"double", "long long", {"lrint(x)", "llrint(x)", "lround(x)", "llround(x)"}});
}

TEST_F(PreludeMath, extrema_signs_and_positive_differences) {
  for (const char* type : {"float", "double"}) {
    expect_same({type,
                 type,
                 {"fmin(x, y)", "fmax(x, y)", "min(x, y)", "max(x, y)", "copysign(x, y)",
                  "fdim(x, y)", "fma(x, y, z)", "min(x, 1.5f)", "max(2.5, x)"}});
  }
  expect_same({"float",
               "float",
               {"fminf(x, y)", "fmaxf(x, y)", "copysignf(x, y)", "fdimf(x, y)", "fmaf(x, y, z)",
                "fdividef(x, y)"}});
}

TEST_F(PreludeMath, kinds_of_numbers) {
  for (const char* type : {"float", "double"}) {
    expect_same(
        {type,
         "int",
         {"isnan(x)", "isinf(x)", "isfinite(x)", "signbit(x) != 0", "isinf(x) || isnan(y)"}});
  }
  expect_same({"float", "int", {"__isnanf(x)", "__finitef(x)", "__signbitf(x) != 0"}});
}

TEST_F(PreludeMath, numbers_in_two_parts) {
  for (const char* type : {"float", "double"}) {
    const std::string before = fmt::format(
        "__device__ {0} whole({0} x) {{ {0} w; modf(x, &w); return w; }}\n"
        "__device__ {0} rest({0} x) {{ {0} w; return modf(x, &w); }}\n"
        "__device__ {0} fraction({0} x) {{ int e; return frexp(x, &e); }}\n"
        "__device__ {0} exponent({0} x) {{ int e; frexp(x, &e); return e; }}\n",
        type);
    expect_same({type, type, {"whole(x)", "rest(x)", "fraction(x)", "exponent(x)"}, 0, before});
  }
}

TEST_F(PreludeMath, every_rounding_of_a_float_operation) {
  std::vector<std::string> calls;
  for (const char* mode : {"rn", "rz", "ru", "rd"}) {
    for (const char* call :
         {"__fadd_{}(x, y)", "__fsub_{}(x, y)", "__fmul_{}(x, y)", "__fdiv_{}(x, y)",
          "__fmaf_{}(x, y, z)", "__frcp_{}(x)", "__fsqrt_{}(x)"}) {
      calls.push_back(fmt::format(fmt::runtime(call), mode));
    }
  }
  calls.push_back("__fmaf_ieee_rn(x, y, z)");
  expect_same({"float", "float", calls});
}

TEST_F(PreludeMath, every_rounding_of_a_double_operation) {
  std::vector<std::string> calls;
  for (const char* mode : {"rn", "rz", "ru", "rd"}) {
    for (const char* call :
         {"__dadd_{}(x, y)", "__dsub_{}(x, y)", "__dmul_{}(x, y)", "__ddiv_{}(x, y)",
          "__fma_{}(x, y, z)", "__drcp_{}(x)", "__dsqrt_{}(x)"}) {
      calls.push_back(fmt::format(fmt::runtime(call), mode));
    }
  }
  expect_same({"double", "double", calls});
}

TEST_F(PreludeMath, floats_become_integers_in_every_rounding) {
  for (const char* type : {"float", "double"}) {
    std::vector<std::string> calls;
    for (const char* mode : {"rn", "rz", "ru", "rd"}) {
      for (const char* to : {"int", "uint", "ll", "ull"})
        calls.push_back(fmt::format("(long long)__{}2{}_{}(x)", type, to, mode));
    }
    expect_same({type, "long long", calls});
  }
}

TEST_F(PreludeMath, integers_become_floats_in_every_rounding) {
  std::vector<std::string> calls;
  for (const char* mode : {"rn", "rz", "ru", "rd"}) {
    for (const char* from : {"int", "uint", "ll", "ull"})
      calls.push_back(fmt::format("__{}2float_{}(x)", from, mode));
    calls.push_back(fmt::format("__ll2double_{}(x)", mode));
    calls.push_back(fmt::format("__ull2double_{}(x)", mode));
  }
  calls.insert(calls.end(), {"__int2double_rn(x)", "__uint2double_rn(x)"});
  expect_same({"long long", "double", calls});
}

TEST_F(PreludeMath, doubles_become_floats_and_words) {
  expect_same({"double",
               "double",
               {"__double2float_rn(x)", "__double2float_rz(x)", "__double2float_ru(x)",
                "__double2float_rd(x)", "__hiloint2double(__double2hiint(x), __double2loint(y))",
                "__longlong_as_double(__double_as_longlong(x))"}});
  expect_same({"float",
               "float",
               {"__int_as_float(__float_as_int(x))", "__uint_as_float(__float_as_uint(x))"}});
}

TEST_F(PreludeMath, the_hardwares_approximations) {
  expect_same({"float",
               "float",
               {"__sinf(x)", "__cosf(x)", "__tanf(x)", "__expf(x)", "__exp10f(x)", "__logf(x)",
                "__log2f(x)", "__log10f(x)", "__powf(x, y)", "__fdividef(x, y)", "__saturatef(x)",
                "__tanhf(x)", "rsqrtf(x)", "rsqrt(x)"}});
}

TEST_F(PreludeMath, a_reciprocal_root_is_correctly_rounded) {
  expect_same({"float", "float", {"__frsqrt_rn(x)"}});
}

TEST_F(PreludeMath, constants) {
  expect_same({"float",
               "double",
               {"INFINITY", "-INFINITY", "NAN", "HUGE_VAL", "FLT_MAX", "FLT_MIN", "FLT_EPSILON",
                "DBL_MAX", "DBL_EPSILON", "M_PI", "M_E", "(double)INT_MAX", "(double)UINT64_MAX",
                "CUDART_PI_F", "CUDART_INF_F", "nanf(\"\")", "nan(\"\")"}});
}

TEST_F(PreludeMath, names_in_namespace_std) {
  expect_same({"float",
               "double",
               {"std::sqrt(x)", "std::fma(x, y, z)", "std::min(x, y)", "std::max<double>(x, 2)",
                "std::abs(x)", "std::floor(x)", "std::isnan(x)", "std::numeric_limits<int>::max()",
                "std::numeric_limits<float>::lowest()", "std::numeric_limits<float>::infinity()",
                "(double)std::uint8_t(300)", "std::is_same<int, long>::value",
                "std::is_integral<unsigned>::value"}});
}

TEST_F(PreludeMath, a_number_is_clamped_by_namespace_std) {
  expect_same({"float", "float", {"std::clamp(x, -1.0f, 1.0f)"}});
}

}  // namespace
}  // namespace lanescope::conformance
