// Launches that the emulator could run and a GPU would not.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program/program.h"
#include "sim/exec/state/launch_config.h"
#include "sim/machine/profile.h"
#include "sim/report/report.h"

namespace lanescope::app {

// More than 48 KiB of shared arrays whose size stands in the kernel's text: ptxas refuses them for
// every GPU. The place is the declaration of the largest, if its line is found in the text.
[[nodiscard]] std::optional<Diagnostic> too_much_static_shared(const exec::Program& program,
                                                               const std::string& source_name,
                                                               std::string_view source_text);

// Why the machine (nullptr: the H200) could not have all blocks of a cooperative launch resident at
// once; empty if it could, or if that is not known. Without the kernel's registers: a GPU may allow
// fewer.
[[nodiscard]] std::optional<std::string> too_many_for_cooperation(const exec::Program& program,
                                                                  const exec::LaunchConfig& config,
                                                                  const machine::Profile* machine);

// Adds to the report's remarks what this machine would do otherwise: refuse the launch, or execute
// atomic operations on shared memory in another way. Other than its memory rules, the emulator
// follows the default machine.
void remark_on_machine(const machine::Profile& machine, const std::string& source_name,
                       report::Report& report);

}  // namespace lanescope::app
