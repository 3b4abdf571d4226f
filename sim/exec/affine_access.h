// The fast way of loads and stores: see affine_access.cpp.
#pragma once

#include "sim/exec/program.h"

namespace lanescope::exec {

// A step of the address row, as a distance: 32-bit addresses may step back.
[[nodiscard]] inline std::int64_t step_of(std::uint64_t step, const MemoryInstruction& in) {
  return in.address_bytes == 8 ? static_cast<std::int64_t>(step) : static_cast<std::int32_t>(step);
}

// How `in`, a load or store, moves one of its elements between memory and a register of that many
// bytes a lane. nullptr: no such move.
[[nodiscard]] PieceMove piece_move_of(const MemoryInstruction& in, std::uint32_t register_bytes);

}  // namespace lanescope::exec
