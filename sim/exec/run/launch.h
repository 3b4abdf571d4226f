// Runs a program on a grid of blocks.
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include <tl/expected.hpp>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/global_memory.h"
#include "sim/exec/state/launch_config.h"
#include "sim/exec/state/observer.h"

namespace lanescope::exec {

// Creates one observer. Called once per worker, before any of its blocks. Observers must outlive
// the run.
using ObserverFactory = std::function<Observer*()>;

// Runs the grid; arrays are read and written in place. Blocks run in parallel, but with the result
// of running them in order. If the order of its global atomics matters, a kernel runs in order from
// the start (Program::order_reason). If blocks read or write words that others write or reduce
// (footprint.h), the status is blocks_depend. Errors: a grid, block, shared memory or arguments
// that the device would reject (launch_invalid). A kernel that launches other kernels needs
// run_nested().
[[nodiscard]] tl::expected<RunResult, Diagnostic> run(
    const Program& program, const LaunchConfig& config, const std::vector<ArgumentBytes>& arguments,
    GlobalMemory& memory, const ObserverFactory& observers, const RunOptions& options = {},
    std::stop_token stop = {});

// For each array of the memory, whether the launch may write it: whoever may have to repeat the
// launch keeps a copy of these. The variables are placed (GlobalMemory::place_variable).
[[nodiscard]] std::vector<bool> may_be_written(const Program& program, const LaunchConfig& config,
                                               const std::vector<ArgumentBytes>& arguments,
                                               GlobalMemory& memory);

// Learns about the launches that kernels make.
class NestedWatcher {
 public:
  NestedWatcher() = default;
  NestedWatcher(const NestedWatcher&) = delete;
  NestedWatcher& operator=(const NestedWatcher&) = delete;
  virtual ~NestedWatcher() = default;
  // A launch of programs[kernel] begins. Its observer, valid until ended(); the blocks run in
  // order, on one thread.
  virtual Observer* begin(std::size_t kernel, const LaunchConfig& config) = 0;
  // The same launch has ended, or was stopped. `result` is without the launches that it made.
  virtual void ended(const NestedRun& /*launch*/, const RunResult& /*result*/) {}
};

// The same for a kernel that may launch others: programs[0] is launched, all of them may be
// launched by kernels (decode_with_launched()). What kernels launch runs after their grid has
// ended, depth first, in the order of block and thread; launches in cudaStreamTailLaunch come last.
// All use the same arrays and module variables, and one budget of instructions. If a grid does not
// complete, no further one begins. A launch that the device runtime would refuse is a finding
// (nested_launches.h), and the call returns CUDA's error. `watcher`: nullptr if nobody wants to
// know. Source: CUDA C++ Programming Guide 13.0, "CUDA Dynamic Parallelism".
[[nodiscard]] tl::expected<RunResult, Diagnostic> run_nested(
    std::span<const Program> programs, const LaunchConfig& config,
    const std::vector<ArgumentBytes>& arguments, GlobalMemory& memory,
    const ObserverFactory& observers, NestedWatcher* watcher, const RunOptions& options = {},
    std::stop_token stop = {});

}  // namespace lanescope::exec
