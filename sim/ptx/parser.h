// PTX text -> module.
//
// Reads the language as NVRTC 12-13 and clang 14-19 write it: all directives, initialisers, nested
// scopes, every instruction of the opcode table with any suffixes. What it does not know is an
// error with its PTX line, and the source line where a `.loc` stands before it.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "sim/diagnostics/diagnostic.h"
#include "sim/ptx/module.h"

namespace lanescope::ptx {

[[nodiscard]] tl::expected<Module, Diagnostic> parse(std::string text);

}  // namespace lanescope::ptx
