// Writes what the program launches to a file (kernels/launches), if LANESCOPE_RECORD names one.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "kernels/host_program/recording.h"
#include "kernels/runtime/streams.h"
#include "sim/exec/state/launch_config.h"
#include "sim/report/collector.h"

namespace lanescope::runtime {

struct Settings;

class Recorder {
 public:
  // nullptr: the file can't be written; a message has said why.
  static std::unique_ptr<Recorder> create(const Settings& settings);

  // Around a launch that runs.
  void begin(const KernelWork& work, cudaStream_t stream);
  void end(const Kernel& kernel, const exec::LaunchConfig& config, const exec::RunResult& result,
           std::span<const std::unique_ptr<report::Collector>> collectors, double milliseconds,
           cudaError_t fault);
  // A launch that did not run.
  void refused(const KernelWork& work, cudaStream_t stream, cudaError_t error);
  void end_refused(cudaError_t error);
  // Of the host's code.
  void add_finding(const Diagnostic& finding);
  void finish(int code, std::uint64_t failed_calls);

 private:
  host_program::Recording recording_;
  std::uint64_t number_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace lanescope::runtime
