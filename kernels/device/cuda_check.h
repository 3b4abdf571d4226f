// Errors of the CUDA runtime and driver, as one exception inside of cuda_*.cpp; callers of this
// folder get a JobFailure.
#pragma once

#include <string>

#include <cuda_runtime_api.h>

#include "kernels/device/gpu_info.h"

namespace lanescope::device {

struct CudaFailure {
  JobFailure failure;
};

// `what`: what was tried, as in "copying the arrays to the GPU". Throws CudaFailure.
void check(cudaError_t status, const std::string& what);

// What the driver, or its absence, says to the first question.
void check_driver();

}  // namespace lanescope::device
