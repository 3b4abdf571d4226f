// The mathematical functions of CUDA's device library (libdevice, `__nv_*`), by name.
//
// NVRTC compiles them into the kernel. Other compilers, without a CUDA Toolkit, emit calls of
// extern functions. Such calls are executed here, lane by lane, with the host's C library: at least
// as accurate as the device's functions, but not identical bit for bit. The fast ones (__nv_fast_*)
// are as accurate as the others.
//
// All float and double functions of libdevice that take and return plain values are here. Those
// that write through pointers (sincos, sincospi, frexp, modf, remquo) are not: compilers' headers
// implement them with __nv_sin, __nv_cos, __nv_ilogb, __nv_scalbn, __nv_trunc. Source: CUDA
// libdevice User's Guide.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sim/exec/lanes/instruction.h"

namespace lanescope::exec {

// Arguments and result are parameter areas of the caller's frame (parameter_area.h).
// Instruction::a, b, c and d hold their offsets.
struct MathBuiltin {
  std::string_view name;
  Handler handler;
  std::array<std::uint8_t, 3> argument_bytes;  // 0: no such argument
  std::uint8_t result_bytes;
};

// nullptr if no function has this name.
[[nodiscard]] const MathBuiltin* find_math_builtin(std::string_view name);

}  // namespace lanescope::exec
