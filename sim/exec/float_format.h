// The binary formats of IEEE 754 that PTX computes with, and what can be said about their values by
// their bits alone: zeros, subnormals, NaNs, order. No branch and no floating-point comparison, so
// loops over lanes become vector instructions.
//
// f16 and bf16 values stand in the low half of 32 bits: lanes of one width for every format.
//
// NaNs (PTX ISA, "Floating Point Instructions"; CUDA C++ Programming Guide, "Floating-Point
// Standard"): every f32, f16 and bf16 operation that gives a NaN gives the canonical one, sign
// clear and all other bits set; abs and neg are additions to the hardware and do the same. f64
// operations hand on the payload of an operand, made quiet; PTX leaves open whose. An H200 (CUDA
// 13.0) asks b before a, and a fma's c in between; a div, which is many instructions to it, asks a
// before b. Who computes names the operands in that order to `nan_of` below.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace lanescope::exec {

template <class BitsType, int exponent_width, int fraction_width>
struct FloatFormat {
  using Bits = BitsType;
  using Signed = std::make_signed_t<Bits>;
  static constexpr int exponent_bits = exponent_width;
  static constexpr int fraction_bits = fraction_width;
  static constexpr int bias = (1 << (exponent_width - 1)) - 1;
  static constexpr Bits sign = Bits{1} << (exponent_width + fraction_width);
  static constexpr Bits magnitude = sign - 1;
  static constexpr Bits smallest_normal = Bits{1} << fraction_width;
  static constexpr Bits infinity = magnitude - (smallest_normal - 1);
  static constexpr Bits quiet = smallest_normal >> 1;
  static constexpr Bits canonical_nan = magnitude;
  static constexpr Bits one = static_cast<Bits>(bias) << fraction_width;
};

using Binary16 = FloatFormat<std::uint32_t, 5, 10>;
using BFloat16 = FloatFormat<std::uint32_t, 8, 7>;
using Binary32 = FloatFormat<std::uint32_t, 8, 23>;
using Binary64 = FloatFormat<std::uint64_t, 11, 52>;

template <class F>
constexpr bool is_nan(typename F::Bits a) {
  return (a & F::magnitude) > F::infinity;
}

// Subnormals become zeros of their sign (.ftz); `flush` false: nothing changes.
template <class F, bool flush = true>
constexpr typename F::Bits flushed(typename F::Bits a) {
  if constexpr (!flush) return a;
  return (a & F::infinity) == 0 ? a & F::sign : a;
}

template <class F>
constexpr typename F::Bits canonical(typename F::Bits a) {
  return is_nan<F>(a) ? F::canonical_nan : a;
}

// As an integer that orders numbers; -0 stands below +0.
template <class F>
constexpr typename F::Signed order_key(typename F::Bits a) {
  const typename F::Bits flip = typename F::Bits{0} - ((a & F::sign) != 0 ? 1U : 0U);
  return static_cast<typename F::Signed>((a & F::magnitude) ^ flip);
}

// PTX ISA, min and max: a number beats a NaN, unless `propagate` (.NaN); two NaNs give a NaN.
template <class F, bool larger, bool propagate>
constexpr typename F::Bits extreme(typename F::Bits a, typename F::Bits b) {
  using Bits = typename F::Bits;
  const bool a_is_nan = is_nan<F>(a);
  const bool b_is_nan = is_nan<F>(b);
  const bool take_a =
      larger ? order_key<F>(a) > order_key<F>(b) : order_key<F>(a) < order_key<F>(b);
  const Bits number = take_a ? a : b;
  // f64: a comparison and a selection to the hardware, which then makes b quiet.
  const Bits nan = sizeof(Bits) == 8 ? (b | F::quiet) : F::canonical_nan;
  if constexpr (propagate) return a_is_nan || b_is_nan ? nan : number;
  const Bits other = b_is_nan ? a : number;
  const Bits result = a_is_nan ? b : other;
  return a_is_nan && b_is_nan ? nan : result;
}

// The NaN that an f64 operation hands on: the first operand's that is one, made quiet; else the one
// of an invalid operation.
inline std::uint64_t nan_of(double first, double second, double third) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x) | Binary64::quiet; };
  std::uint64_t nan = Binary64::sign | Binary64::infinity | Binary64::quiet;
  nan = third != third ? bits(third) : nan;
  nan = second != second ? bits(second) : nan;
  return first != first ? bits(first) : nan;
}

}  // namespace lanescope::exec
