// The machine's GPU through the driver's C interface (CUDA Driver API), which is loaded at run
// time: the test builds without driver and toolkit.
#pragma once

#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "tests/device/kernel_launch.h"

namespace lanescope::device {

class Gpu {
 public:
  // Error: why there is no GPU ("libcuda.so.1: cannot open shared object file ...").
  [[nodiscard]] static tl::expected<std::unique_ptr<Gpu>, std::string> open();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;
  ~Gpu();

  [[nodiscard]] const std::string& name() const { return name_; }  // with compute capability
  // Compiles with the driver's compiler, copies the arrays to the GPU, runs, and copies them back.
  [[nodiscard]] LaunchResult run(KernelLaunch& launch);

 private:
  struct Driver;
  explicit Gpu(std::unique_ptr<Driver> driver);
  std::unique_ptr<Driver> driver_;
  std::string name_;
};

}  // namespace lanescope::device
