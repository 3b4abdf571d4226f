// f16 and bf16 values: to float and back, and the arithmetic on them, rounded once.
//
// Everything is float arithmetic between two conversions. Rounding to float first and to the half
// afterwards is one rounding in effect:
// - f16 add, sub, mul: float's 24 bits are 2 * 11 + 2, enough for any sum and product (Figueroa,
//   "When is double rounding innocuous?"). A sum that is subnormal is a multiple of 2^-24 and
//   exact; a product is exact, having 22 bits and an exponent of -48 at least.
// - bf16 add, sub: 24 >= 2 * 8 + 2, and subnormal sums, multiples of 2^-133, are exact. mul: 16
// bits,
//   exact where it is not below 2^-149 in its last bit; then it is at most 0xffff * 2^-150, which
//   goes to 2^-134 or below and on to 0, as it must: that tie goes to the even side.
// - fma is not covered. The exact product and the addend are added in a wider format, to odd: where
//   the sum is inexact its last bit is set. A last rounding to at least two bits less then is that
//   of the exact sum (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums").
// All of it holds in the default rounding mode, which PTX's .rn, the only one of halves, is.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "sim/exec/float_format.h"

namespace lanescope::exec {

namespace half_detail {
inline float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
inline std::uint32_t as_bits(float value) { return std::bit_cast<std::uint32_t>(value); }
}  // namespace half_detail

// Exact. A NaN stays one.
template <class F>
float widened(std::uint32_t a) {
  using half_detail::as_bits;
  using half_detail::as_float;
  if constexpr (std::is_same_v<F, BFloat16>) {
    return as_float(a << 16);
  } else {
    const std::uint32_t sign = (a & F::sign) << 16;
    const std::uint32_t shifted = (a & F::magnitude) << 13;
    constexpr std::uint32_t rebias = (127U - 15U) << 23;
    const std::uint32_t normal = shifted + rebias;
    const std::uint32_t special = shifted + 2 * rebias;  // exponent 31 becomes 255
    // 2^-14 + the fraction, less 2^-14. The sign that rounding downward gives to 0 is taken away.
    const float difference = as_float(shifted + rebias + (1U << 23)) - 0x1p-14F;
    const std::uint32_t small = as_bits(difference) & Binary32::magnitude;
    const std::uint32_t finite = (a & F::infinity) == 0 ? small : normal;
    return as_float(((a & F::infinity) == F::infinity ? special : finite) | sign);
  }
}

// To nearest even; NaNs become the canonical one.
template <class F>
std::uint32_t narrowed(float value) {
  using half_detail::as_bits;
  using half_detail::as_float;
  const std::uint32_t bits = as_bits(value);
  const std::uint32_t magnitude = bits & Binary32::magnitude;
  const std::uint32_t sign = (bits >> 16) & F::sign;
  if constexpr (std::is_same_v<F, BFloat16>) {
    const std::uint32_t rounded = (magnitude + 0x7fff + ((magnitude >> 16) & 1)) >> 16;
    return magnitude > Binary32::infinity ? F::canonical_nan : rounded | sign;
  } else {
    constexpr std::uint32_t rebias = (127U - 15U) << 23;
    const std::uint32_t normal = (magnitude - rebias + 0xfff + ((magnitude >> 13) & 1)) >> 13;
    // The last bit of 0.5 is 2^-24, as that of subnormal halves.
    const std::uint32_t small = as_bits(as_float(magnitude) + 0.5F) - as_bits(0.5F);
    const std::uint32_t finite = magnitude < 0x3880'0000U ? small : normal;         // 2^-14
    const std::uint32_t result = magnitude >= 0x477f'f000U ? F::infinity : finite;  // 65520
    return magnitude > Binary32::infinity ? F::canonical_nan : result | sign;
  }
}

namespace half_detail {
// The bits of a value that stands for another one of the same sign: made odd where it is not that
// value, after a step towards zero where it is too large. Masks, no branches.
template <class Bits>
Bits made_odd(Bits bits, bool inexact, bool too_large) {
  const Bits off = inexact ? Bits{1} : Bits{0};
  const Bits step = too_large ? Bits{1} : Bits{0};
  return (bits - (off & step)) | off;
}
}  // namespace half_detail

// a + b to odd. No overflow, no subnormals.
template <class T>
T sum_to_odd(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const T sum = a + b;
  const T b_taken = sum - a;
  const T rest = (a - (sum - b_taken)) + (b - b_taken);  // exactly what rounding took away (Knuth)
  // `rest` is NaN where an operand is infinite: then it is neither above 0 nor below.
  const T size = std::fabs(rest);
  const T inward = sum > 0 ? rest : -rest;
  return std::bit_cast<T>(half_detail::made_odd(std::bit_cast<Bits>(sum), size > 0, inward < 0));
}

// To float, to odd.
inline float to_odd_float(double value) {
  const auto nearest = static_cast<float>(value);
  const double size = std::fabs(value);
  const double found = std::fabs(static_cast<double>(nearest));
  const double error = found - size;  // infinity where the float overflows; NaN for infinity
  const double distance = std::fabs(error);
  return half_detail::as_float(
      half_detail::made_odd(half_detail::as_bits(nearest), distance > 0, error > 0));
}

// a * b + c to odd: `narrowed` makes the sum rounded once of it.
template <class F>
float half_fma_to_odd(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if constexpr (std::is_same_v<F, BFloat16>) {
    // The exponents of a product of bf16 do not fit float.
    const double product = static_cast<double>(widened<F>(a)) * static_cast<double>(widened<F>(b));
    const double sum = sum_to_odd(product, static_cast<double>(widened<F>(c)));
    return to_odd_float(sum);
  } else {
    return sum_to_odd(widened<F>(a) * widened<F>(b), widened<F>(c));
  }
}

}  // namespace lanescope::exec
