// One grid of a run, which may be one of several that kernels launch.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include <tl/expected.hpp>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/run/launch.h"
#include "sim/exec/state/footprint.h"
#include "sim/exec/state/launch_state.h"
#include "sim/exec/state/nested_launches.h"

namespace lanescope::exec {

// Why the device would reject this launch; nullopt if it would not.
[[nodiscard]] std::optional<Diagnostic> invalid_launch(const Program& program,
                                                       const LaunchConfig& config);

// What the grids of a run share, one after the other.
struct SharedByGrids {
  NestedLaunches launches;
  std::unique_ptr<Footprint> footprint;  // nullptr: RunResult::touched is not wanted
  std::uint64_t instructions_used = 0;

  explicit SharedByGrids(std::span<const Program> programs) : launches(programs) {}
};

// The smallest unit that the program's accesses to global memory distinguish: 1 or 4 bytes.
[[nodiscard]] std::uint32_t granularity_of(const Program& program);

// How many bytes of each array the footprint has.
[[nodiscard]] std::vector<TouchedBytes> touched_in(const Footprint& footprint,
                                                   const GlobalMemory& memory);

// Like run(). `shared`: nullptr if the kernel launches none; otherwise its launches are recorded
// there, the blocks run in order, and RunResult::touched stays empty.
[[nodiscard]] tl::expected<RunResult, Diagnostic> run_grid(
    const Program& program, const LaunchConfig& config, const std::vector<ArgumentBytes>& arguments,
    GlobalMemory& memory, const ObserverFactory& observers, const RunOptions& options,
    const std::stop_token& stop, SharedByGrids* shared);

}  // namespace lanescope::exec
