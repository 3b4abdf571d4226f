// Looks up the driver's functions through the runtime, so the program is not linked to the driver.
#pragma once

#include <string>

#include <cuda_runtime_api.h>

#include "kernels/device/cuda_check.h"

namespace lanescope::device {

// Throws CudaFailure if the driver has no such function.
[[nodiscard]] inline void* driver_function(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult answer{};
#if CUDART_VERSION >= 12050
  const cudaError_t status =
      cudaGetDriverEntryPointByVersion(name, &found, 11000, cudaEnableDefault, &answer);
#elif CUDART_VERSION >= 12000
  const cudaError_t status = cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &answer);
#else
  const cudaError_t status = cudaGetDriverEntryPoint(name, &found, cudaEnableDefault);
  answer = found != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
#endif
  check(status, std::string("looking for the driver's ") + name);
  if (answer != cudaDriverEntryPointSuccess || found == nullptr) {
    throw CudaFailure{{JobFailure::Kind::driver_too_old,
                       std::string("the NVIDIA driver has no ") + name + ": it is too old"}};
  }
  return found;
}

template <class Function>
void find_in_driver(Function& function, const char* name) {
  function = reinterpret_cast<Function>(driver_function(name));
}

}  // namespace lanescope::device
