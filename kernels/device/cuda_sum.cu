#include "kernels/device/cuda_sum.h"

#include <cub/device/device_reduce.cuh>

namespace lanescope::device {

cudaError_t cub_sum(void* scratch, std::size_t& scratch_bytes, const float* input, float* total,
                    std::uint64_t count) {
  return cub::DeviceReduce::Sum(scratch, scratch_bytes, input, total,
                                static_cast<std::int64_t>(count));
}

std::string cub_version() {
  return std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
         std::to_string(CUB_SUBMINOR_VERSION);
}

}  // namespace lanescope::device
