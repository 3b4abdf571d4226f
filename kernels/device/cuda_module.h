// A kernel's code on the GPU: loaded from a cubin or compiled by the driver from PTX, and launched.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cuda.h>

#include "kernels/device/job.h"

namespace lanescope::device {

// All throw CudaFailure.
class CudaModule {
 public:
  // On the current device. From job.cubin, and from job.ptx where that is empty or the driver does
  // not take it.
  explicit CudaModule(const Job& job);
  ~CudaModule();
  CudaModule(const CudaModule&) = delete;
  CudaModule& operator=(const CudaModule&) = delete;

  [[nodiscard]] bool from_cubin() const { return from_cubin_; }
  [[nodiscard]] std::uint32_t registers() const;
  [[nodiscard]] std::uint32_t blocks_per_multiprocessor(const Job& job) const;
  // Asynchronous. `parameters`: the addresses of the arguments' values.
  void launch(const Job& job, std::vector<void*>& parameters) const;

 private:
  void load(const Job& job);
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
  bool from_cubin_ = false;
};

}  // namespace lanescope::device
