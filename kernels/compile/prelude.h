// The texts of kernels/compile/prelude, inside the program. kernels/compile/CMakeLists.txt writes
// their definitions.
#pragma once

#include <string_view>

namespace lanescope::compile::prelude {

extern const std::string_view common;  // for both compilers
extern const std::string_view keywords, vectors, threads, warp, atomics,
    math;  // for clang, in this order

}  // namespace lanescope::compile::prelude
