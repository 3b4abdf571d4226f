// Atomic operations (PTX ISA, atom and red). Lanes execute one after the other, in ascending order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/exec/lanes/instruction.h"
#include "sim/ptx/types.h"

namespace lanescope::exec {

// An atomic operation; none: a load or store. Those before `exch` may come in any order.
enum class AtomicKind : std::uint8_t { none, add, min, max, and_, or_, xor_, exch, cas, inc, dec };

// Updates one word and returns its old value, in the low bytes.
using AtomicUpdate = std::uint64_t (*)(std::byte* word, std::uint64_t operand,
                                       std::uint64_t replacement, bool is_global);

// Operations whose order does not matter as long as no lane reads the old value: integer additions,
// minima, maxima and logic. Several host threads may execute them at once.
struct Reduction {
  AtomicUpdate update = nullptr;  // nullptr: the order matters
  std::uint8_t operation = 0;     // for Footprint::note_reduction
};

// An atomic operation on the words of one lane.
struct AtomicInstruction {
  AtomicKind kind = AtomicKind::add;
  AtomicUpdate update = nullptr;   // for 2, 4 or 8 bytes; nullptr for 16
  Reduction reduction;             // global memory: the same while other host threads run
  std::uint8_t element_bytes = 4;  // 2, 4, 8 or 16
  std::uint8_t elements = 1;       // if more than 1, each is updated separately
  Row operands[8];                 // one for each element; for 16 bytes: the two halves
  Row replacements[2];             // for cas
  Row results[8];                  // the old values; none if the result is not used
};

// The update of one word of 2, 4 or 8 bytes for this operation and type; nullptr if PTX has none.
// 128-bit words also have none: apply_atomics exchanges them itself.
[[nodiscard]] AtomicUpdate atomic_update(AtomicKind kind, ptx::Type type);

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
