// Finds where divergent sides meet again, before the program runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/exec/lanes/instruction.h"

namespace lanescope::exec {

// Sets Instruction::reconverge of each conditional branch to its immediate post-dominator: the
// first instruction that every path from the branch reaches. It is code.size() if the paths meet
// only at the end of the program. `code` is one function's code. Targets count from `first`, the
// index of code[0]. `tables` are Program::branch_tables.
void set_reconvergence_points(std::span<Instruction> code, std::uint32_t first = 0,
                              std::span<const std::vector<std::uint32_t>> tables = {});

}  // namespace lanescope::exec
