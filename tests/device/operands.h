// Operand values for every form: corners first, then pseudo-random values, the same on every
// machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::device {

// The kind of values in an operand's register.
enum class Values : std::uint8_t {
  b16,  // integers
  b32,
  b64,
  amount,  // 32 bits: shift amounts and bit positions, mostly 0 to 70
  small,   // 32 bits: 0 to 7, for exchanges in which some lanes should have equal values
  lane,    // 32 bits: 0 to 31
  f16,
  bf16,
  f32,
  f64,
  f16x2,
  bf16x2,
  fp8x2,  // 16 bits: any two bytes
  angle,  // f32: finite, mostly within +-100 pi
};

[[nodiscard]] std::size_t bytes_of(Values values);  // of a register: 2, 4 or 8

// One vector per operand, all of equal length, which is a multiple of `multiple`. First every
// combination of corners (three operands: of the first dozen of each), then pseudo-random sets, at
// least `count` sets in total.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> operand_sets(
    const std::vector<Values>& operands, std::size_t count, std::size_t multiple);

}  // namespace lanescope::device
