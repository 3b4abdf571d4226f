// From a parsed kernel to a program that a launch can run.
#pragma once

#include <vector>

#include <tl/expected.hpp>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program/program.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

// Decodes the kernel `entry`, a function of the module with is_entry. Errors: all instructions that
// can't be executed, at most 20, each with its PTX line and source line.
[[nodiscard]] tl::expected<Program, std::vector<Diagnostic>> decode(const ptx::Module& module,
                                                                    const ptx::Function& entry);

// The same for a kernel that may launch others: its program, then that of each kernel that it or
// one of these names.
[[nodiscard]] tl::expected<std::vector<Program>, std::vector<Diagnostic>> decode_with_launched(
    const ptx::Module& module, const ptx::Function& entry);

}  // namespace lanescope::exec
