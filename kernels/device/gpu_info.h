// Descriptions of this machine's GPUs, and the reasons why a launch fails or none is available.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::device {

struct GpuInfo {
  int index = 0;  // as in `--device`
  std::string name;
  int major = 0, minor = 0;  // compute capability
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  std::uint32_t multiprocessors = 0;
  int clock_mhz = 0;         // multiprocessors' maximum; 0: unknown
  int memory_clock_mhz = 0;  // maximum; 0: unknown
  int memory_bus_bits = 0;
  std::string driver;   // "580.159.04"; if unknown, the CUDA version that it supports
  std::string runtime;  // CUDA's: "13.0"

  [[nodiscard]] int architecture() const { return major * 10 + minor; }  // sm_90
};

// Read after a timing, if the machine reports it. 0: unknown.
struct GpuState {
  int clock_mhz = 0;
  int memory_clock_mhz = 0;
  int temperature_celsius = 0;
};

// Why a launch has no result.
struct JobFailure {
  enum class Kind : std::uint8_t {
    not_built,         // this program was built without the CUDA Toolkit
    no_driver,         // this machine has no NVIDIA driver
    driver_too_old,    // older than this program's CUDA runtime needs
    no_device,         // a driver, but no GPU with this number
    counters_missing,  // no CUPTI, or the GPU can't be profiled
    counters_locked,   // open only to administrators
    out_of_memory,
    rejected,   // the driver rejects the kernel
    lost,       // the GPU stopped answering
    failed,     // the launch, or the kernel while it ran
    timed_out,  // stopped after its time limit
    crashed,    // the process that ran it
    cancelled,  // by the user
  };
  Kind kind = Kind::failed;
  std::string message;  // a sentence that says what to do
};

// Not available on this machine, as opposed to an error: exit code 3.
[[nodiscard]] constexpr bool is_absence(JobFailure::Kind kind) {
  return kind <= JobFailure::Kind::counters_locked;
}

}  // namespace lanescope::device
