// Which registers each instruction of a function reads and which it writes.
#pragma once

#include <vector>

#include "sim/exec/liveness.h"
#include "sim/ptx/module.h"

namespace lanescope::exec {

// One entry an instruction; indices are into Function::registers. The guard is read, too.
[[nodiscard]] std::vector<RegisterUse> register_uses(const ptx::Function& function);

}  // namespace lanescope::exec
