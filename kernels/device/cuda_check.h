// Errors of the CUDA runtime and driver, as an exception used only inside cuda_*.cpp. Callers of
// this folder get a JobFailure.
#pragma once

#include <string>

#include <cuda_runtime_api.h>

#include "kernels/device/gpu_info.h"

namespace lanescope::device {

struct CudaFailure {
  JobFailure failure;
};

// `what`: the attempted operation, as in "copying the arrays to the GPU". Throws CudaFailure.
void check(cudaError_t status, const std::string& what);

[[nodiscard]] std::string version_text(int version);  // 13000 -> "13.0"

// Throws CudaFailure if the driver is missing or too old, or if there is no GPU.
void check_driver();

}  // namespace lanescope::device
