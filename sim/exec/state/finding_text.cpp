#include "sim/exec/state/finding_text.h"

#include <bit>

#include <fmt/format.h>

namespace lanescope::exec {

std::string more_lanes(std::uint32_t lanes) {
  const int count = std::popcount(lanes);
  return count > 1 ? fmt::format(" and {} more lanes of its warp", count - 1) : "";
}

Diagnostic diagnostic_at(const LaunchState& launch, std::uint32_t instruction, DiagnosticKind kind,
                         Severity severity, const Dim3& block, std::uint32_t warp,
                         std::uint32_t lanes, std::string_view message) {
  const std::uint32_t lane = lanes == 0 ? 0U : static_cast<std::uint32_t>(std::countr_zero(lanes));
  const Dim3 thread = position_of(warp * warp_lanes + lane, launch.config.block);
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.kind = kind;
  diagnostic.place = launch.program.places[instruction];
  diagnostic.ptx_line = launch.program.ptx_lines[instruction];
  diagnostic.block = block;
  diagnostic.thread = thread;
  diagnostic.message = fmt::format("{} [block ({},{},{}), thread ({},{},{})]", message, block[0],
                                   block[1], block[2], thread[0], thread[1], thread[2]);
  return diagnostic;
}

}  // namespace lanescope::exec
