// Atomic operations (PTX ISA, atom and red). Lanes execute one after the other, in ascending order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/exec/program/program.h"

namespace lanescope::exec {

// The update of one word of 2, 4 or 8 bytes for this operation and type; nullptr if PTX has none.
// 128-bit words also have none: apply_atomics exchanges them itself.
[[nodiscard]] AtomicUpdate atomic_update(AtomicKind kind, ptx::Type type);

// Operations whose order does not matter as long as no lane reads the old value: integer additions,
// minima, maxima and logic. Several host threads may execute them at once.
struct Reduction {
  AtomicUpdate update = nullptr;  // nullptr: the order matters
  std::uint8_t operation = 0;     // for Footprint::note_reduction
};
[[nodiscard]] Reduction reduction_of(AtomicKind kind, ptx::Type type);

// Where the words of an atomic operation are, and who else may change them.
enum class AtomicScope : std::uint8_t {
  block,  // shared or local memory
  grid,   // global memory that no other host thread changes
  // Global memory that other host threads may change. Only for instructions with a reduction.
  grid_at_once,
};

// Executes one instruction. `data`: the start of each lane's words for the lanes of `mask`, or
// nullptr if the lane's access was out of range. Such a lane changes nothing and gets zeros.
void apply_atomics(const AtomicInstruction& in, AtomicScope words, const Lanes& lanes,
                   std::uint32_t mask, std::byte* const* data);

}  // namespace lanescope::exec
