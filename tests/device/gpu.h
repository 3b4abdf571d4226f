// The machine's GPU through the driver's C interface (CUDA Driver API), found at run time: the test
// builds and links where there is neither driver nor toolkit.
#pragma once

#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "tests/device/kernel_launch.h"

namespace lanescope::device {

class Gpu {
 public:
  // Error: why there is none ("libcuda.so.1: cannot open shared object file ...").
  [[nodiscard]] static tl::expected<std::unique_ptr<Gpu>, std::string> open();
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;
  ~Gpu();

  [[nodiscard]] const std::string& name() const { return name_; }  // with compute capability
  // Compiles (the driver's own compiler), copies the arrays there, runs, copies them back.
  [[nodiscard]] LaunchResult run(KernelLaunch& launch);

 private:
  struct Driver;
  explicit Gpu(std::unique_ptr<Driver> driver);
  std::unique_ptr<Driver> driver_;
  std::string name_;
};

}  // namespace lanescope::device
