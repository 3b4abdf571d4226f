// A number between two formats: sign, significand and exponent, exact for every integer and
// floating-point type of PTX. What cvt does beyond the conversions that the host has an instruction
// for goes through it: all roundings, all formats, one rounding each, by integer arithmetic alone.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/exec/float_format.h"

namespace lanescope::exec {

// nearest: ties to even. away: ties away from zero (.rna).
enum class Rounding : std::uint8_t { none, nearest, zero, down, up, away };

// Formats of eight bits, and tf32, whose fraction is f16's and which is kept as f32 with 13 zeros
// below. e4m3 has no infinities: their place is taken by numbers up to 448 and one NaN.
using E5M2 = FloatFormat<std::uint32_t, 5, 2>;
struct E4M3 : FloatFormat<std::uint32_t, 4, 3> {
  static constexpr Bits infinity = 0x7e;  // what is above it is NaN
  static constexpr Bits largest = 0x7e;
};
using TensorFloat32 = FloatFormat<std::uint32_t, 8, 10>;

template <class F>
constexpr typename F::Bits largest_finite() {
  if constexpr (std::is_same_v<F, E4M3>) return F::largest;
  return F::infinity - 1;
}

// significand * 2^exponent, or one of the flags alone.
struct Number {
  bool negative = false;
  bool nan = false;
  bool infinite = false;
  std::uint64_t significand = 0;
  int exponent = 0;
};

template <class T>
Number number_of_integer(T value) {
  Number n;
  if constexpr (std::is_signed_v<T>) n.negative = value < 0;
  const auto bits = static_cast<std::uint64_t>(value);
  n.significand = n.negative ? 0 - bits : bits;
  return n;
}

template <class F>
Number number_of_float(typename F::Bits bits) {
  constexpr typename F::Bits ones = (typename F::Bits{1} << F::exponent_bits) - 1;
  Number n;
  n.negative = (bits & F::sign) != 0;
  n.nan = is_nan<F>(bits);
  n.infinite = !std::is_same_v<F, E4M3> && (bits & F::magnitude) == F::infinity;
  const typename F::Bits biased = (bits >> F::fraction_bits) & ones;
  const typename F::Bits fraction = bits & (F::smallest_normal - 1);
  n.significand = biased == 0 ? fraction : fraction | F::smallest_normal;
  n.exponent = static_cast<int>(biased == 0 ? 1 : biased) - F::bias - F::fraction_bits;
  return n;
}

// Whether to add one to what was kept: `half` is the first bit below, `rest` any bit further down.
constexpr bool rounds_up(Rounding rounding, bool negative, bool odd, bool half, bool rest) {
  switch (rounding) {
    case Rounding::nearest:
      return half && (rest || odd);
    case Rounding::away:
      return half;
    case Rounding::down:
      return negative && (half || rest);
    case Rounding::up:
      return !negative && (half || rest);
    default:
      return false;
  }
}

// significand / 2^shift, rounded. shift may be anything from 0 up.
constexpr std::uint64_t shifted(std::uint64_t significand, int shift, Rounding rounding,
                                bool negative) {
  if (shift <= 0) return significand;
  const std::uint64_t kept = shift < 64 ? significand >> shift : 0;
  const bool half = shift <= 64 && ((significand >> (shift - 1)) & 1) != 0;
  const std::uint64_t below = shift > 64   ? ~std::uint64_t{0}
                              : shift == 1 ? 0
                                           : ~std::uint64_t{0} >> (65 - shift);
  const bool rest = (significand & below) != 0;
  return kept + (rounds_up(rounding, negative, (kept & 1) != 0, half, rest) ? 1 : 0);
}

// The format's bits; NaN is the canonical one. `to_largest` (.satfinite): what is beyond the
// largest number, infinities too, becomes the largest; otherwise infinity, or the largest where the
// direction of rounding says so.
template <class F>
typename F::Bits encoded(const Number& n, Rounding rounding, bool to_largest) {
  using Bits = typename F::Bits;
  if (n.nan) return F::canonical_nan;
  const Bits sign = n.negative ? F::sign : 0;
  const bool inward = rounding == Rounding::zero || (rounding == Rounding::down && !n.negative) ||
                      (rounding == Rounding::up && n.negative);
  const auto overflow = [&](bool exact) {
    const bool largest = to_largest || (inward && !exact);
    if (largest) return static_cast<Bits>(sign | largest_finite<F>());
    return static_cast<Bits>(sign | (std::is_same_v<F, E4M3> ? F::canonical_nan : F::infinity));
  };
  if (n.infinite) return overflow(true);
  if (n.significand == 0) return sign;
  const int zeros = std::countl_zero(n.significand);
  const int exponent = n.exponent + 63 - zeros;  // of the highest bit
  constexpr int smallest = 1 - F::bias;
  if (exponent > F::bias + 1) return overflow(false);
  const int subnormal = exponent < smallest ? smallest - exponent : 0;
  const std::uint64_t kept =
      shifted(n.significand << zeros, 63 - F::fraction_bits + subnormal, rounding, n.negative);
  // The hidden bit adds one to the exponent's field, and so does a carry out of the fraction.
  const int field = subnormal != 0 ? 0 : exponent - smallest;
  const std::uint64_t code = (static_cast<std::uint64_t>(field) << F::fraction_bits) + kept;
  if (code > largest_finite<F>()) return overflow(false);
  return sign | static_cast<Bits>(code);
}

// To the nearest integer that the rounding says, clamped to D. A NaN is for the caller.
template <class D>
D integer_of(const Number& n, Rounding rounding) {
  constexpr D lowest = std::numeric_limits<D>::min();
  constexpr D highest = std::numeric_limits<D>::max();
  const D limit = n.negative ? lowest : highest;
  if (n.infinite) return limit;
  std::uint64_t size = n.significand;
  if (n.exponent > 0) {
    if (size != 0 && n.exponent > std::countl_zero(size)) return limit;
    size = size == 0 ? 0 : size << n.exponent;
  } else {
    size = shifted(size, -n.exponent, rounding, n.negative);
  }
  if (n.negative) {
    const auto most = std::is_signed_v<D> ? static_cast<std::uint64_t>(highest) + 1 : 0;
    return size > most ? lowest : static_cast<D>(0 - size);
  }
  return size > static_cast<std::uint64_t>(highest) ? highest : static_cast<D>(size);
}

}  // namespace lanescope::exec
