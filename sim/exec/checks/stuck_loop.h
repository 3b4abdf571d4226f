// Describes the loop in which a warp exceeded the instruction limit, and what it seems to wait for.
#pragma once

#include <cstdint>
#include <string>

#include "sim/exec/lanes/instruction.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/divergence.h"

namespace lanescope::exec {

struct StuckFinding {
  DiagnosticKind kind = DiagnosticKind::budget_exceeded;
  std::string message;
};
// Describes a warp with the divergence `flow` and these registers, in block `block_index` of
// `blocks`.
[[nodiscard]] StuckFinding describe_stuck(const Program& program, const Divergence& flow,
                                          const Lanes& lanes, std::uint64_t budget,
                                          std::uint64_t block_index, std::uint64_t blocks);

}  // namespace lanescope::exec
