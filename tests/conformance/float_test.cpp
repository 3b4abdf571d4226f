// Single precision: IEEE operations bit for bit, functions within the bounds of the CUDA C++
// Programming Guide, "Floating-Point Computation and Math Functions".
#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

#include "tests/conformance/elementwise.h"

namespace lanescope::conformance {
namespace float_test {
namespace {

LANESCOPE_CONFORMANCE(Float);

constexpr std::size_t count = 400;
std::vector<float> first() { return reals<float>(count, 1); }
std::vector<float> second() { return reals<float>(count, 10); }
std::vector<float> third() { return reals<float>(count, 7); }

TEST_P(Float, sum_difference_and_product_round_to_nearest) {
  expect_map(
      GetParam(), {{"x + y", "x - y", "x * y", "-x", "x + 1.0f", "2.0f * x"}},
      [](float x, float y) { return std::array{x + y, x - y, x * y, -x, x + 1, 2 * x}; }, first(),
      second());
}

TEST_P(Float, quotients_round_to_nearest) {
  expect_map(
      GetParam(), {{"x / y", "1.0f / x", "x / 3.0f"}},
      [](float x, float y) {
        return std::array{x / y, 1 / x, x / 3};
      },
      first(), second());
}

TEST_P(Float, a_product_is_fused_with_the_sum_that_follows) {
  expect_map(
      GetParam(), {{"fmaf(x, y, z)", "fmaf(x, x, -1.0f)", "fmaf(-x, y, z)"}},
      [](float x, float y, float z) {
        return std::array{std::fma(x, y, z), std::fma(x, x, -1.0F), std::fma(-x, y, z)};
      },
      first(), second(), third());
}

TEST_P(Float, contraction_makes_one_rounding_of_x_times_y_plus_z) {
  expect_map(
      GetParam(), {{"x * y + z"}}, [](float x, float y, float z) { return std::fma(x, y, z); },
      first(), second(), third());
}

TEST_P(Float, rounded_intrinsics_are_never_contracted) {
  expect_map(
      GetParam(),
      {{"__fadd_rn(__fmul_rn(x, y), z)", "__fsub_rn(__fmul_rn(x, x), __fmul_rn(y, y))"}},
      [](float x, float y, float z) {
        const volatile float product = x * y, xx = x * x, yy = y * y;
        return std::array<float, 2>{product + z, xx - yy};
      },
      first(), second(), third());
}

TEST_P(Float, square_roots_round_to_nearest) {
  expect_map(
      GetParam(), {{"sqrtf(x)", "sqrtf(fabsf(y))"}},
      [](float x, float y) {
        return std::array{std::sqrt(x), std::sqrt(std::abs(y))};
      },
      first(), second());
}

TEST_P(Float, fmin_and_fmax_prefer_a_number_to_nan) {
  // For zeros of different signs, min returns -0 and max returns +0 (PTX ISA, min and max).
  expect_map(
      GetParam(), {{"fminf(x, y)", "fmaxf(x, y)", "fminf(x, 1.5f)", "fmaxf(0.25f, y)"}},
      [](float x, float y) {
        const auto smaller = [](float a, float b) {
          return a == 0 && b == 0 ? (std::signbit(a) ? a : b) : std::fmin(a, b);
        };
        const auto larger = [](float a, float b) {
          return a == 0 && b == 0 ? (std::signbit(a) ? b : a) : std::fmax(a, b);
        };
        return std::array{smaller(x, y), larger(x, y), smaller(x, 1.5F), larger(0.25F, y)};
      },
      first(), second());
}

TEST_P(Float, absolute_value_negation_and_sign_are_bits) {
  expect_map(
      GetParam(), {{"__float_as_uint(fabsf(x))", "__float_as_uint(copysignf(x, y))"}},
      [](float x, float y) {
        return std::array{std::bit_cast<unsigned>(x) & 0x7fffffffU,
                          (std::bit_cast<unsigned>(x) & 0x7fffffffU) |
                              (std::bit_cast<unsigned>(y) & 0x80000000U)};
      },
      [] {
        auto numbers = first();  // NaN payloads are not tested here
        for (float& x : numbers) x = std::isnan(x) ? 12.5F : x;
        return numbers;
      }(),
      second());
}

TEST_P(Float, floor_ceil_trunc_and_rint) {
  expect_map(
      GetParam(), {{"floorf(x)", "ceilf(x)", "truncf(x)", "rintf(x)"}},
      [](float x) {
        return std::array{std::floor(x), std::ceil(x), std::trunc(x), std::nearbyint(x)};
      },
      [] {
        auto numbers = first();
        for (std::size_t i = 0; i < 40; ++i) numbers.push_back(static_cast<float>(i) * 0.5F - 10);
        return numbers;
      }());
}

TEST_P(Float, comparisons_with_nan_are_false_save_unequal) {
  expect_map(
      GetParam(),
      {{"(x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y)",
        "!(x < y) + 2 * !(x >= y)"}},
      [](float x, float y) {
        return std::array{
            (x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y),
            (x < y ? 0 : 1) + 2 * (x >= y ? 0 : 1)};
      },
      first(), second());
}

TEST_P(Float, a_polynomial_by_horner) {
  expect_map(
      GetParam(), {{"fmaf(fmaf(fmaf(fmaf(0.1f, x, -0.2f), x, 0.3f), x, -0.4f), x, 0.5f)"}},
      [](float x) {
        float sum = 0.1F;
        for (const float c : {-0.2F, 0.3F, -0.4F, 0.5F}) sum = std::fma(sum, x, c);
        return sum;
      },
      first());
}

TEST_P(Float, a_compensated_sum_loses_nothing_to_the_compiler) {
  const auto in = each(64 * 20, [](std::size_t i) {
    return std::ldexp(static_cast<float>(random_word(8, i) % 100000), -static_cast<int>(i % 17));
  });
  KernelCase(R"(
    __global__ void k(const float* in, float* out) {
      float sum = 0, lost = 0;
      for (int i = 0; i < 20; ++i) {
        float y = in[threadIdx.x * 20 + i] - lost;
        float t = sum + y;
        lost = (t - sum) - y;
        sum = t;
      }
      out[2 * threadIdx.x] = sum;
      out[2 * threadIdx.x + 1] = lost;
    })")
      .block(64)
      .in(in)
      .out([&] {
        std::vector<float> out;
        for (std::size_t t = 0; t < 64; ++t) {
          float sum = 0, lost = 0;
          for (std::size_t i = 0; i < 20; ++i) {
            const float y = in[t * 20 + i] - lost;
            const float next = sum + y;
            lost = (next - sum) - y;
            sum = next;
          }
          out.insert(out.end(), {sum, lost});
        }
        return out;
      }())
      .check(GetParam());
}

TEST_P(Float, bits_and_numbers_exchanged) {
  expect_map(
      GetParam(),
      {{"__uint_as_float((__float_as_uint(x) & 0x007fffffu) | 0x3f800000u)",
        "(float)((__float_as_int(x) >> 23) & 255)"}},
      [](float x) {
        const auto bits = std::bit_cast<unsigned>(x);
        return std::array{std::bit_cast<float>((bits & 0x007fffffU) | 0x3f800000U),
                          static_cast<float>(bits >> 23U & 255U)};
      },
      first());
}

TEST_P(Float, saturate_clamps_to_0_and_1_and_makes_0_of_nan) {
  expect_map(
      GetParam(), {{"__saturatef(x)", "__saturatef(x * 0.001f)"}},
      [](float x) {
        const auto saturated = [](float v) { return v > 0 ? std::min(v, 1.0F) : 0.0F; };
        return std::array{saturated(x), saturated(x * 0.001F)};
      },
      first());
}

TEST_P(Float, subnormal_results_are_kept) {
  expect_map(
      GetParam(), {{"x * y", "x / 3.0f", "x - y"}},
      [](float x, float y) {
        return std::array{x * y, x / 3.0F, x - y};
      },
      each(64, [](std::size_t i) { return std::ldexp(1.0F + static_cast<float>(i) / 64, -120); }),
      each(64, [](std::size_t i) { return std::ldexp(1.0F, -static_cast<int>(i % 29)); }));
}

// ---- directed rounding ----

template <class F>
float rounded(int mode, F operation) {
  std::fesetround(mode);
  const volatile float result = operation();
  std::fesetround(FE_TONEAREST);
  return result;
}

TEST_P(Float, sums_and_products_in_the_four_roundings) {
  expect_map(
      GetParam(),
      {{"__fadd_rz(x, y)", "__fadd_ru(x, y)", "__fadd_rd(x, y)", "__fmul_rz(x, y)",
        "__fmul_ru(x, y)", "__fmul_rd(x, y)"}},
      [](float x, float y) {
        const volatile float a = x, b = y;
        const auto sum = [&] { return a + b; };
        const auto product = [&] { return a * b; };
        return std::array{rounded(FE_TOWARDZERO, sum), rounded(FE_UPWARD, sum),
                          rounded(FE_DOWNWARD, sum),   rounded(FE_TOWARDZERO, product),
                          rounded(FE_UPWARD, product), rounded(FE_DOWNWARD, product)};
      },
      first(), second());
}

TEST_P(Float, quotients_and_roots_in_the_four_roundings) {
  expect_map(
      GetParam(),
      {{"__fdiv_rz(x, y)", "__fdiv_ru(x, y)", "__fdiv_rd(x, y)", "__fsqrt_rz(x)", "__fsqrt_ru(x)",
        "__fsqrt_rd(x)", "__frcp_rn(y)", "__frcp_rz(y)"}},
      [](float x, float y) {
        const volatile float a = x, b = y;
        const auto quotient = [&] { return a / b; };
        const auto root = [&] { return std::sqrt(static_cast<float>(a)); };
        const auto reciprocal = [&] { return 1.0F / b; };
        return std::array{rounded(FE_TOWARDZERO, quotient),  rounded(FE_UPWARD, quotient),
                          rounded(FE_DOWNWARD, quotient),    rounded(FE_TOWARDZERO, root),
                          rounded(FE_UPWARD, root),          rounded(FE_DOWNWARD, root),
                          rounded(FE_TONEAREST, reciprocal), rounded(FE_TOWARDZERO, reciprocal)};
      },
      first(), second());
}

// ---- functions ----

// Over [low, high): the guide's bound, plus half a ulp for the rounding of our reference.
template <class F>
void expect_function(compile::Compiler compiler, const std::string& call, double ulps, float low,
                     float high, F reference) {
  expect_map(
      compiler, {{call}, ulps + 0.5},
      [&](float x) { return static_cast<float>(reference(static_cast<double>(x))); },
      reals_between<float>(low, high, count, 77));
}

TEST_P(Float, expf) {
  expect_function(GetParam(), "expf(x)", 1, -80, 80, [](double x) { return std::exp(x); });
}
TEST_P(Float, exp2f) {
  expect_function(GetParam(), "exp2f(x)", 2, -100, 100, [](double x) { return std::exp2(x); });
}
TEST_P(Float, expm1f) {
  expect_function(GetParam(), "expm1f(x)", 1, -3, 3, [](double x) { return std::expm1(x); });
}
TEST_P(Float, logf) {
  expect_function(GetParam(), "logf(x)", 1, 0.001F, 500, [](double x) { return std::log(x); });
}
TEST_P(Float, log2f) {
  expect_function(GetParam(), "log2f(x)", 1, 0.001F, 500, [](double x) { return std::log2(x); });
}
TEST_P(Float, log10f) {
  expect_function(GetParam(), "log10f(x)", 2, 0.001F, 500, [](double x) { return std::log10(x); });
}
TEST_P(Float, log1pf) {
  expect_function(GetParam(), "log1pf(x)", 1, -0.9F, 50, [](double x) { return std::log1p(x); });
}
TEST_P(Float, sinf) {
  expect_function(GetParam(), "sinf(x)", 2, -30, 30, [](double x) { return std::sin(x); });
}
TEST_P(Float, cosf) {
  expect_function(GetParam(), "cosf(x)", 2, -30, 30, [](double x) { return std::cos(x); });
}
TEST_P(Float, sinf_of_large_arguments) {
  expect_function(GetParam(), "sinf(x)", 2, 1e5F, 3e9F, [](double x) { return std::sin(x); });
}
TEST_P(Float, tanf) {
  expect_function(GetParam(), "tanf(x)", 4, -3, 3, [](double x) { return std::tan(x); });
}
TEST_P(Float, asinf) {
  expect_function(GetParam(), "asinf(x)", 2, -1, 1, [](double x) { return std::asin(x); });
}
TEST_P(Float, acosf) {
  expect_function(GetParam(), "acosf(x)", 2, -1, 1, [](double x) { return std::acos(x); });
}
TEST_P(Float, atanf) {
  expect_function(GetParam(), "atanf(x)", 2, -20, 20, [](double x) { return std::atan(x); });
}
TEST_P(Float, sinhf) {
  expect_function(GetParam(), "sinhf(x)", 3, -20, 20, [](double x) { return std::sinh(x); });
}
TEST_P(Float, coshf) {
  expect_function(GetParam(), "coshf(x)", 2, -20, 20, [](double x) { return std::cosh(x); });
}
TEST_P(Float, tanhf) {
  expect_function(GetParam(), "tanhf(x)", 2, -5, 5, [](double x) { return std::tanh(x); });
}
TEST_P(Float, cbrtf) {
  expect_function(GetParam(), "cbrtf(x)", 1, -900, 900, [](double x) { return std::cbrt(x); });
}
TEST_P(Float, erff) {
  expect_function(GetParam(), "erff(x)", 2, -4, 4, [](double x) { return std::erf(x); });
}
TEST_P(Float, rsqrtf) {
  expect_function(GetParam(), "rsqrtf(x)", 2, 0.01F, 900,
                  [](double x) { return 1 / std::sqrt(x); });
}
TEST_P(Float, roundf_goes_away_from_0) {
  expect_function(GetParam(), "roundf(x)", -0.5, -100, 100, [](double x) { return std::round(x); });
}

TEST_P(Float, powf_hypotf_and_atan2f) {
  expect_map(
      GetParam(), {{"powf(fabsf(x), y)", "hypotf(x, y)", "atan2f(x, y)"}, 5},
      [](float x, float y) {
        const double a = x, b = y;
        return std::array{static_cast<float>(std::pow(std::abs(a), b)),
                          static_cast<float>(std::hypot(a, b)),
                          static_cast<float>(std::atan2(a, b))};
      },
      reals_between<float>(-9, 9, count, 5), reals_between<float>(-9, 9, count, 6));
}

TEST_P(Float, fmodf_is_exact) {
  expect_map(
      GetParam(), {{"fmodf(x, y)"}}, [](float x, float y) { return std::fmod(x, y); },
      reals_between<float>(-900, 900, count, 5), reals_between<float>(0.5F, 9, count, 6));
}

TEST_P(Float, ldexpf_and_frexpf_take_numbers_apart) {
  expect_map(
      GetParam(),
      {{"ldexpf(x, 5)", "mantissa(x)", "(float)exponent(x)"},
       0,
       "__device__ float mantissa(float x) { int e; return frexpf(x, &e); }\n"
       "__device__ int exponent(float x) { int e; frexpf(x, &e); return e; }\n"},
      [](float x) {
        int exponent = 0;
        const float mantissa = std::frexp(x, &exponent);
        return std::array{std::ldexp(x, 5), mantissa, static_cast<float>(exponent)};
      },
      reals_between<float>(-900, 900, count, 5));
}

TEST_P(Float, isnan_isinf_and_signbit) {
  expect_map(
      GetParam(),
      {{"(isnan(x) ? 1 : 0) + (isinf(x) ? 2 : 0) + (signbit(x) ? 4 : 0)", "isfinite(x) ? 1 : 0"}},
      [](float x) {
        return std::array{
            (std::isnan(x) ? 1 : 0) + (std::isinf(x) ? 2 : 0) + (std::signbit(x) ? 4 : 0),
            std::isfinite(x) ? 1 : 0};
      },
      first());
}

// ---- approximate instructions: bounds from the guide's table of intrinsics ----

TEST_P(Float, fast_exponential_and_logarithm) {
  expect_map(
      GetParam(), {{"__expf(x)", "__log2f(y)", "exp2f(x)"}, 16},
      [](float x, float y) {
        return std::array{static_cast<float>(std::exp(static_cast<double>(x))),
                          static_cast<float>(std::log2(static_cast<double>(y))),
                          static_cast<float>(std::exp2(static_cast<double>(x)))};
      },
      reals_between<float>(-8, 8, count, 5), reals_between<float>(2.5F, 900, count, 6));
}

TEST_P(Float, fast_sine_and_cosine_within_two_to_the_minus_21) {
  const auto in = reals_between<float>(-3, 3, 256, 5);
  KernelCase(R"(
    __global__ void k(const float* in, const float* sine, const float* cosine, int* close) {
      int i = threadIdx.x;
      close[i] = (fabsf(__sinf(in[i]) - sine[i]) < 4.9e-7f) + 2 * (fabsf(__cosf(in[i]) - cosine[i]) < 4.9e-7f);
    })")
      .block(256)
      .in(in)
      .in(each(256, [&](std::size_t i) { return std::sin(in[i]); }))
      .in(each(256, [&](std::size_t i) { return std::cos(in[i]); }))
      .out(std::vector<int>(256, 3))
      .check(GetParam());
}

TEST_P(Float, fast_division) {
  expect_map(
      GetParam(), {{"__fdividef(x, y)"}, 2}, [](float x, float y) { return x / y; },
      reals_between<float>(-900, 900, count, 5), reals_between<float>(0.5F, 9, count, 6));
}

}  // namespace
}  // namespace float_test
}  // namespace lanescope::conformance
