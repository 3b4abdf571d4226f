// .ftz and .sat, and the NaNs of an operation's result (float_format.h).
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "sim/exec/arithmetic/float_format.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

// Suffixes that change operands and results of f32 operations, as a template argument.
struct FloatModes {
  bool flush = false;     // .ftz: subnormal operands and results become zeros of the same sign
  bool saturate = false;  // .sat: results are clamped to [0, 1], NaN becomes +0
};

// Calls pick.operator()<FloatModes>() with the instruction's suffixes.
template <class Pick>
auto with_modes(const ptx::Instruction& in, Pick pick) {
  const bool flush = in.has("ftz");
  if (in.has("sat")) {
    return flush ? pick.template operator()<FloatModes{true, true}>()
                 : pick.template operator()<FloatModes{false, true}>();
  }
  return flush ? pick.template operator()<FloatModes{true, false}>()
               : pick.template operator()<FloatModes{false, false}>();
}

template <FloatModes modes>
float operand(float a) {
  return std::bit_cast<float>(flushed<Binary32, modes.flush>(std::bit_cast<std::uint32_t>(a)));
}
template <FloatModes modes>
double operand(double a) {
  return a;
}

inline float saturated(float a) {
  const float below_one = a < 1.0F ? a : 1.0F;
  return a > 0.0F ? below_one : 0.0F;  // false for NaN
}

// Flushes a result for .ftz. The hardware rounds as if exponents had no lower limit; a result below
// the smallest normal number then becomes a zero of the same sign (measured on an H200, CUDA 13.0:
// mul, fma, div, rcp, cvt.f32.f64; f16 mul and fma do the same). 2^-126 * (1 - 2^-24) is flushed,
// although rounding it as a subnormal would give 2^-126. `lifted_value` tells the two cases apart:
// it is the same operation on operands that make the result 2^64 times larger. (Lifted operands may
// overflow, for a fma from 2^64 on; a result of at most 2^-126 is then 0.) Sums and roots do not
// need this: when they are tiny they are exact, and `result` below flushes them.
inline constexpr float lift = 0x1p64F;

template <FloatModes modes, class T>
T lifted(T a) {
  if constexpr (modes.flush) return a * static_cast<T>(lift);
  return a;
}

template <FloatModes modes>
float without_tiny(float value, float lifted_value) {
  if constexpr (!modes.flush) return value;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const bool is_small = (bits & Binary32::magnitude) <= Binary32::smallest_normal;
  const bool is_tiny = is_small & (std::fabs(lifted_value) < lift * 0x1p-126F);
  return std::bit_cast<float>(is_tiny ? bits & Binary32::sign : bits);
}
template <FloatModes>
double without_tiny(double value, double) {
  return value;
}

template <FloatModes modes>
float result(float value) {
  if constexpr (modes.saturate) value = saturated(value);
  std::uint32_t bits = flushed<Binary32, modes.flush>(std::bit_cast<std::uint32_t>(value));
  if constexpr (!modes.saturate) bits = canonical<Binary32>(bits);
  return std::bit_cast<float>(bits);
}

// `value` and the operands whose NaN it may return, in the order in which they are checked.
template <FloatModes modes>
float result(float value, float, float, float) {
  return result<modes>(value);
}
template <FloatModes>
double result(double value, double first, double second, double third) {
  return value != value ? std::bit_cast<double>(nan_of(first, second, third)) : value;
}

}  // namespace lanescope::exec
