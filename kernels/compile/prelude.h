// The texts of the folder prelude, embedded in the program. kernels/compile/CMakeLists.txt
// generates their definitions.
#pragma once

#include <string_view>

namespace lanescope::compile::prelude {

extern const std::string_view common, stdlib;  // for both compilers
extern const std::string_view atomics, bf16, conversions, fp16, halves, integers, keywords, libm,
    loads, math, threads, vectors, video, warp;  // for clang

}  // namespace lanescope::compile::prelude
