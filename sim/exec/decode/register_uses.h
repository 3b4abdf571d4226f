// The registers that each instruction of a function reads and writes.
#pragma once

#include <vector>

#include "sim/exec/decode/liveness.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

// One entry per instruction. Indices are into Function::registers. The guard counts as read.
[[nodiscard]] std::vector<RegisterUse> register_uses(const ptx::Function& function);

}  // namespace lanescope::exec
