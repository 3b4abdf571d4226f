// Handlers of floating-point arithmetic, selected by opcode, type and suffixes (PTX ISA, "Floating
// Point Instructions", "Half Precision ...", "Mixed Precision ..."). nullptr: not supported.
// Precondition: the suffixes have been checked; each applies to the instruction.
#pragma once

#include "sim/exec/lanes/instruction.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

// f32, f64, f32x2. The rounding direction (rounding.h) is in Instruction::immediate.
[[nodiscard]] Handler float_handler(const ptx::Instruction& in);
// f16, bf16 and their pairs: add sub mul fma abs neg min max ex2 tanh.
[[nodiscard]] Handler half_handler(const ptx::Instruction& in);
// add, sub, fma of f32 with f16 or bf16 operands.
[[nodiscard]] Handler mixed_handler(const ptx::Instruction& in);
// The .approx functions of f32 and f64 (approximate.cpp).
[[nodiscard]] Handler approximate_handler(const ptx::Instruction& in);

}  // namespace lanescope::exec
