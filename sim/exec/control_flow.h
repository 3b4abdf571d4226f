// What can be known about a program's flow before it runs: where divergent sides meet again, and
// which registers may be read before they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/exec/instruction.h"

namespace lanescope::exec {

// Sets Instruction::reconverge of every conditional branch to its immediate post-dominator: the
// first instruction that every path from the branch reaches. code.size() where the paths meet only
// at the end of the program. `code` is one function's; targets count from `first`, which stands at
// code[0]; `tables` are Program::branch_tables.
void set_reconvergence_points(std::span<Instruction> code, std::uint32_t first = 0,
                              std::span<const std::vector<std::uint32_t>> tables = {});

struct RegisterUse {  // of one instruction, by register index
  std::vector<std::uint32_t> reads, writes;
  std::optional<std::uint32_t> target;      // branch: where to
  std::vector<std::uint32_t> more_targets;  // brx.idx
  bool conditional = false;                 // guarded: may also go on
  bool may_skip = false;                    // guarded: its writes may not happen
  bool ends = false;                        // ret, exit
};

// Registers that some path reads before it writes them, ascending.
[[nodiscard]] std::vector<std::uint32_t> live_at_entry(const std::vector<RegisterUse>& program,
                                                       std::size_t register_count);

}  // namespace lanescope::exec
