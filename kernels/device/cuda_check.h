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

// Throws CudaFailure.
[[nodiscard]] GpuInfo describe_gpu(int device);
[[nodiscard]] std::string pci_bus_id(int device);

// Looks up the driver's functions through the runtime, so the program is not linked to the driver.

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
