// Library implementations of the same work, to compare a kernel with: CUB's sum, cuBLAS's SGEMM.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/device/cuda_buffers.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::device {

class CudaBound {
 public:
  virtual ~CudaBound() = default;
  [[nodiscard]] virtual std::string name() const = 0;  // "cuBLAS 13.0.2 sgemm"
  virtual void launch() = 0;                           // asynchronous; throws CudaFailure
};

// Runs on the current device. `inputs`: the kernel's arrays, in order. They must outlive the
// result. The sum uses the first, the product the first two. (Their content affects the time: a GPU
// that multiplies zeros stays cooler.) Throws CudaFailure: not_built if the library is missing,
// rejected if the arrays are too small, out_of_memory.
[[nodiscard]] std::unique_ptr<CudaBound> make_bound(const lesson::Bound& bound,
                                                    const std::vector<DeviceBuffer>& inputs);

}  // namespace lanescope::device
