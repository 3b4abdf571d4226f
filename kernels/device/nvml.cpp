#include "kernels/device/nvml.h"

#include <dlfcn.h>

#include <array>

namespace lanescope::device {
namespace {

// NVML API Reference: nvmlClockType_t, nvmlTemperatureSensors_t. 0 always means success.
constexpr int clock_sm = 1;
constexpr int clock_memory = 2;
constexpr int sensor_gpu = 0;

}  // namespace

template <class Function>
void Nvml::find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(::dlsym(library_, name));
}

Nvml::Nvml(const std::string& pci_bus_id) {
  library_ = ::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library_ == nullptr) return;
  int (*start)() = nullptr;
  int (*find_gpu)(const char*, void**) = nullptr;
  find(start, "nvmlInit_v2");
  find(find_gpu, "nvmlDeviceGetHandleByPciBusId_v2");
  find(get_clock_, "nvmlDeviceGetClockInfo");
  find(get_temperature_, "nvmlDeviceGetTemperature");
  find(get_driver_version_, "nvmlSystemGetDriverVersion");
  if (start == nullptr || start() != 0) {
    get_driver_version_ = nullptr;
    return;
  }
  find(shut_down_, "nvmlShutdown");
  if (find_gpu == nullptr || find_gpu(pci_bus_id.c_str(), &gpu_) != 0) gpu_ = nullptr;
}

Nvml::~Nvml() {
  if (shut_down_ != nullptr) shut_down_();
  if (library_ != nullptr) ::dlclose(library_);
}

GpuState Nvml::state() const {
  GpuState state;
  if (gpu_ == nullptr) return state;
  unsigned value = 0;
  if (get_clock_ != nullptr && get_clock_(gpu_, clock_sm, &value) == 0)
    state.clock_mhz = static_cast<int>(value);
  if (get_clock_ != nullptr && get_clock_(gpu_, clock_memory, &value) == 0)
    state.memory_clock_mhz = static_cast<int>(value);
  if (get_temperature_ != nullptr && get_temperature_(gpu_, sensor_gpu, &value) == 0)
    state.temperature_celsius = static_cast<int>(value);
  return state;
}

std::string Nvml::driver_version() const {
  std::array<char, 96> text{};
  if (get_driver_version_ == nullptr ||
      get_driver_version_(text.data(), static_cast<unsigned>(text.size() - 1)) != 0) {
    return {};
  }
  return text.data();
}

}  // namespace lanescope::device
