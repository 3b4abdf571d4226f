// CUB's sum of floats, compiled by nvcc (cuda_sum.cu). Exists only if LANESCOPE_HAVE_CUB is
// defined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <cuda_runtime_api.h>

namespace lanescope::device {

// CUB documentation, DeviceReduce::Sum: with `scratch` null, only sets `scratch_bytes`. Pointers to
// device memory.
cudaError_t cub_sum(void* scratch, std::size_t& scratch_bytes, const float* input, float* total,
                    std::uint64_t count);
std::string cub_version();  // "3.0.1"

}  // namespace lanescope::device
