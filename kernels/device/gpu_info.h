// Which GPUs this machine has, and in which words it has none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::device {

struct GpuInfo {
  int index = 0;  // as `--device` takes it
  std::string name;
  int major = 0, minor = 0;  // compute capability
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  std::uint32_t multiprocessors = 0;
  int clock_mhz = 0;         // of the multiprocessors, at most; 0: not known
  int memory_clock_mhz = 0;  // at most; 0: not known
  int memory_bus_bits = 0;
  std::string driver;   // "580.159.04", or the CUDA version it is for where that is all there is
  std::string runtime;  // of CUDA: "13.0"

  [[nodiscard]] int architecture() const { return major * 10 + minor; }  // sm_90
};

// Read beside a timing, where the machine tells. 0: not known.
struct GpuState {
  int clock_mhz = 0;
  int memory_clock_mhz = 0;
  int temperature_celsius = 0;
};

// Why a launch has no result.
struct JobFailure {
  enum class Kind : std::uint8_t {
    not_built,         // this program was built without the CUDA Toolkit
    no_driver,         // there is no NVIDIA driver
    driver_too_old,    // for the runtime in this program
    no_device,         // a driver, but no GPU (that number)
    counters_missing,  // no CUPTI, or the GPU can't be profiled
    counters_locked,   // they are open to administrators alone
    out_of_memory,
    rejected,   // the driver does not take the kernel
    lost,       // the GPU itself stopped answering
    failed,     // the launch, or the kernel in mid-run
    timed_out,  // it did not end in its time and was stopped
    crashed,    // the process that ran it
    cancelled,  // by the user
  };
  Kind kind = Kind::failed;
  std::string message;  // a sentence, with what to do
};

// Not on this machine, rather than wrong: exit code 3.
[[nodiscard]] constexpr bool is_absence(JobFailure::Kind kind) {
  return kind <= JobFailure::Kind::counters_locked;
}

}  // namespace lanescope::device
