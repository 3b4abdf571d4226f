// A module as text, one fact a line: what the goldens of tests/ptx hold, and what a bug report can
// carry.
#pragma once

#include <string>

#include "sim/ptx/module.h"

namespace lanescope::ptx {

// Registers by name, labels resolved to instruction numbers, every instruction with its source
// place.
[[nodiscard]] std::string module_text(const Module& module);

}  // namespace lanescope::ptx
