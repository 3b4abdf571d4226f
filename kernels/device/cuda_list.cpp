#include <array>

#include <fmt/format.h>

#include "kernels/device/cuda_check.h"
#include "kernels/device/cuda_device.h"
#include "kernels/device/nvml.h"

namespace lanescope::device {
namespace {

int attribute(cudaDeviceAttr attribute, int device) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, attribute, device) == cudaSuccess ? value : 0;
}

}  // namespace

std::string pci_bus_id(int device) {
  std::array<char, 32> id{};
  cudaDeviceGetPCIBusId(id.data(), static_cast<int>(id.size()), device);
  return id.data();
}

GpuInfo describe_gpu(int device) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device),
        fmt::format("asking for the properties of GPU {}", device));
  GpuInfo gpu;
  gpu.index = device;
  gpu.name = properties.name;
  gpu.major = properties.major;
  gpu.minor = properties.minor;
  gpu.memory_bytes = properties.totalGlobalMem;
  gpu.l2_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
  gpu.multiprocessors = static_cast<std::uint32_t>(properties.multiProcessorCount);
  gpu.clock_mhz = attribute(cudaDevAttrClockRate, device) / 1000;
  gpu.memory_clock_mhz = attribute(cudaDevAttrMemoryClockRate, device) / 1000;
  gpu.memory_bus_bits = properties.memoryBusWidth;
  int version = 0;
  cudaRuntimeGetVersion(&version);
  gpu.runtime = version_text(version);
  gpu.driver = Nvml(pci_bus_id(device)).driver_version();
  if (gpu.driver.empty()) {
    cudaDriverGetVersion(&version);
    gpu.driver = "for CUDA " + version_text(version);
  }
  return gpu;
}

tl::expected<GpuList, JobFailure> list_devices() {
  try {
    check_driver();
    int count = 0;
    check(cudaGetDeviceCount(&count), "listing the GPUs");
    GpuList list;
    for (int device = 0; device < count; ++device) list.push_back(describe_gpu(device));
    return list;
  } catch (const CudaFailure& error) {
    return tl::unexpected(error.failure);
  }
}

}  // namespace lanescope::device
