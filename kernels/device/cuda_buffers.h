// GPU memory and events that free themselves.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

#include <cuda_runtime_api.h>

#include "kernels/device/cuda_check.h"

namespace lanescope::device {

// Throws CudaFailure if there is not enough memory.
class DeviceBuffer {
 public:
  explicit DeviceBuffer(std::size_t bytes) : bytes_(bytes) {
    check(cudaMalloc(&data_, bytes > 0 ? bytes : 1),
          "the GPU has no room for " + std::to_string(bytes) + " bytes");
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept : data_(other.data_), bytes_(other.bytes_) {
    other.data_ = nullptr;
  }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(DeviceBuffer&&) = delete;
  ~DeviceBuffer() {
    if (data_ != nullptr) cudaFree(data_);
  }
  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

// Measures the time between two points of the default stream.
class Stopwatch {
 public:
  Stopwatch() {
    check(cudaEventCreate(&start_), "creating an event");
    check(cudaEventCreate(&stop_), "creating an event");
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  void start() { check(cudaEventRecord(start_), "recording an event"); }
  // Milliseconds since start(). Waits for the GPU to reach this point.
  [[nodiscard]] double stop() {
    check(cudaEventRecord(stop_), "recording an event");
    check(cudaEventSynchronize(stop_), "the kernel failed on the GPU");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start_, stop_), "reading the time");
    return std::round(static_cast<double>(ms) * 1e6) / 1e6;  // events have a resolution of 1 ns
  }

 private:
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
};

}  // namespace lanescope::device
