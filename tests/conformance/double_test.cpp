// Double precision: IEEE operations bit for bit, functions within the bounds of the CUDA C++
// Programming Guide.
#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>

#include "tests/conformance/elementwise.h"

namespace lanescope::conformance {
namespace double_test {
namespace {

LANESCOPE_CONFORMANCE(Double);

constexpr std::size_t count = 400;
std::vector<double> first() { return reals<double>(count, 1); }
std::vector<double> second() { return reals<double>(count, 10); }
std::vector<double> third() { return reals<double>(count, 7); }

TEST_P(Double, sum_difference_and_product_round_to_nearest) {
  expect_map(
      GetParam(), {{"x + y", "x - y", "x * y", "-x", "x + 1.0", "2.0 * x"}},
      [](double x, double y) { return std::array{x + y, x - y, x * y, -x, x + 1, 2 * x}; }, first(),
      second());
}

TEST_P(Double, quotients_round_to_nearest) {
  expect_map(
      GetParam(), {{"x / y", "1.0 / x", "x / 3.0"}},
      [](double x, double y) {
        return std::array{x / y, 1 / x, x / 3};
      },
      first(), second());
}

TEST_P(Double, fma_rounds_once) {
  expect_map(
      GetParam(), {{"fma(x, y, z)", "fma(x, x, -1.0)", "x * y + z"}},
      [](double x, double y, double z) {
        return std::array{std::fma(x, y, z), std::fma(x, x, -1.0), std::fma(x, y, z)};
      },
      first(), second(), third());
}

TEST_P(Double, square_roots_round_to_nearest) {
  expect_map(
      GetParam(), {{"sqrt(x)", "sqrt(fabs(y))"}},
      [](double x, double y) {
        return std::array{std::sqrt(x), std::sqrt(std::abs(y))};
      },
      first(), second());
}

TEST_P(Double, fmin_fmax_and_the_integers_around) {
  expect_map(
      GetParam(),
      {{"fmin(x, 1.5)", "fmax(x, -2.25)", "floor(x)", "ceil(x)", "trunc(x)", "rint(x)"}},
      [](double x) {
        return std::array{std::fmin(x, 1.5), std::fmax(x, -2.25), std::floor(x),
                          std::ceil(x),      std::trunc(x),       std::nearbyint(x)};
      },
      first());
}

TEST_P(Double, comparisons_with_nan_are_false_save_unequal) {
  expect_map(
      GetParam(),
      {{"(x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y)"}},
      [](double x, double y) {
        return (x < y) + 2 * (x <= y) + 4 * (x > y) + 8 * (x >= y) + 16 * (x == y) + 32 * (x != y);
      },
      first(), second());
}

TEST_P(Double, bits_of_a_double_as_long_long_and_as_two_words) {
  expect_map(
      GetParam(),
      {{"__double_as_longlong(x) & 0xfffffffffffffll",
        "(long long)__double2hiint(x) * 2 + (unsigned)__double2loint(x)",
        "__double_as_longlong(__hiloint2double(__double2loint(x), __double2hiint(x)))"}},
      [](double x) {
        const auto bits = std::bit_cast<std::uint64_t>(x);
        return std::array{static_cast<std::int64_t>(bits & 0xfffffffffffffULL),
                          std::int64_t{static_cast<int>(bits >> 32)} * 2 +
                              std::int64_t{static_cast<unsigned>(bits)},
                          static_cast<std::int64_t>(std::rotl(bits, 32))};
      },
      [] {
        auto numbers = first();
        for (double& x : numbers) x = std::isnan(x) ? 0.1 : x;
        return numbers;
      }());
}

template <class F>
double rounded(int mode, F operation) {
  std::fesetround(mode);
  const volatile double result = operation();
  std::fesetround(FE_TONEAREST);
  return result;
}

TEST_P(Double, sums_products_and_quotients_in_the_other_roundings) {
  expect_map(
      GetParam(),
      {{"__dadd_rz(x, y)", "__dadd_ru(x, y)", "__dmul_rd(x, y)", "__dmul_rz(x, y)",
        "__ddiv_ru(x, y)", "__ddiv_rd(x, y)", "__dsqrt_rz(x)"}},
      [](double x, double y) {
        const volatile double a = x, b = y;
        const auto sum = [&] { return a + b; };
        const auto product = [&] { return a * b; };
        const auto quotient = [&] { return a / b; };
        const auto root = [&] { return std::sqrt(static_cast<double>(a)); };
        return std::array{rounded(FE_TOWARDZERO, sum),   rounded(FE_UPWARD, sum),
                          rounded(FE_DOWNWARD, product), rounded(FE_TOWARDZERO, product),
                          rounded(FE_UPWARD, quotient),  rounded(FE_DOWNWARD, quotient),
                          rounded(FE_TOWARDZERO, root)};
      },
      first(), second());
}

// One ulp more than the guide's bound: our reference has errors too.
template <class F>
void expect_function(compile::Compiler compiler, const std::string& call, double ulps, double low,
                     double high, F reference) {
  expect_map(compiler, {{call}, ulps + 1}, reference, reals_between<double>(low, high, count, 77));
}

TEST_P(Double, exp) {
  expect_function(GetParam(), "exp(x)", 1, -300, 300, [](double x) { return std::exp(x); });
}
TEST_P(Double, log) {
  expect_function(GetParam(), "log(x)", 1, 1e-3, 1e4, [](double x) { return std::log(x); });
}
TEST_P(Double, log2_and_log10) {
  expect_map(
      GetParam(), {{"log2(x)", "log10(x)"}, 2},
      [](double x) {
        return std::array{std::log2(x), std::log10(x)};
      },
      reals_between<double>(1e-3, 1e4, count, 3));
}
TEST_P(Double, sin_and_cos) {
  expect_map(
      GetParam(), {{"sin(x)", "cos(x)"}, 3},
      [](double x) {
        return std::array{std::sin(x), std::cos(x)};
      },
      reals_between<double>(-100, 100, count, 3));
}

TEST_P(Double, tan) {
  expect_function(GetParam(), "tan(x)", 2, -3, 3, [](double x) { return std::tan(x); });
}

TEST_P(Double, pow_hypot_and_atan2) {
  expect_map(
      GetParam(), {{"pow(fabs(x), y)", "hypot(x, y)", "atan2(x, y)"}, 3},
      [](double x, double y) {
        return std::array{std::pow(std::abs(x), y), std::hypot(x, y), std::atan2(x, y)};
      },
      reals_between<double>(-9, 9, count, 5), reals_between<double>(-9, 9, count, 6));
}

TEST_P(Double, asin_acos_and_atan) {
  expect_map(
      GetParam(), {{"asin(x)", "acos(x)", "atan(20 * x)"}, 3},
      [](double x) {
        return std::array{std::asin(x), std::acos(x), std::atan(20 * x)};
      },
      reals_between<double>(-1, 1, count, 3));
}
TEST_P(Double, hyperbolic_functions) {
  expect_map(
      GetParam(), {{"sinh(x)", "cosh(x)", "tanh(x)"}, 3},
      [](double x) {
        return std::array{std::sinh(x), std::cosh(x), std::tanh(x)};
      },
      reals_between<double>(-5, 5, count, 3));
}
TEST_P(Double, cbrt_and_erf) {
  expect_map(
      GetParam(), {{"cbrt(x)", "erf(x)"}, 3},
      [](double x) {
        return std::array{std::cbrt(x), std::erf(x)};
      },
      reals_between<double>(-4, 4, count, 5));
}
TEST_P(Double, rsqrt) {
  expect_function(GetParam(), "rsqrt(x)", 1, 0.01, 900, [](double x) { return 1 / std::sqrt(x); });
}
TEST_P(Double, fmod_is_exact) {
  expect_map(
      GetParam(), {{"fmod(x, y)"}}, [](double x, double y) { return std::fmod(x, y); },
      reals_between<double>(-900, 900, count, 5), reals_between<double>(0.5, 9, count, 6));
}

TEST_P(Double, a_newton_iteration_that_each_lane_ends_by_itself) {
  expect_map(
      GetParam(),
      {{"root(fabs(x) + 0.5)"},
       0,
       "__device__ double root(double v) {\n"
       "  double guess = v;\n"
       "  for (int i = 0; i < 100; ++i) {\n"
       "    double next = __dmul_rn(0.5, __dadd_rn(guess, v / guess));\n"
       "    if (fabs(next - guess) <= 1e-14 * next) return next;\n"
       "    guess = next;\n  }\n  return -1;\n}\n"},
      [](double x) {
        const double v = std::abs(x) + 0.5;
        double guess = v;
        while (true) {
          const double next = 0.5 * (guess + v / guess);
          if (std::abs(next - guess) <= 1e-14 * next) return next;
          guess = next;
        }
      },
      reals_between<double>(-900, 900, count, 5));
}

}  // namespace
}  // namespace double_test
}  // namespace lanescope::conformance
