// What .ftz and .sat do to the values of an operation, and its NaNs (float_format.h).
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "sim/exec/float_format.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

// Suffixes that change operands and results of f32 operations, as template arguments.
struct FloatModes {
  bool flush = false;     // .ftz: subnormal operands and results become zeros of their sign
  bool saturate = false;  // .sat: results are clamped to [0, 1], NaN becomes +0
};

// Calls pick.operator()<FloatModes>() with what the instruction says.
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
  return a > 0.0F ? below_one : 0.0F;  // NaN: not greater
}

// Tininess is told after rounding: what rounds up to the smallest normal number stays.
template <FloatModes modes>
float result(float value) {
  if constexpr (modes.saturate) value = saturated(value);
  std::uint32_t bits = flushed<Binary32, modes.flush>(std::bit_cast<std::uint32_t>(value));
  if constexpr (!modes.saturate) bits = canonical<Binary32>(bits);
  return std::bit_cast<float>(bits);
}

// With the operands whose NaN it may hand on.
template <FloatModes modes>
float result(float value, float, float, float) {
  return result<modes>(value);
}
template <FloatModes>
double result(double value, double a, double b, double c) {
  return value != value ? std::bit_cast<double>(nan_of(a, b, c)) : value;
}

}  // namespace lanescope::exec
