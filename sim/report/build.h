// From what a run left behind to a report.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/exec/launch.h"
#include "sim/report/collector.h"
#include "sim/report/report.h"

namespace lanescope::report {

struct RunFindings {
  const exec::Program& program;
  const exec::LaunchConfig& config;
  const exec::RunResult& result;
  std::span<const std::unique_ptr<Collector>> collectors;
  std::string kernel;     // as the lesson names it
  std::string main_file;  // Report::lines are of this file
  // blockIdx of the block that Report::traces is of; none: no traces wanted.
  std::optional<Dim3> traced_block{};
};

// Everything but `arrays`.
[[nodiscard]] Report build(const RunFindings& findings);

// FNV-1a, 64 bits, as 16 hexadecimal digits (http://www.isthe.com/chongo/tech/comp/fnv).
[[nodiscard]] std::string fnv1a64(std::span<const std::byte> bytes);

}  // namespace lanescope::report
