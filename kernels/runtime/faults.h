// Host code that dereferences a device pointer: says so before the program ends by the signal.
#pragma once

#include <string>

namespace lanescope::runtime {

void install_fault_handler();

// "FUNCTION (FILE:LINE)" or "FUNCTION (PROGRAM+OFFSET)" of an address in the program's code. Starts
// addr2line if that is installed.
[[nodiscard]] std::string place_in_program(const void* code);

}  // namespace lanescope::runtime
