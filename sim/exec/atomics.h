// Atomic operations (PTX ISA, atom and red). Lanes come one after the other, in ascending order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/exec/program.h"

namespace lanescope::exec {

// The update of one word of 2, 4 or 8 bytes for this operation and type; nullptr where PTX has none
// (128-bit words have none either: apply_atomics exchanges them itself).
[[nodiscard]] AtomicUpdate atomic_update(AtomicKind kind, ptx::Type type);

// Operations whose order does not matter as long as nobody reads what was there before: additions,
// minima, maxima and logic of integers. Several threads of the host may do them at once.
struct Reduction {
  AtomicUpdate update = nullptr;  // nullptr: the order matters
  std::uint8_t operation = 0;     // for Footprint::note_reduction
};
[[nodiscard]] Reduction reduction_of(AtomicKind kind, ptx::Type type);

// Whose words an atomic operation changes.
enum class WordsOf : std::uint8_t {
  block,         // shared or local memory
  grid,          // global memory, and no other thread of the host is there
  grid_at_once,  // global memory, and others may be there: only for instructions with a reduction
};

// One instruction. `data`: where the words of each lane of `mask` begin, nullptr where its access
// was out of range: nothing is changed then, and the lane gets zeros.
void apply_atomics(const AtomicInstruction& in, WordsOf words, const Lanes& lanes,
                   std::uint32_t mask, std::byte* const* data);

}  // namespace lanescope::exec
