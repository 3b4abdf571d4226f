// What a GPU's counters would count otherwise than this report, as notes with their lines.
//
// The report counts PTX. ptxas, the assembler, makes machine code of it, and three of its habits
// are known well enough to name the line (docs/numbers.md, "Instructions"):
//   - it merges loads, or stores, of neighbouring words of shared memory into one of 8 or 16 bytes,
//   - it reads a constant at a fixed address as an operand, without a load,
//   - it makes no branch of a short side: its instructions get a predicate.
// Whether it does so depends on the code around, so a note says "may". Of the first it is known
// that the address must be aligned for every thread (seen in the machine code of CUDA 13.0 for
// sm_80 and sm_90).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/launch_config.h"

namespace lanescope::report {

// At most one note of each of the three: at its first line, counting the lines. Only instructions
// that the run has executed count, and only branches that diverged. `shared_bits()`: of each of
// Program::sites, the bits that are set in some lane's address of shared memory, as far as it was
// traced; 0 where nothing was. It is asked once, and only where accesses might be merged.
using SharedBits = std::function<std::vector<std::uint64_t>()>;
[[nodiscard]] std::vector<Diagnostic> counted_in_ptx(const exec::Program& program,
                                                     const exec::RunResult& result,
                                                     const SharedBits& shared_bits);

}  // namespace lanescope::report
