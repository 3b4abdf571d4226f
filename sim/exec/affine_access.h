// The fast path for loads and stores: see affine_access.cpp.
#pragma once

#include "sim/exec/program/program.h"

namespace lanescope::exec {

// A step of the address row as a signed distance: 32-bit addresses may step backwards.
[[nodiscard]] inline std::int64_t step_of(std::uint64_t step, const MemoryInstruction& in) {
  return in.address_bytes == 8 ? static_cast<std::int64_t>(step) : static_cast<std::int32_t>(step);
}

// The function that moves one element of `in`, a load or store, between memory and a register with
// `register_bytes` bytes per lane; nullptr if there is none.
[[nodiscard]] PieceMove piece_move_of(const MemoryInstruction& in, std::uint32_t register_bytes);

}  // namespace lanescope::exec
