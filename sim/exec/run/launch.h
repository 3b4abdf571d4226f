// Runs a program on a grid of blocks.
#pragma once

#include <functional>
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
// that the device would reject (launch_invalid).
[[nodiscard]] tl::expected<RunResult, Diagnostic> run(
    const Program& program, const LaunchConfig& config, const std::vector<ArgumentBytes>& arguments,
    GlobalMemory& memory, const ObserverFactory& observers, const RunOptions& options = {},
    std::stop_token stop = {});

}  // namespace lanescope::exec
