// A lesson's kernel on the GPU: checked against the simulator, and timed. Blocks until done; call
// it on a worker thread.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run.h"
#include "kernels/device/array_difference.h"
#include "kernels/device/job.h"
#include "kernels/device/timing_traps.h"

namespace lanescope::app {

// What a GPU does in an instant may take the simulator a while: its budget is not the window's.
inline constexpr std::uint64_t max_measured_instructions = 20'000'000'000;

struct MeasureRequest {
  RunRequest run;  // its blocks, traces and hashes are of no account here
  int device = 0;
  device::SamplingPlan plan;
  bool want_times = true;
  bool want_counts = false;                    // the GPU's own counters
  bool want_bound = false;                     // the lesson's bound, timed in the same session
  std::chrono::milliseconds deadline{30'000};  // of the launches together
  std::string worker;                          // the program that launches; empty: this one
};

// An array as the GPU left it against the simulator.
struct ArrayCheck {
  std::string array;
  std::uint64_t count = 0;  // of elements
  std::optional<device::ArrayDifference> difference;
};

struct Measurement {
  lesson::Resolved resolved;
  std::string source_hash;       // FNV-1a 64 of the kernel file's text, 16 hex digits
  std::string compiler_version;  // of NVRTC where it made the code, else empty: the driver did
  device::GpuInfo gpu;
  device::GpuState state;
  std::uint32_t registers = 0;
  double first_ms = 0;
  std::vector<double> cold_ms, warm_ms;  // samples: L2 written over before each, or not
  device::Summary cold, warm;
  // Bytes that were read at least once and bytes that were written at least once: what the kernel
  // must move between memory and the GPU however well it is written.
  std::uint64_t bytes_moved = 0;
  device::Summary copy;          // of copy_bytes from memory to memory, cold
  std::uint64_t copy_bytes = 0;  // read, and as many written
  std::vector<device::Trap> traps;
  std::vector<ArrayCheck> checks;
  device::Tolerance tolerance;  // 0: bit for bit
  device::Counts model;         // the simulator's, of the whole launch
  device::Counts counts;        // the GPU's, of one cold launch; empty: not wanted, or
  std::optional<device::JobFailure> no_counts;  // why there are none
  std::string bound_name;                       // empty: not wanted, or
  std::string no_bound;                         // why there is none
  device::Summary bound;                        // cold

  [[nodiscard]] bool is_right() const;
  // 10^9 bytes a second; 0 where nothing was moved.
  [[nodiscard]] double cold_bandwidth() const;
  [[nodiscard]] double copy_bandwidth() const;
  [[nodiscard]] double share_of_copy() const;  // of the two: 1 is as fast as a copy
  // The bound's time by the kernel's: 1 is as fast. 0 where there is no bound.
  [[nodiscard]] double share_of_bound() const;
};

// Errors: as of run(); exit code 3 where there is no GPU, 1 where the launch failed.
[[nodiscard]] tl::expected<Measurement, Problem> measure(const MeasureRequest& request,
                                                         Progress* progress = nullptr,
                                                         std::stop_token stop = {});

// What results may differ by between GPU and simulator: nothing, unless the kernel uses approximate
// functions (a few units in the last place each: PTX ISA, "Floating Point Instructions") or adds
// floats atomically, in whatever order; then 1e-4 of the value, which both add up to in kernels of
// ordinary size.
[[nodiscard]] device::Tolerance tolerance_of(std::string_view ptx);

}  // namespace lanescope::app
