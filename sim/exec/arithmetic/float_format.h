// The IEEE 754 binary formats of PTX, and properties of their values that the bits alone determine:
// zeros, subnormals, NaNs, order. There are no branches and no floating-point comparisons, so loops
// over lanes become vector instructions.
//
// f16 and bf16 values are in the low half of 32 bits, so every format has lanes of at least 32
// bits.
//
// NaNs (PTX ISA, "Floating Point Instructions"; CUDA C++ Programming Guide, "Floating-Point
// Standard"): an f32, f16 or bf16 operation returns the canonical NaN, with the sign clear and all
// other bits set. The hardware executes abs and neg as additions, so they do the same. An f64
// operation returns the payload of an operand, made quiet; PTX does not say which operand. An H200
// (CUDA 13.0) checks b before a, and for fma c in between; div, which is many instructions there,
// checks a before b. Callers pass the operands to `nan_of` below in that order.
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

// Subnormals become zeros of the same sign (.ftz). If `flush` is false, nothing changes.
template <class F, bool flush = true>
constexpr typename F::Bits flushed(typename F::Bits a) {
  if constexpr (!flush) return a;
  return (a & F::infinity) == 0 ? a & F::sign : a;
}

template <class F>
constexpr typename F::Bits canonical(typename F::Bits a) {
  return is_nan<F>(a) ? F::canonical_nan : a;
}

// An integer with the same order as the numbers; -0 is below +0.
template <class F>
constexpr typename F::Signed order_key(typename F::Bits a) {
  const typename F::Bits flip = typename F::Bits{0} - ((a & F::sign) != 0 ? 1U : 0U);
  return static_cast<typename F::Signed>((a & F::magnitude) ^ flip);
}

// PTX ISA, min and max: a number beats a NaN, unless `propagate` (.NaN) is set. Two NaNs give a
// NaN.
template <class F, bool larger, bool propagate>
constexpr typename F::Bits extreme(typename F::Bits a, typename F::Bits b) {
  using Bits = typename F::Bits;
  const bool a_is_nan = is_nan<F>(a);
  const bool b_is_nan = is_nan<F>(b);
  const bool take_a =
      larger ? order_key<F>(a) > order_key<F>(b) : order_key<F>(a) < order_key<F>(b);
  const Bits number = take_a ? a : b;
  // f64: the hardware uses a comparison and a selection, which makes b quiet.
  const Bits nan = sizeof(Bits) == 8 ? (b | F::quiet) : F::canonical_nan;
  if constexpr (propagate) return a_is_nan || b_is_nan ? nan : number;
  const Bits other = b_is_nan ? a : number;
  const Bits result = a_is_nan ? b : other;
  return a_is_nan && b_is_nan ? nan : result;
}

// The NaN of an f64 operation: the first operand that is a NaN, made quiet; if there is none, the
// NaN of an invalid operation.
inline std::uint64_t nan_of(double first, double second, double third) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x) | Binary64::quiet; };
  std::uint64_t nan = Binary64::sign | Binary64::infinity | Binary64::quiet;
  nan = third != third ? bits(third) : nan;
  nan = second != second ? bits(second) : nan;
  return first != first ? bits(first) : nan;
}

}  // namespace lanescope::exec
