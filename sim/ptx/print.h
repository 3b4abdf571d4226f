// Prints a module as text, one fact a line, for the goldens of tests/ptx and for bug reports.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "sim/ptx/module.h"

namespace lanescope::ptx {

// Registers by name, labels resolved to instruction numbers, every instruction with its source
// place.
[[nodiscard]] std::string module_text(const Module& module);

// One instruction in PTX syntax, with label names and without the semicolon: "@%p1 ld.shared.f32
// %f2, [%rd15+4]". `symbol_name` returns the text for a symbol.
[[nodiscard]] std::string instruction_text(
    const Function& function, const Instruction& in,
    const std::function<std::string(std::string_view)>& symbol_name);

}  // namespace lanescope::ptx
