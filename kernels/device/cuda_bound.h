// What others wrote for the same work, to hold a kernel against: CUB's sum, cuBLAS's SGEMM.
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

// On the current device. `inputs`: the kernel's own arrays, in order, which must outlive it: the
// sum takes the first, the product the first two (what is in them tells in the time: a GPU that
// multiplies zeros gets less warm). Throws CudaFailure: not_built where the library is not here,
// rejected where the arrays are too small, out_of_memory.
[[nodiscard]] std::unique_ptr<CudaBound> make_bound(const lesson::Bound& bound,
                                                    const std::vector<DeviceBuffer>& inputs);

}  // namespace lanescope::device
