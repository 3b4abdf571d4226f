// The exact result of a conversion of one value (PTX ISA, "cvt"), with every rounding, saturation
// and rare format.
#pragma once

#include <cstdint>

#include "sim/exec/arithmetic/number.h"
#include "sim/ptx/types.h"

namespace lanescope::exec {

// A conversion, packed into the 32 bits of Instruction::constant.
struct Conversion {
  ptx::Type to = ptx::Type::none;
  ptx::Type from = ptx::Type::none;
  Rounding rounding = Rounding::none;
  bool flush = false;  // .ftz: for an f32 operand or result
  bool saturate = false;
  bool relu = false;
  bool satfinite = false;
  bool to_whole = false;  // .rni and similar, between floats

  [[nodiscard]] std::uint32_t packed() const {
    return static_cast<std::uint32_t>(to) | static_cast<std::uint32_t>(from) << 8 |
           static_cast<std::uint32_t>(rounding) << 16 | (flush ? 1U << 20 : 0) |
           (saturate ? 1U << 21 : 0) | (relu ? 1U << 22 : 0) | (satfinite ? 1U << 23 : 0) |
           (to_whole ? 1U << 24 : 0);
  }
  [[nodiscard]] static Conversion unpacked(std::uint32_t bits) {
    return {static_cast<ptx::Type>(bits & 0xff),
            static_cast<ptx::Type>((bits >> 8) & 0xff),
            static_cast<Rounding>((bits >> 16) & 0xf),
            (bits >> 20 & 1) != 0,
            (bits >> 21 & 1) != 0,
            (bits >> 22 & 1) != 0,
            (bits >> 23 & 1) != 0,
            (bits >> 24 & 1) != 0};
  }
};

// `bits`: the value in the low bits of a register. The result is as the destination register holds
// it: integers are extended by their sign.
[[nodiscard]] std::uint64_t converted(std::uint64_t bits, const Conversion& how);

}  // namespace lanescope::exec
