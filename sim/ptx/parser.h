// PTX text -> module.
//
// Reads the PTX that NVRTC 12-13 and clang 14-19 write: all directives, initialisers, nested
// scopes, every instruction of the opcode table with any suffixes. Anything else is an error with
// its PTX line, and with its source line if a `.loc` comes before it.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "sim/diagnostics/diagnostic.h"
#include "sim/ptx/module.h"

namespace lanescope::ptx {

[[nodiscard]] tl::expected<Module, Diagnostic> parse(std::string text);

}  // namespace lanescope::ptx
