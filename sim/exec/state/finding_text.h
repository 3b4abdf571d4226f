// What the messages of findings have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/state/launch_state.h"

namespace lanescope::exec {

// " and 3 more lanes of its warp"; empty for a single lane.
[[nodiscard]] std::string more_lanes(std::uint32_t lanes);

// A finding at Program::code[instruction] by the first of these lanes (lane 0 if there are none).
// The message gets block and thread added.
[[nodiscard]] Diagnostic diagnostic_at(const LaunchState& launch, std::uint32_t instruction,
                                       DiagnosticKind kind, Severity severity, const Dim3& block,
                                       std::uint32_t warp, std::uint32_t lanes,
                                       std::string_view message);

}  // namespace lanescope::exec
