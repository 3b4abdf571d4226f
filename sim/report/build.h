// Builds a report from the results of a run.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/exec/state/launch_config.h"
#include "sim/report/collector.h"
#include "sim/report/report.h"

namespace lanescope::report {

struct RunFindings {
  const exec::Program& program;
  const exec::LaunchConfig& config;
  const exec::RunResult& result;
  std::span<const std::unique_ptr<Collector>> collectors;
  std::string kernel;     // the lesson's name for it
  std::string main_file;  // the file that Report::lines describes
  // blockIdx of the block in Report::traces; empty: no traces.
  std::optional<Dim3> traced_block{};
  // The user's included files, as in SourcePlace: for Report::included.
  std::vector<std::string> own_files{};
};

// Fills in everything but `arrays`.
[[nodiscard]] Report build(const RunFindings& findings);

// For Report::launched. `runs`: of programs[NestedRun::kernel]. collectors[i]: of all launches of
// programs[i]; nullptr: its accesses were not counted.
[[nodiscard]] std::vector<LaunchedKernel> launched_kernels(
    std::span<const exec::Program> programs, const std::vector<exec::NestedRun>& runs,
    std::span<const std::unique_ptr<Collector>> collectors);

// Fills in launch_tree, launches_left_out and launches_per_depth. `runs`: of
// programs[NestedRun::kernel], parents before their children.
void add_launch_tree(std::span<const exec::Program> programs,
                     const std::vector<exec::NestedRun>& runs, Report& report);

// FNV-1a, 64 bits, as 16 hexadecimal digits (http://www.isthe.com/chongo/tech/comp/fnv).
[[nodiscard]] std::string fnv1a64(std::span<const std::byte> bytes);

}  // namespace lanescope::report
