// Mistakes of the host's code: swapped pointers of a copy, freed ones, device pointers that it
// dereferences.
#pragma once

#include <string>

#include "sim/diagnostics/diagnostic.h"

namespace lanescope::runtime {

// Where in the program an address is: "FILE:LINE"; line 0 if that is not known.
[[nodiscard]] SourcePlace place_of_code(const void* code);

// Keeps an error with the recording, which `lanescope run` tells at the end, or says it at once if
// nothing is recorded. `code`: the instruction; nullptr: the call of the API that is running.
void report_host_error(DiagnosticKind kind, const std::string& message, const void* code = nullptr);

}  // namespace lanescope::runtime
