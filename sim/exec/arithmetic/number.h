// A number between two formats: sign, significand and exponent. It is exact for every integer and
// floating-point type of PTX. cvt uses it for all conversions without an instruction on the host:
// all roundings and formats, rounded once, by integer arithmetic only.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "sim/exec/arithmetic/float_format.h"

namespace lanescope::exec {

// nearest: ties to even. away: ties away from zero (.rna).
enum class Rounding : std::uint8_t { none, nearest, zero, down, up, away };

// 8-bit formats, and tf32, which has f16's fraction and is stored as f32 with 13 zero bits at the
// end. e4m3 has no infinities: those codes are numbers up to 448 and one NaN.
using E5M2 = FloatFormat<std::uint32_t, 5, 2>;
struct E4M3 : FloatFormat<std::uint32_t, 4, 3> {
  static constexpr Bits infinity = 0x7e;  // codes above it are NaN
  static constexpr Bits largest = 0x7e;
};
using TensorFloat32 = FloatFormat<std::uint32_t, 8, 10>;

template <class F>
constexpr typename F::Bits largest_finite() {
  if constexpr (std::is_same_v<F, E4M3>) return F::largest;
  return F::infinity - 1;
}

// significand * 2^exponent, or only one of the flags.
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

// Whether to round the kept bits up. `half` is the first dropped bit, `rest` whether any bit below
// it is set.
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

// significand / 2^shift, rounded. Any shift is allowed.
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

// The number in format F; NaN becomes the canonical NaN. `to_largest` (.satfinite): values beyond
// the largest number, infinities included, become the largest number. Otherwise they become
// infinity, or the largest number if the rounding direction requires it.
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
  const int exponent = n.exponent + 63 - zeros;  // exponent of the highest bit
  constexpr int smallest = 1 - F::bias;
  if (exponent > F::bias + 1) return overflow(false);
  const int subnormal = exponent < smallest ? smallest - exponent : 0;
  const std::uint64_t kept =
      shifted(n.significand << zeros, 63 - F::fraction_bits + subnormal, rounding, n.negative);
  // The hidden bit adds one to the exponent field, and so does a carry out of the fraction.
  const int field = subnormal != 0 ? 0 : exponent - smallest;
  const std::uint64_t code = (static_cast<std::uint64_t>(field) << F::fraction_bits) + kept;
  if (code > largest_finite<F>()) return overflow(false);
  return sign | static_cast<Bits>(code);
}

// Rounded to an integer and clamped to D. The caller handles NaN.
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
