// Properties of a GPU. Internal to this folder.
#pragma once

#include <string>

#include "kernels/device/gpu_info.h"

namespace lanescope::device {

// Throws CudaFailure.
[[nodiscard]] GpuInfo describe_gpu(int device);
[[nodiscard]] std::string pci_bus_id(int device);

}  // namespace lanescope::device
