// What can be known about a program's flow before it runs: where divergent sides meet again.
#pragma once

#include <cstdint>
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

}  // namespace lanescope::exec
