// Names and texts of CUDA's error codes.
#pragma once

#include "kernels/runtime/include/cuda_runtime.h"

namespace lanescope::runtime {

// "unrecognized error code" for a number that is none.
[[nodiscard]] const char* error_name(cudaError_t error);
[[nodiscard]] const char* error_text(cudaError_t error);

}  // namespace lanescope::runtime
