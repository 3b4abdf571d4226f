// cudaArrays: memory that kernels reach through textures and surfaces only. Here rows are stored
// one after the other.
#pragma once

#include "kernels/runtime/device_memory.h"
#include "kernels/runtime/include/cuda_runtime.h"

struct cudaArray {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};  // as it was asked for: height and depth may be 0
  unsigned flags = 0;
  std::uint64_t address = 0;  // of its allocation

  [[nodiscard]] std::size_t element_bytes() const {
    return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8;
  }
  [[nodiscard]] std::size_t rows() const { return extent.height != 0 ? extent.height : 1; }
  [[nodiscard]] std::size_t slices() const { return extent.depth != 0 ? extent.depth : 1; }
  [[nodiscard]] std::size_t row_bytes() const { return extent.width * element_bytes(); }
};

namespace lanescope::runtime {

// nullptr: there is no such array.
[[nodiscard]] cudaArray* array_of(cudaArray_const_t array);

}  // namespace lanescope::runtime
