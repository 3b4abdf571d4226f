// Runs a job: fills the arrays, launches once for the results, then for the times.
#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "kernels/device/cuda_bound.h"
#include "kernels/device/cuda_buffers.h"
#include "kernels/device/cuda_check.h"
#include "kernels/device/cuda_counters.h"
#include "kernels/device/cuda_device.h"
#include "kernels/device/cuda_gpu.h"
#include "kernels/device/cuda_module.h"
#include "kernels/device/nvml.h"

namespace lanescope::device {
namespace {

constexpr std::uint64_t mebibyte = 1024 * 1024;
// The copy is the baseline for bandwidths. At this size neither the launch nor the L2 cache affects
// it.
constexpr std::uint64_t min_copy_bytes = 256 * mebibyte;

// A kernel that just waits for some nanoseconds.
Job waiting_job() {
  Job job;
  job.kernel = "wait";
  job.ptx = R"(.version 6.0
.target sm_52
.address_size 64
.visible .entry wait(.param .u64 nanoseconds) {
.reg .u64 %rd<4>;
.reg .pred %p;
ld.param.u64 %rd0, [nanoseconds];
mov.u64 %rd1, %globaltimer;
AGAIN:
mov.u64 %rd2, %globaltimer;
sub.u64 %rd3, %rd2, %rd1;
setp.lt.u64 %p, %rd3, %rd0;
@%p bra AGAIN;
ret;
}
)";
  return job;
}

class RunningJob {
 public:
  explicit RunningJob(const Job& job)
      : job_(job), gpu_(describe_gpu(job.device)), nvml_(pci_bus_id(job.device)), module_(job) {
    allocate();
  }

  JobResult run() {
    JobResult result;
    result.gpu = gpu_;
    result.from_cubin = module_.from_cubin();
    result.registers = module_.registers();
    result.blocks_per_multiprocessor = module_.blocks_per_multiprocessor(job_);
    refill();
    result.first_ms = time_launch();
    check(cudaDeviceSynchronize(), "the kernel failed on the GPU");
    read_back(result);
    if (!job_.wants_times && !job_.wants_counts) return result;
    const DeviceBuffer flush(std::max<std::uint64_t>(2 * gpu_.l2_bytes, 64 * mebibyte));
    const auto write_over_l2 = [&] {
      check(cudaMemsetAsync(flush.data(), 0, flush.bytes()), "writing over the L2 cache");
    };
    if (job_.wants_times) time_all(result, write_over_l2);
    // Last, because profiling may slow down everything after it.
    if (job_.wants_counts) count(result, write_over_l2);
    return result;
  }

 private:
  void time_all(JobResult& result, const std::function<void()>& write_over_l2) {
    // Warm-up: raises the clocks and loads the code.
    for (int i = 0; i < 3; ++i) {
      refill();
      time_launch();
    }
    result.warm_ms = series([&] {
      refill();
      keep_busy();
      return time_launch();
    });
    result.cold_ms = series([&] {
      refill();
      write_over_l2();
      return time_launch();
    });
    result.state = nvml_.state();
    time_copy(result, write_over_l2);
    if (job_.bound) time_bound(result, write_over_l2);
  }

  // Counts one launch after overwriting the L2 cache. The times are valid even without counters.
  void count(JobResult& result, const std::function<void()>& write_over_l2) {
    try {
      CudaCounters counters(all_metrics());
      result.counts = counts_of(counters.read(
          [&] {
            refill();
            write_over_l2();
          },
          [&] { module_.launch(job_, parameters_); }));
    } catch (const CudaFailure& error) {
      const JobFailure::Kind kind = error.failure.kind;
      if (kind != JobFailure::Kind::counters_missing && kind != JobFailure::Kind::counters_locked)
        throw;
      result.counts_failure = error.failure;
    }
  }

  void time_bound(JobResult& result, const std::function<void()>& write_over_l2) {
    try {
      const std::unique_ptr<CudaBound> bound = make_bound(*job_.bound, first_);
      const auto sample = [&] {
        write_over_l2();
        watch_.start();
        bound->launch();
        return watch_.stop();
      };
      for (int i = 0; i < 3; ++i) sample();
      result.bound_ms = series(sample);
      result.bound_name = bound->name();
    } catch (const CudaFailure& error) {
      // The bound is not available here. Any other failure counts as the launch's.
      const JobFailure::Kind kind = error.failure.kind;
      if (kind != JobFailure::Kind::not_built && kind != JobFailure::Kind::rejected &&
          kind != JobFailure::Kind::out_of_memory)
        throw;
      result.bound_failure = error.failure.message;
    }
  }

  void allocate() {
    for (const JobArgument& argument : job_.arguments) {
      if (!argument.is_array) continue;
      arrays_.emplace_back(argument.bytes.size());
      addresses_.push_back(arrays_.back().data());
      // The initial contents, copied to the array before each launch.
      first_.emplace_back(argument.bytes.size());
      check(cudaMemcpy(first_.back().data(), argument.bytes.data(), argument.bytes.size(),
                       cudaMemcpyHostToDevice),
            "copying the arrays to the GPU");
    }
    std::size_t next = 0;
    for (const JobArgument& argument : job_.arguments) {
      parameters_.push_back(argument.is_array ? static_cast<void*>(&addresses_[next++])
                                              : const_cast<std::uint8_t*>(argument.bytes.data()));
    }
  }

  void refill() {
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      check(cudaMemcpyAsync(arrays_[i].data(), first_[i].data(), arrays_[i].bytes(),
                            cudaMemcpyDeviceToDevice),
            "filling the arrays");
    }
  }

  // Keeps the GPU busy while the CPU prepares the launch, so that the launch starts at once and its
  // preparation is not timed. (Overwriting the L2 cache does the same for the cold series.)
  void keep_busy() {
    std::uint64_t nanoseconds = 30'000;
    std::vector<void*> parameters{&nanoseconds};
    wait_module_.launch(wait_job_, parameters);
  }

  double time_launch() {
    watch_.start();
    module_.launch(job_, parameters_);
    return watch_.stop();
  }

  void read_back(JobResult& result) const {
    std::size_t next = 0;
    for (const JobArgument& argument : job_.arguments) {
      if (!argument.is_array) continue;
      const DeviceBuffer& array = arrays_[next++];
      std::vector<std::uint8_t> bytes(array.bytes());
      check(cudaMemcpy(bytes.data(), array.data(), array.bytes(), cudaMemcpyDeviceToHost),
            "copying the arrays from the GPU");
      const bool is_as_before = bytes == argument.bytes;
      if (is_as_before) bytes.clear();
      result.unchanged.push_back(is_as_before);
      result.arrays.push_back(std::move(bytes));
    }
  }

  std::vector<double> series(const std::function<double()>& sample) const {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    std::vector<double> samples;
    const auto spent = [&] {
      return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    };
    while (wants_more(job_.plan, samples, spent())) samples.push_back(sample());
    return samples;
  }

  // The copy is as large as the kernel's arrays if they are larger than the minimum.
  void time_copy(JobResult& result, const std::function<void()>& write_over_l2) {
    std::uint64_t array_bytes = 0;
    for (const DeviceBuffer& array : arrays_) array_bytes += array.bytes();
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check(cudaMemGetInfo(&free_bytes, &total_bytes), "asking for the GPU's free memory");
    const std::uint64_t bytes =
        std::min<std::uint64_t>(std::max(array_bytes / 2, min_copy_bytes), free_bytes / 4);
    const DeviceBuffer from(bytes);
    const DeviceBuffer to(bytes);
    check(cudaMemset(from.data(), 1, bytes), "filling the copy's source");
    result.copy_bytes = bytes;
    result.copy_ms = series([&] {
      write_over_l2();
      watch_.start();
      check(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice), "copying");
      return watch_.stop();
    });
  }

  const Job& job_;
  const GpuInfo gpu_;
  const Nvml nvml_;
  const CudaModule module_;
  const Job wait_job_ = waiting_job();
  const CudaModule wait_module_{wait_job_};
  Stopwatch watch_;
  std::vector<DeviceBuffer> arrays_, first_;
  std::vector<void*> addresses_;
  std::vector<void*> parameters_;
};

}  // namespace

tl::expected<JobResult, JobFailure> run_job(const Job& job) {
  try {
    check_driver();
    check(cudaSetDevice(job.device), fmt::format("choosing GPU {}", job.device));
    check(cudaFree(nullptr), "starting the GPU");
    return RunningJob(job).run();
  } catch (const CudaFailure& error) {
    return tl::unexpected(error.failure);
  }
}

}  // namespace lanescope::device
