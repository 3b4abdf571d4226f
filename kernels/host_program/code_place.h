// Where in the program's source an address of its code is.
#pragma once

#include <filesystem>
#include <string>

#include "sim/diagnostics/diagnostic.h"

namespace lanescope::host_program {

// "FUNCTION (FILE:LINE)" or "FUNCTION (PROGRAM+OFFSET)" of an address in the program's code. Starts
// addr2line if that is installed.
[[nodiscard]] std::string place_in_program(const void* code);

// A header of the CUDA Toolkit, or of ours in its place: cuda_runtime.h is in its folder or in one
// above it. Its templates stand between the program and the API: cudaMalloc(T**, size_t).
[[nodiscard]] bool is_toolkits(const std::filesystem::path& file);

// Where in the program an address is: "FILE:LINE"; line 0 if that is not known. Not for two threads
// at a time.
[[nodiscard]] SourcePlace place_of_code(const void* code);

}  // namespace lanescope::host_program
