// Host code that dereferences a device pointer: says so before the program ends by the signal.
#pragma once

#include <filesystem>
#include <string>

namespace lanescope::runtime {

void install_fault_handler();

// "FUNCTION (FILE:LINE)" or "FUNCTION (PROGRAM+OFFSET)" of an address in the program's code. Starts
// addr2line if that is installed.
[[nodiscard]] std::string place_in_program(const void* code);

// A header of the CUDA Toolkit, or of ours in its place: cuda_runtime.h is in its folder or in one
// above it. Its templates stand between the program and the API: cudaMalloc(T**, size_t).
[[nodiscard]] bool is_toolkits(const std::filesystem::path& file);

}  // namespace lanescope::runtime
