// What the driver's management library tells of a GPU (NVML), found at run time: clocks,
// temperature, the driver's own version. Where there is none, nothing is known.
#pragma once

#include <string>

#include "kernels/device/gpu_info.h"

namespace lanescope::device {

class Nvml {
 public:
  // Of the GPU with this PCI bus id, as cudaDeviceGetPCIBusId() writes it.
  explicit Nvml(const std::string& pci_bus_id);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  [[nodiscard]] GpuState state() const;
  [[nodiscard]] std::string driver_version() const;  // empty: not known

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
