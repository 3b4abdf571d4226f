// A kernel's code on the GPU: loaded from a cubin, or compiled from PTX by the driver. Launches it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <cuda.h>

#include "kernels/device/job.h"

namespace lanescope::device {

// All functions throw CudaFailure.
class CudaModule {
 public:
  // Loads on the current device. Uses job.cubin, or job.ptx if the cubin is empty or the driver
  // rejects it.
  explicit CudaModule(const Job& job);
  ~CudaModule();
  CudaModule(const CudaModule&) = delete;
  CudaModule& operator=(const CudaModule&) = delete;

  [[nodiscard]] bool from_cubin() const { return from_cubin_; }
  [[nodiscard]] std::uint32_t registers() const;
  [[nodiscard]] std::uint32_t blocks_per_multiprocessor(const Job& job) const;
  // Asynchronous. `parameters`: the addresses of the argument values.
  void launch(const Job& job, std::vector<void*>& parameters) const;

 private:
  void load(const Job& job);
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
  bool from_cubin_ = false;
};

}  // namespace lanescope::device
