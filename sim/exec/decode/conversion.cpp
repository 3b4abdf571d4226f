#include "sim/exec/decode/conversion.h"

#include <algorithm>
#include <type_traits>

#include "sim/exec/arithmetic/float_values.h"
#include "sim/exec/arithmetic/half.h"
#include "sim/exec/arithmetic/number.h"

namespace lanescope::exec {

using ptx::Type;

namespace {

using U8 = std::uint8_t;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

// The value in the low bits of a register.
Number number_of(Type type, U64 bits, bool flush) {
  switch (type) {
    case Type::s8:
      return number_of_integer(static_cast<std::int8_t>(bits));
    case Type::s16:
      return number_of_integer(static_cast<std::int16_t>(bits));
    case Type::s32:
      return number_of_integer(static_cast<std::int32_t>(bits));
    case Type::s64:
      return number_of_integer(static_cast<std::int64_t>(bits));
    case Type::u8:
      return number_of_integer(static_cast<U8>(bits));
    case Type::u16:
      return number_of_integer(static_cast<U16>(bits));
    case Type::u32:
      return number_of_integer(static_cast<U32>(bits));
    case Type::f16:
      return number_of_float<Binary16>(static_cast<U16>(bits));
    case Type::bf16:
      return number_of_float<BFloat16>(static_cast<U16>(bits));
    case Type::f32: {
      const auto word = static_cast<U32>(bits);
      return number_of_float<Binary32>(flush ? flushed<Binary32>(word) : word);
    }
    case Type::f64:
      return number_of_float<Binary64>(bits);
    case Type::e4m3:
      return number_of_float<E4M3>(static_cast<U8>(bits));
    case Type::e5m2:
      return number_of_float<E5M2>(static_cast<U8>(bits));
    default:
      return number_of_integer(bits);
  }
}

// .sat for floats: clamps to [0, 1], NaN becomes +0. .relu: negative numbers become +0, NaNs the
// canonical NaN.
template <class F>
typename F::Bits clamped_float(typename F::Bits bits, const Conversion& how) {
  if (how.saturate) {
    if ((bits & F::sign) != 0 || is_nan<F>(bits)) return 0;
    return std::min(bits, F::one);
  }
  return how.relu && (bits & F::sign) != 0 && !is_nan<F>(bits) ? 0 : bits;
}

template <class F>
U64 float_bits(Number n, const Conversion& how) {
  using Bits = typename F::Bits;
  if (how.to_whole && !n.nan && !n.infinite && n.exponent < 0) {
    n.significand = shifted(n.significand, -n.exponent, how.rounding, n.negative);
    n.exponent = 0;
  }
  const Rounding rounding = how.rounding == Rounding::none ? Rounding::nearest : how.rounding;
  Bits bits = encoded<F>(n, rounding, how.satfinite);
  if constexpr (std::is_same_v<F, Binary32>) {
    if (how.flush) {
      // Rounds as if exponents had no lower limit (float_values.h, without_tiny).
      constexpr int far = 64;
      constexpr Bits least = static_cast<Bits>(far + 1) << F::fraction_bits;
      n.exponent += far;
      if ((encoded<F>(n, rounding, false) & F::magnitude) < least) bits &= F::sign;
    }
  }
  return clamped_float<F>(bits, how);
}

// Copies the sign and the upper bits of the payload, and makes the NaN quiet.
template <class D, class S>
U64 nan_handed_on(U64 bits) {
  const U64 sign = (bits & S::sign) != 0 ? U64{D::sign} : 0;
  const U64 payload = bits & (S::smallest_normal - 1);
  constexpr int room = D::fraction_bits - S::fraction_bits;
  const U64 moved = room >= 0 ? payload << std::max(room, 0) : payload >> std::max(-room, 0);
  return sign | D::infinity | D::quiet | moved;
}

// The result of a float conversion without .sat when the operand is NaN, as measured on an H200
// (CUDA 13.0). Instructions that convert from or to f64 keep sign and payload; others return the
// canonical NaN. bf16 to f32 is a shift, rounding to tf32 with ties away is an addition and a mask,
// and a conversion to the same type is a copy. .ftz with an f32 operand, or with the result of
// widening bf16, needs one more instruction, which returns the canonical NaN.
U64 converted_nan(U64 bits, const Conversion& how) {
  constexpr U32 tf32_mask = 0xffff'e000;
  switch (how.to) {
    case Type::f64:
      if (how.from == Type::f64) return how.to_whole ? bits | Binary64::quiet : bits;
      if (how.from == Type::f16) return nan_handed_on<Binary64, Binary16>(bits);
      if (how.from == Type::bf16) return nan_handed_on<Binary64, BFloat16>(bits);
      return nan_handed_on<Binary64, Binary32>(how.flush ? U64{Binary32::canonical_nan} : bits);
    case Type::f32:
      if (how.from == Type::f64) return nan_handed_on<Binary32, Binary64>(bits);
      if (how.from == Type::bf16 && !how.flush) return (bits & 0xffff) << 16;
      if (how.from == Type::f32 && !how.flush && !how.to_whole && !how.relu) return bits;
      return Binary32::canonical_nan;
    case Type::f16:
      if (how.from == Type::f64) return nan_handed_on<Binary16, Binary64>(bits);
      return Binary16::canonical_nan;
    case Type::bf16:
      if (how.from == Type::f64) return nan_handed_on<BFloat16, Binary64>(bits);
      return BFloat16::canonical_nan;
    case Type::tf32:
      return (how.rounding == Rounding::away ? static_cast<U32>(bits) : Binary32::canonical_nan) &
             tf32_mask;
    case Type::e4m3:
      return E4M3::canonical_nan;
    default:
      return E5M2::canonical_nan;
  }
}

// NaN becomes 0 between types of at most 32 bits, else only the top bit is set (PTX ISA, cvt).
template <class D>
U64 integer_bits(const Number& n, const Conversion& how) {
  if (n.nan) {
    const bool wide = how.from == Type::f64 || sizeof(D) == 8;
    return wide ? static_cast<U64>(static_cast<D>(U64{1} << (8 * sizeof(D) - 1))) : 0;
  }
  return static_cast<U64>(integer_of<D>(n, how.rounding));
}

}  // namespace

U64 converted(U64 bits, const Conversion& how) {
  // A subnormal f32 is converted to f16 as it is, even with .ftz (measured on an H200, CUDA 13.0).
  // This is visible when the result is rounded away from zero.
  const Number n = number_of(how.from, bits, how.flush && how.to != Type::f16);
  if (n.nan && !ptx::is_integer(how.to)) return how.saturate ? 0 : converted_nan(bits, how);
  switch (how.to) {
    case Type::s8:
      return integer_bits<std::int8_t>(n, how);
    case Type::s16:
      return integer_bits<std::int16_t>(n, how);
    case Type::s32:
      return integer_bits<std::int32_t>(n, how);
    case Type::s64:
      return integer_bits<std::int64_t>(n, how);
    case Type::u8:
      return integer_bits<U8>(n, how);
    case Type::u16:
      return integer_bits<U16>(n, how);
    case Type::u32:
      return integer_bits<U32>(n, how);
    case Type::u64:
      return integer_bits<U64>(n, how);
    case Type::f16:
      return float_bits<Binary16>(n, how);
    case Type::bf16:
      return float_bits<BFloat16>(n, how);
    case Type::tf32:
      return float_bits<TensorFloat32>(n, how) << 13;
    case Type::f32:
      return float_bits<Binary32>(n, how);
    case Type::f64:
      return float_bits<Binary64>(n, how);
    case Type::e4m3:
      return float_bits<E4M3>(n, how);
    case Type::e5m2:
      return float_bits<E5M2>(n, how);
    default:
      return 0;
  }
}

}  // namespace lanescope::exec
