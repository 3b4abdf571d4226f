// Divergence and active lanes, computed from the profile of each instruction.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/exec/program/program.h"
#include "sim/exec/state/launch_config.h"
#include "sim/report/report.h"

namespace lanescope::report {

// Index of a conditional branch in Program::code -> its index in Report::branches.
using BranchIndices = std::unordered_map<std::uint32_t, std::uint32_t>;

[[nodiscard]] std::vector<Branch> collect_branches(const exec::Program& program,
                                                   const exec::RunResult& result,
                                                   BranchIndices& branch_of);
// One entry for each PTX instruction, executed or not.
[[nodiscard]] std::vector<Activity> collect_instructions(const exec::Program& program,
                                                         const exec::RunResult& result);
// The lines of `file` with compiled code, ascending. Jumps that all lanes take are left out: a
// compiler puts them at the end of a side and gives them the line of its `if`, so they would
// distort the active lanes of that line.
[[nodiscard]] std::vector<Activity> collect_lines(const std::vector<Activity>& instructions,
                                                  const std::string& file);

}  // namespace lanescope::report
