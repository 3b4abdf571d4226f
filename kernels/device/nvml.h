// What the driver's management library (NVML) reports about a GPU: clocks, temperature, driver
// version. It is looked up at run time; without it everything is unknown.
#pragma once

#include <string>

#include "kernels/device/gpu_info.h"

namespace lanescope::device {

class Nvml {
 public:
  // The GPU with this PCI bus id, in the form of cudaDeviceGetPCIBusId().
  explicit Nvml(const std::string& pci_bus_id);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  [[nodiscard]] GpuState state() const;
  [[nodiscard]] std::string driver_version() const;  // empty if unknown

 private:
  template <class Function>
  void find(Function& function, const char* name);

  void* library_ = nullptr;
  void* gpu_ = nullptr;
  int (*get_clock_)(void*, int, unsigned*) = nullptr;
  int (*get_temperature_)(void*, int, unsigned*) = nullptr;
  int (*get_driver_version_)(char*, unsigned) = nullptr;
  int (*shut_down_)() = nullptr;
};

}  // namespace lanescope::device
