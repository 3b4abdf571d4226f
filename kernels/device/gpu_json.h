// JSON conversions shared by recording files and messages between processes, for both of nlohmann's
// JSON types. Internal to this folder.
#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>

#include "kernels/device/gpu_info.h"

namespace lanescope::device {

template <class Json>
Json gpu_json(const GpuInfo& gpu) {
  return {{"index", gpu.index},
          {"name", gpu.name},
          {"compute_capability", std::to_string(gpu.major) + "." + std::to_string(gpu.minor)},
          {"multiprocessors", gpu.multiprocessors},
          {"memory_bytes", gpu.memory_bytes},
          {"l2_bytes", gpu.l2_bytes},
          {"clock_mhz", gpu.clock_mhz},
          {"memory_clock_mhz", gpu.memory_clock_mhz},
          {"memory_bus_bits", gpu.memory_bus_bits},
          {"driver", gpu.driver},
          {"runtime", gpu.runtime}};
}

// Throws Json::exception or std::runtime_error, which name the key.
template <class Json>
GpuInfo gpu_in(const Json& json) {
  GpuInfo gpu;
  gpu.index = json.value("index", 0);
  json.at("name").get_to(gpu.name);
  const std::string capability = json.at("compute_capability").template get<std::string>();
  if (std::sscanf(capability.c_str(), "%d.%d", &gpu.major, &gpu.minor) != 2) {
    throw std::runtime_error("compute_capability: \"" + capability +
                             "\" is not of the form \"9.0\"");
  }
  json.at("multiprocessors").get_to(gpu.multiprocessors);
  json.at("memory_bytes").get_to(gpu.memory_bytes);
  json.at("l2_bytes").get_to(gpu.l2_bytes);
  json.at("clock_mhz").get_to(gpu.clock_mhz);
  json.at("memory_clock_mhz").get_to(gpu.memory_clock_mhz);
  json.at("memory_bus_bits").get_to(gpu.memory_bus_bits);
  json.at("driver").get_to(gpu.driver);
  json.at("runtime").get_to(gpu.runtime);
  return gpu;
}

template <class Json>
Json state_json(const GpuState& state) {
  return {{"clock_mhz", state.clock_mhz},
          {"memory_clock_mhz", state.memory_clock_mhz},
          {"temperature_celsius", state.temperature_celsius}};
}

template <class Json>
GpuState state_in(const Json& json) {
  GpuState state;
  json.at("clock_mhz").get_to(state.clock_mhz);
  json.at("memory_clock_mhz").get_to(state.memory_clock_mhz);
  json.at("temperature_celsius").get_to(state.temperature_celsius);
  return state;
}

}  // namespace lanescope::device
