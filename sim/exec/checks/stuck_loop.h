// Where a warp that has used up the run's budget goes round and round, and what it seems to wait
// for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/exec/divergence.h"
#include "sim/exec/program.h"

namespace lanescope::exec {

struct StuckLoop {
  std::uint32_t first = 0;  // instructions, both inclusive
  std::uint32_t last = 0;
  // Volatile or atomic accesses of global memory, or plain loads beside fences, and it stores
  // nothing there.
  bool polls_global = false;
  bool takes_lock = false;  // with an exchange or a compare-and-swap among these
};

// The innermost loop around the instruction at `pc`.
[[nodiscard]] std::optional<StuckLoop> loop_around(const Program& program, std::uint32_t pc);

// "line 12", "lines 12-15"; of the loop's own file.
[[nodiscard]] std::string lines_of(const Program& program, const StuckLoop& loop);

struct StuckFinding {
  DiagnosticKind kind = DiagnosticKind::budget_exceeded;
  std::string message;
};
// Of a warp that stands as `flow` says, in block `block_index` of `blocks`.
[[nodiscard]] StuckFinding describe_stuck(const Program& program, const Divergence& flow,
                                          std::uint64_t budget, std::uint64_t block_index,
                                          std::uint64_t blocks);

}  // namespace lanescope::exec
