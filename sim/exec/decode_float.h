// Handlers of f32 and f64 arithmetic for the opcodes that integers and floats share. nullptr: not
// executed. Subnormals are kept: what the compilers emit without fast-math options.
#pragma once

#include <cstdint>

#include "sim/exec/instruction.h"
#include "sim/ptx/types.h"

namespace lanescope::exec {

// Those that round, to nearest even or in a direction.
enum class FloatOperation : std::uint8_t { add, sub, mul, fma, div, sqrt, rcp };
// `directed`: in the direction of Instruction::immediate (rounding.h).
[[nodiscard]] Handler float_handler(FloatOperation operation, ptx::Type type, bool directed);

[[nodiscard]] Handler float_abs(ptx::Type type);
[[nodiscard]] Handler float_neg(ptx::Type type);
[[nodiscard]] Handler float_min(ptx::Type type);
[[nodiscard]] Handler float_max(ptx::Type type);

}  // namespace lanescope::exec
