// Runs a lesson's kernel on the GPU, checks it against the simulator and times it. Blocks until
// done; call it on a worker thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run/run.h"
#include "app/session/run/worker.h"
#include "kernels/device/array_difference.h"
#include "kernels/device/job.h"
#include "kernels/device/timing_traps.h"

namespace lanescope::app {

// Larger than the window's budget: what takes the GPU an instant may take the simulator a while.
inline constexpr std::uint64_t max_measured_instructions = 20'000'000'000;

struct MeasureRequest {
  RunRequest run;  // its blocks, traces and hashes are ignored
  int device = 0;
  std::optional<device::GpuInfo> gpu;  // that device, if it is known already; none: look for it
  device::SamplingPlan plan;
  bool want_times = true;
  bool want_counts = false;                    // read the GPU's own counters
  bool want_bound = false;                     // time the lesson's bound in the same session
  std::chrono::milliseconds deadline{30'000};  // for all launches together
  std::string worker;                          // the program that launches; empty: this program
};

// An array's contents after the GPU run compared with the simulator's.
struct ArrayCheck {
  std::string array;
  std::uint64_t count = 0;  // elements
  std::optional<device::ArrayDifference> difference;
};

struct Measurement {
  lesson::Resolved resolved;
  std::string source_hash;       // hash_of_text() of `resolved`
  std::string compiler_version;  // of NVRTC where it made the code, else empty: the driver did
  device::GpuInfo gpu;
  device::GpuState state;
  std::uint32_t registers = 0;
  double first_ms = 0;
  std::vector<double> cold_ms, warm_ms;  // milliseconds; cold: L2 overwritten before each sample
  device::Summary cold, warm;
  // Bytes read at least once plus bytes written at least once: the least that any kernel for this
  // task must move between memory and the GPU.
  std::uint64_t bytes_moved = 0;
  device::Summary copy;          // copying copy_bytes from memory to memory, cold
  std::uint64_t copy_bytes = 0;  // bytes read; the same number is written
  std::vector<device::TimingTrap> traps;
  std::vector<ArrayCheck> checks;
  device::Tolerance tolerance;  // 0: bitwise equal
  device::Counts model;         // the simulator's, for the whole launch
  device::Counts
      counts;  // the GPU's, for one cold launch; empty: not requested, or see counts_failure
  std::optional<device::JobFailure> counts_failure;  // why there are no counts
  std::string bound_name;                            // empty: not requested, or see bound_failure
  std::string bound_failure;                         // why there is no bound
  device::Summary bound;                             // cold

  [[nodiscard]] bool is_right() const;
  // 10^9 bytes per second; 0 if nothing was moved.
  [[nodiscard]] double cold_bandwidth() const;
  [[nodiscard]] double copy_bandwidth() const;
  [[nodiscard]] double share_of_copy() const;  // ratio of the two; 1: as fast as a copy
  // The bound's time divided by the kernel's; 1: as fast as the bound. 0: no bound.
  [[nodiscard]] double share_of_bound() const;
};

// Errors: as for run(); exit code 3: no GPU, 1: the launch failed.
[[nodiscard]] tl::expected<Measurement, Problem> measure(const MeasureRequest& request,
                                                         Progress* progress = nullptr,
                                                         std::stop_token stop = {});

[[nodiscard]] inline const std::string& lesson_of(const MeasureRequest& request) {
  return request.run.lesson;
}
using MeasurementPtr = std::shared_ptr<const Measurement>;
using MeasureWorker = NewestWorker<MeasureRequest, MeasurementPtr>;
using MeasureResult = MeasureWorker::Result;
using Measurer = MeasureWorker::Work;
extern template class NewestWorker<MeasureRequest, MeasurementPtr>;

struct GpuRequest {  // asks which GPUs there are
  std::string lesson{};
};
[[nodiscard]] inline const std::string& lesson_of(const GpuRequest& request) {
  return request.lesson;
}
using GpuWorker = NewestWorker<GpuRequest, device::GpuList>;
using FindGpus = GpuWorker::Work;
extern template class NewestWorker<GpuRequest, device::GpuList>;

[[nodiscard]] Problem problem_of(const device::JobFailure& failure);

// The allowed difference between GPU and simulator: none, unless the kernel uses approximate
// functions (a few units in the last place each: PTX ISA, "Floating Point Instructions"), adds
// floats atomically, in undefined order, or adds a product with neither instruction saying how it
// is rounded, so that the assembler may fuse them; then 1e-4 of the value, which covers all three
// in kernels of ordinary size.
[[nodiscard]] device::Tolerance tolerance_of(std::string_view ptx);

}  // namespace lanescope::app
