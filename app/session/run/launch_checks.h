// What is checked of a launch besides its execution: arguments that don't fit the kernel, and what
// a GPU would refuse or do otherwise.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernels/lesson_file/lesson.h"
#include "sim/diagnostics/diagnostic.h"
#include "sim/exec/program/program.h"
#include "sim/machine/profile.h"
#include "sim/ptx/module.h"
#include "sim/report/report.h"

namespace lanescope::app {

// More than 48 KiB of shared arrays whose size stands in the kernel's text: ptxas refuses them for
// every GPU. The place is the declaration of the largest, if its line is found in the text.
[[nodiscard]] std::optional<Diagnostic> too_much_static_shared(const exec::Program& program,
                                                               const std::string& source_name,
                                                               std::string_view source_text);

// Adds to the report's remarks what this machine would do otherwise: refuse the launch, or execute
// atomic operations on shared memory in another way. Other than its memory rules, the emulator
// follows the default machine.
void remark_on_machine(const machine::Profile& machine, const std::string& source_name,
                       report::Report& report);

// An argument that does not fit the kernel's parameter: count, pointer or value, element type.
struct BindingError {
  int line = 0;     // of the argument in the lesson file; 0: about all arguments
  std::string key;  // "args[1].type"
  std::string message;
};

// nullopt: the arguments fit. C++ kernel names carry types, so types are compared; for extern "C"
// kernels only sizes.
[[nodiscard]] std::optional<BindingError> check_arguments(const lesson::Resolved& lesson,
                                                          const ptx::Function& kernel);

}  // namespace lanescope::app
