// What a GPU's counters would count otherwise than this report, as notes with their lines.
//
// The report counts PTX. ptxas, the assembler, makes machine code of it, and three of its habits
// are known well enough to name the line (docs/numbers.md, "Instructions"):
//   - it merges loads of neighbouring words of shared memory into one of 8 or 16 bytes,
//   - it reads a constant at a fixed address as an operand, without a load,
//   - it makes no branch of a short side: its instructions get a predicate.
// Whether it does so depends on alignment and on the code around, so a note says "may".
#pragma once

#include <vector>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/launch_config.h"

namespace lanescope::report {

// At most one note of each of the three: at its first line, counting the lines. Only instructions
// that the run has executed count, and only branches that diverged.
[[nodiscard]] std::vector<Diagnostic> counted_in_ptx(const exec::Program& program,
                                                     const exec::RunResult& result);

}  // namespace lanescope::report
