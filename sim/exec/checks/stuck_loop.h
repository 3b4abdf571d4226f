// Describes the loop in which a warp exceeded the instruction limit, and what it seems to wait for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/exec/program/program.h"
#include "sim/exec/state/divergence.h"

namespace lanescope::exec {

struct StuckLoop {
  std::uint32_t first = 0;  // first and last instruction, both inclusive
  std::uint32_t last = 0;
  // The loop has volatile or atomic accesses to global memory, or plain loads with fences, and no
  // stores to global memory.
  bool polls_global = false;
  bool takes_lock = false;  // one of these accesses is an exchange or a compare-and-swap
};

// The innermost loop around the instruction at `pc`.
[[nodiscard]] std::optional<StuckLoop> loop_around(const Program& program, std::uint32_t pc);

// "line 12", "lines 12-15", in the loop's own file.
[[nodiscard]] std::string lines_of(const Program& program, const StuckLoop& loop);

struct StuckFinding {
  DiagnosticKind kind = DiagnosticKind::budget_exceeded;
  std::string message;
};
// Describes a warp with the divergence `flow`, in block `block_index` of `blocks`.
[[nodiscard]] StuckFinding describe_stuck(const Program& program, const Divergence& flow,
                                          std::uint64_t budget, std::uint64_t block_index,
                                          std::uint64_t blocks);

}  // namespace lanescope::exec
