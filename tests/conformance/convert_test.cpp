// Conversions: casts between every two arithmetic types, and the intrinsics with an explicit
// rounding mode.
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tests/conformance/elementwise.h"

namespace lanescope::conformance {
namespace convert_test {
namespace {

LANESCOPE_CONFORMANCE(Convert);

constexpr std::size_t count = 300;

// From one integer type to all the others.
template <class T>
void integer_to_integers(compile::Compiler compiler) {
  expect_map(
      compiler,
      {{"(signed char)x", "(unsigned char)x", "(short)x", "(unsigned short)x", "(int)x",
        "(unsigned)x", "(long long)x", "x != 0"}},
      [](T x) {
        return std::array<std::int64_t, 8>{
            static_cast<signed char>(x),  static_cast<unsigned char>(x),
            static_cast<short>(x),        static_cast<unsigned short>(x),
            static_cast<int>(x),          static_cast<unsigned>(x),
            static_cast<std::int64_t>(x), x != 0};
      },
      integers<T>(count, 1));
}

template <class T>
void integer_to_floating(compile::Compiler compiler) {
  expect_map(
      compiler, {{"(double)(float)x", "(double)x", "(double)((float)x * 0.5f)"}},
      [](T x) {
        return std::array{static_cast<double>(static_cast<float>(x)), static_cast<double>(x),
                          static_cast<double>(static_cast<float>(x) * 0.5F)};
      },
      integers<T>(count, 1));
}

#define LANESCOPE_FROM_INTEGER(type, name)                                            \
  TEST_P(Convert, name##_to_every_integer) { integer_to_integers<type>(GetParam()); } \
  TEST_P(Convert, name##_to_float_and_double) { integer_to_floating<type>(GetParam()); }
LANESCOPE_FROM_INTEGER(signed char, signed_char)
LANESCOPE_FROM_INTEGER(unsigned char, unsigned_char)
LANESCOPE_FROM_INTEGER(short, short)
LANESCOPE_FROM_INTEGER(unsigned short, unsigned_short)
LANESCOPE_FROM_INTEGER(int, int)
LANESCOPE_FROM_INTEGER(unsigned, unsigned)
LANESCOPE_FROM_INTEGER(std::int64_t, long_long)
LANESCOPE_FROM_INTEGER(std::uint64_t, unsigned_long_long)

// Values that fit every integer type tested: the conversion of any other value is undefined in C++.
template <class F>
std::vector<F> that_fit(double low, double high) {
  std::vector<F> numbers = reals_between<F>(static_cast<F>(low), static_cast<F>(high), count, 4);
  for (std::size_t i = 0; i < 30; ++i)
    numbers[i] = static_cast<F>(low + (high - low) * static_cast<double>(i) / 64);
  return numbers;
}

template <class F>
void floating_to_signed(compile::Compiler compiler) {
  expect_map(
      compiler, {{"(signed char)x", "(short)x", "(int)x", "(long long)x", "(long long)(x * 1e9f)"}},
      [](F x) {
        return std::array<std::int64_t, 5>{static_cast<signed char>(x), static_cast<short>(x),
                                           static_cast<int>(x), static_cast<std::int64_t>(x),
                                           static_cast<std::int64_t>(x * 1e9F)};
      },
      that_fit<F>(-127, 127));
}
TEST_P(Convert, float_to_signed_integers_truncates) { floating_to_signed<float>(GetParam()); }
TEST_P(Convert, double_to_signed_integers_truncates) { floating_to_signed<double>(GetParam()); }

template <class F>
void floating_to_unsigned(compile::Compiler compiler) {
  expect_map(
      compiler,
      {{"(unsigned char)x", "(unsigned short)x", "(unsigned)(x * 1e6f)",
        "(unsigned long long)(x * 5e16f)"}},
      [](F x) {
        return std::array<std::uint64_t, 4>{
            static_cast<unsigned char>(x), static_cast<unsigned short>(x),
            static_cast<unsigned>(x * 1e6F), static_cast<std::uint64_t>(x * 5e16F)};
      },
      that_fit<F>(0, 255));
}
TEST_P(Convert, float_to_unsigned_integers_truncates) { floating_to_unsigned<float>(GetParam()); }
TEST_P(Convert, double_to_unsigned_integers_truncates) { floating_to_unsigned<double>(GetParam()); }

TEST_P(Convert, float_to_double_is_exact_and_back_rounds) {
  expect_map(
      GetParam(), {{"(double)(float)x", "x - (double)(float)x"}},
      [](double x) {
        const auto rounded = static_cast<double>(static_cast<float>(x));
        return std::array{rounded, x - rounded};
      },
      reals<double>(count, 1));
}

TEST_P(Convert, float_corners_to_int_are_clamped_and_nan_is_0) {
  expect_map(
      GetParam(), {{"__float2int_rz(x)", "(int)__float2uint_rz(x)"}},
      [](float x) {
        const double d = x;
        return std::array{
            std::isnan(x) ? 0 : static_cast<int>(std::clamp(d, -2147483648.0, 2147483647.0)),
            std::isnan(x)
                ? 0
                : static_cast<int>(static_cast<unsigned>(std::clamp(d, 0.0, 4294967295.0)))};
      },
      reals<float>(count, 1));
}

TEST_P(Convert, float2int_in_the_four_roundings) {
  expect_map(
      GetParam(),
      {{"__float2int_rn(x)", "__float2int_rz(x)", "__float2int_ru(x)", "__float2int_rd(x)"}},
      [](float x) {
        return std::array{static_cast<int>(std::nearbyint(x)), static_cast<int>(std::trunc(x)),
                          static_cast<int>(std::ceil(x)), static_cast<int>(std::floor(x))};
      },
      reals_between<float>(-300, 300, count, 5));
}

TEST_P(Convert, float2uint_and_float2ll_in_several_roundings) {
  expect_map(
      GetParam(),
      {{"(long long)__float2uint_rn(x)", "(long long)__float2uint_ru(x)", "__float2ll_rd(-x)",
        "__float2ll_rn(x * 3e9f)", "(long long)__float2ull_rz(x * 1e10f)"}},
      [](float x) {
        return std::array{static_cast<std::int64_t>(std::nearbyint(x)),
                          static_cast<std::int64_t>(std::ceil(x)),
                          static_cast<std::int64_t>(std::floor(-x)),
                          static_cast<std::int64_t>(std::nearbyint(x * 3e9F)),
                          static_cast<std::int64_t>(x * 1e10F)};
      },
      reals_between<float>(0, 300, count, 5));
}

TEST_P(Convert, double2int_and_double2ll_in_several_roundings) {
  expect_map(
      GetParam(),
      {{"(long long)__double2int_rn(x)", "(long long)__double2int_rd(x)",
        "(long long)__double2uint_ru(fabs(x))", "__double2ll_rz(x * 1e12)", "__double2ll_ru(x)"}},
      [](double x) {
        return std::array{
            static_cast<std::int64_t>(std::nearbyint(x)), static_cast<std::int64_t>(std::floor(x)),
            static_cast<std::int64_t>(std::ceil(std::abs(x))), static_cast<std::int64_t>(x * 1e12),
            static_cast<std::int64_t>(std::ceil(x))};
      },
      reals_between<double>(-300, 300, count, 5));
}

// The float next to the exact quotient, in the rounding direction.
float toward(double exact, float nearest, bool up) {
  const auto infinity = std::numeric_limits<float>::infinity();
  if (up) return nearest < exact ? std::nextafter(nearest, infinity) : nearest;
  return nearest > exact ? std::nextafter(nearest, -infinity) : nearest;
}

TEST_P(Convert, int2float_in_the_four_roundings) {
  expect_map(
      GetParam(),
      {{"__int2float_rn(x)", "__int2float_rz(x)", "__int2float_ru(x)", "__int2float_rd(x)"}},
      [](int x) {
        const auto nearest = static_cast<float>(x);
        return std::array{nearest, toward(x, nearest, x < 0), toward(x, nearest, true),
                          toward(x, nearest, false)};
      },
      integers<int>(count, 1));
}

TEST_P(Convert, uint2float_and_ll2float_in_several_roundings) {
  expect_map(
      GetParam(),
      {{"__uint2float_rz((unsigned)x)", "__uint2float_rn((unsigned)x)", "__ll2float_rn(x)",
        "__ull2float_rn((unsigned long long)x)"}},
      [](std::int64_t x) {
        const auto u = static_cast<unsigned>(x);
        return std::array{toward(u, static_cast<float>(u), false), static_cast<float>(u),
                          static_cast<float>(x), static_cast<float>(static_cast<std::uint64_t>(x))};
      },
      integers<std::int64_t>(count, 1));
}

TEST_P(Convert, double2float_in_the_four_roundings) {
  expect_map(
      GetParam(),
      {{"__double2float_rn(x)", "__double2float_rz(x)", "__double2float_ru(x)",
        "__double2float_rd(x)"}},
      [](double x) {
        const auto nearest = static_cast<float>(x);
        return std::array{nearest, toward(x, nearest, x < 0), toward(x, nearest, true),
                          toward(x, nearest, false)};
      },
      each(count, [](std::size_t i) {
        return static_cast<double>(static_cast<std::int64_t>(random_word(6, i))) / 3;
      }));
}

TEST_P(Convert, long_long_and_double_both_ways) {
  expect_map(
      GetParam(),
      {{"__ll2double_rn(x)", "__ull2double_rn((unsigned long long)x)", "__int2double_rn((int)x)",
        "__uint2double_rn((unsigned)x)"}},
      [](std::int64_t x) {
        return std::array{static_cast<double>(x),
                          static_cast<double>(static_cast<std::uint64_t>(x)),
                          static_cast<double>(static_cast<int>(x)),
                          static_cast<double>(static_cast<unsigned>(x))};
      },
      integers<std::int64_t>(count, 1));
}

TEST_P(Convert, arithmetic_of_mixed_types_follows_the_usual_conversions) {
  expect_map(
      GetParam(), {{"x + y", "x * z", "y * z", "(x < y) + z", "x / 2 + z / 2"}},
      [](short x, unsigned char y, float z) {
        return std::array{static_cast<double>(x + y),
                          static_cast<double>(static_cast<float>(x) * z),
                          static_cast<double>(static_cast<float>(y) * z),
                          static_cast<double>(static_cast<float>(x < y) + z),
                          static_cast<double>(std::fma(z, 0.5F, static_cast<float>(x / 2)))};
      },
      integers<short>(count, 1), integers<unsigned char>(count, 8),
      reals_between<float>(-9, 9, count));
}

TEST_P(Convert, signed_and_unsigned_compared) {
  expect_map(
      GetParam(),
      {{"(unsigned)x < y", "(long long)x < (long long)y", "(short)x < (int)(y & 0xffff)"}},
      [](int x, unsigned y) {
        return std::array{static_cast<unsigned>(x) < y ? 1 : 0,
                          std::int64_t{x} < std::int64_t{y} ? 1 : 0,
                          static_cast<short>(x) < static_cast<int>(y & 0xffffU) ? 1 : 0};
      },
      integers<int>(count, 1), integers<unsigned>(count, 8));
}

TEST_P(Convert, bool_is_0_or_1_whatever_it_comes_from) {
  expect_map(
      GetParam(), {{"(bool)x + 10 * (bool)(int)x + 100 * !x"}},
      [](float x) {
        return (x != 0 ? 1 : 0) + 10 * (static_cast<int>(x) != 0 ? 1 : 0) + 100 * (x == 0 ? 1 : 0);
      },
      reals_between<float>(-2, 2, count));
}

}  // namespace
}  // namespace convert_test
}  // namespace lanescope::conformance
