// Atomic operations on one word (PTX ISA, atom and red). Lanes come one after the other, in
// ascending order.
#pragma once

#include <cstddef>

#include "sim/exec/program.h"

namespace lanescope::exec {

// `word` points to a word of in.bytes bytes. `operand` and `replacement` (cas) hold in.bytes bytes.
// Returns what the word held before, in the low bytes.
[[nodiscard]] std::uint64_t apply_atomic(const MemoryInstruction& in, std::byte* word,
                                         std::uint64_t operand, std::uint64_t replacement);

}  // namespace lanescope::exec
