// The headers with which clang compiles whole CUDA programs without the CUDA Toolkit.
//
// Lessons are device code alone, and the prelude is all that they see. A program has a host's half
// with the host's own headers, and both halves are compiled from the same text. So here the prelude
// follows the host's headers, without what these define themselves; clang tells functions of host
// and device apart by their attributes.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lanescope::compile {

// Included before each .cu, in this order.
inline constexpr const char* program_prelude_name = "lanescope_program.h";
inline constexpr const char* program_runtime_name = "cuda_runtime.h";

// (path in the folder of headers, text) of each.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& program_headers();

}  // namespace lanescope::compile
