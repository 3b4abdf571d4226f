// f16 and bf16 values: conversion to float and back, and their arithmetic, rounded once.
//
// Each operation is float arithmetic between two conversions. Rounding to float and then to half
// gives the same result as rounding once:
// - f16 add, sub, mul: float's 24 bits are 2 * 11 + 2, enough for any sum and product (Figueroa,
//   "When is double rounding innocuous?"). A subnormal sum is a multiple of 2^-24, so it is exact.
//   A product is exact: it has 22 bits and an exponent of at least -48.
// - bf16 add, sub: 24 >= 2 * 8 + 2, and subnormal sums are multiples of 2^-133, so they are exact.
//   mul: a product has 16 bits and is exact unless its last bit is below 2^-149. In that case it is
//   at most 0xffff * 2^-150, which rounds to 2^-134 or below and then to 0. This is correct: the
//   tie goes to the even side.
// - fma is not covered by this. The exact product and the addend are added in a wider format, with
//   rounding to odd: if the sum is inexact, its last bit is set. Rounding that to a format with at
//   least two bits fewer gives the exact sum rounded once (Boldo and Melquiond, "Emulation of a FMA
//   and correctly rounded sums").
// All of this requires the default rounding mode, PTX's .rn, the only one that halves have.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "sim/exec/arithmetic/float_format.h"

namespace lanescope::exec {

namespace half_detail {
inline float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
inline std::uint32_t as_bits(float value) { return std::bit_cast<std::uint32_t>(value); }
}  // namespace half_detail

// Exact. A NaN remains a NaN.
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
    // (2^-14 + the fraction) - 2^-14. Masks the sign of the zero that rounding down produces.
    const float difference = as_float(shifted + rebias + (1U << 23)) - 0x1p-14F;
    const std::uint32_t small = as_bits(difference) & Binary32::magnitude;
    const std::uint32_t finite = (a & F::infinity) == 0 ? small : normal;
    return as_float(((a & F::infinity) == F::infinity ? special : finite) | sign);
  }
}

// Rounds to nearest even. NaNs become the canonical NaN.
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
    // The last bit of 0.5 is 2^-24, like that of subnormal halves.
    const std::uint32_t small = as_bits(as_float(magnitude) + 0.5F) - as_bits(0.5F);
    const std::uint32_t finite = magnitude < 0x3880'0000U ? small : normal;  // 2^-14
    // 65520, the first value that rounds to infinity
    const std::uint32_t result = magnitude >= 0x477f'f000U ? F::infinity : finite;
    return magnitude > Binary32::infinity ? F::canonical_nan : result | sign;
  }
}

namespace half_detail {
// Rounds to odd, given an approximation of a value with the same sign: if it is too large, it takes
// one step towards zero; if it is inexact, its last bit is set. Masks, no branches.
template <class Bits>
Bits made_odd(Bits bits, bool inexact, bool too_large) {
  const Bits off = inexact ? Bits{1} : Bits{0};
  const Bits step = too_large ? Bits{1} : Bits{0};
  return (bits - (off & step)) | off;
}
}  // namespace half_detail

// a + b rounded to odd. Precondition: no overflow, no subnormals.
template <class T>
T sum_to_odd(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const T sum = a + b;
  const T b_taken = sum - a;
  const T rest = (a - (sum - b_taken)) + (b - b_taken);  // the exact rounding error (Knuth)
  // `rest` is NaN if an operand is infinite; it is then neither above nor below 0.
  const T size = std::fabs(rest);
  const T inward = sum > 0 ? rest : -rest;
  return std::bit_cast<T>(half_detail::made_odd(std::bit_cast<Bits>(sum), size > 0, inward < 0));
}

// Converts to float, rounded to odd.
inline float to_odd_float(double value) {
  const auto nearest = static_cast<float>(value);
  const double size = std::fabs(value);
  const double found = std::fabs(static_cast<double>(nearest));
  const double error = found - size;  // infinity if the float overflows; NaN for infinity
  const double distance = std::fabs(error);
  return half_detail::as_float(
      half_detail::made_odd(half_detail::as_bits(nearest), distance > 0, error > 0));
}

// a * b + c rounded to odd; `narrowed` turns it into the correctly rounded half.
template <class F>
float half_fma_to_odd(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if constexpr (std::is_same_v<F, BFloat16>) {
    // float does not have the exponent range of a bf16 product.
    const double product = static_cast<double>(widened<F>(a)) * static_cast<double>(widened<F>(b));
    const double sum = sum_to_odd(product, static_cast<double>(widened<F>(c)));
    return to_odd_float(sum);
  } else {
    return sum_to_odd(widened<F>(a) * widened<F>(b), widened<F>(c));
  }
}

}  // namespace lanescope::exec
