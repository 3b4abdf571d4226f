// The values that the corpus feeds to every form: corners first, then pseudo-random ones, the same
// on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::device {

// What a register of an operand holds.
enum class Values : std::uint8_t {
  b16,  // integers
  b32,
  b64,
  amount,  // 32 bits: shift amounts and bit positions, 0 to 70 mostly
  small,   // 32 bits: 0 to 7, for exchanges in which lanes shall agree at times
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

[[nodiscard]] std::size_t bytes_of(Values values);  // of the register: 2, 4 or 8

// One vector an operand, all of the same length: every combination of corners (of two operands; of
// three, the first dozen of each), then pseudo-random sets up to at least `count`; the length is a
// multiple of `multiple`.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> operand_sets(
    const std::vector<Values>& operands, std::size_t count, std::size_t multiple);

}  // namespace lanescope::device
