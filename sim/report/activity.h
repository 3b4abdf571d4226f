// Divergence and active lanes, from what the warps did at each instruction.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/exec/launch.h"
#include "sim/report/report.h"

namespace lanescope::report {

// Index into Program::code of a conditional branch -> index into Report::branches.
using BranchIndices = std::unordered_map<std::uint32_t, std::uint32_t>;

[[nodiscard]] std::vector<Branch> collect_branches(const exec::Program& program,
                                                   const exec::RunResult& result,
                                                   BranchIndices& branch_of);
// One for each PTX instruction, executed or not.
[[nodiscard]] std::vector<Activity> collect_instructions(const exec::Program& program,
                                                         const exec::RunResult& result);
// The lines of `file` that something was compiled from, ascending. Jumps that all lanes take are
// left out: a compiler puts them at the end of a side and gives them the line of its `if`, which
// has nothing to do with who evaluates that.
[[nodiscard]] std::vector<Activity> collect_lines(const std::vector<Activity>& instructions,
                                                  const std::string& file);

}  // namespace lanescope::report
