#include "kernels/device/cuda_check.h"

#include <string_view>

#include <dlfcn.h>
#include <fmt/format.h>

namespace lanescope::device {
namespace {

using Kind = JobFailure::Kind;

Kind kind_of(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation:
      return Kind::out_of_memory;
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
      return Kind::no_device;
    case cudaErrorInvalidKernelImage:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidPtx:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorJitCompilerNotFound:
      return Kind::rejected;
    case cudaErrorDevicesUnavailable:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorSystemNotReady:
      return Kind::lost;
    default:
      return Kind::failed;
  }
}

JobFailure driver_failure() {
  void* driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) {
    return {
        Kind::no_driver,
        "there is no NVIDIA driver on this machine (libcuda.so.1 was not found): running kernels "
        "needs an NVIDIA GPU and its driver"};
  }
  ::dlclose(driver);
  int have = 0;
  int want = 0;
  cudaDriverGetVersion(&have);
  cudaRuntimeGetVersion(&want);
  return {
      Kind::driver_too_old,
      fmt::format("the NVIDIA driver is too old: it is for CUDA {}, this program needs CUDA {}; "
                  "install a newer driver",
                  version_text(have), version_text(want))};
}

}  // namespace

void check(cudaError_t status, const std::string& what) {
  if (status == cudaSuccess) return;
  const Kind kind = kind_of(status);
  const std::string_view advice =
      kind == Kind::lost ? "; the GPU itself has failed or is in use: nvidia-smi shows its state"
                         : "";
  throw CudaFailure{{kind, fmt::format("{}: {} ({}){}", what, cudaGetErrorString(status),
                                       cudaGetErrorName(status), advice)}};
}

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

void check_driver() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorInsufficientDriver) throw CudaFailure{driver_failure()};
  if (status == cudaErrorNoDevice || (status == cudaSuccess && count == 0)) {
    throw CudaFailure{{Kind::no_device,
                       "the NVIDIA driver finds no GPU on this machine (is it hidden by "
                       "CUDA_VISIBLE_DEVICES, or in use by somebody else?)"}};
  }
  check(status, "listing the GPUs");
}

}  // namespace lanescope::device
