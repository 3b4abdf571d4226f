// Handlers of f32 and f64 arithmetic for the opcodes that integers and floats share. nullptr: not
// executed. Round to nearest even, subnormals kept: what the compilers emit without fast-math
// options.
#pragma once

#include "sim/exec/instruction.h"
#include "sim/ptx/types.h"

namespace lanescope::exec {

[[nodiscard]] Handler float_add(ptx::Type type);
[[nodiscard]] Handler float_sub(ptx::Type type);
[[nodiscard]] Handler float_mul(ptx::Type type);
[[nodiscard]] Handler float_fma(ptx::Type type);
[[nodiscard]] Handler float_div(ptx::Type type);
[[nodiscard]] Handler float_abs(ptx::Type type);
[[nodiscard]] Handler float_neg(ptx::Type type);
[[nodiscard]] Handler float_min(ptx::Type type);
[[nodiscard]] Handler float_max(ptx::Type type);

}  // namespace lanescope::exec
