// Mistakes of the host's code: swapped pointers of a copy, freed ones, device pointers that it
// dereferences, memory that it never frees, errors of kernels that it never asks for.
//
// Each is kept with the recording, which `lanescope run` tells of at the end; if nothing is
// recorded, the standard error gets it at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/runtime/include/cuda_runtime.h"
#include "sim/diagnostics/diagnostic.h"

namespace lanescope::runtime {

class Runtime;

// The program's instructions whose calls led to the API, from within that call, the last call
// first; empty: not known. Takes microseconds.
using Callers = std::vector<const void*>;
[[nodiscard]] Callers calling_code();
// The place of the first caller outside of the Toolkit's headers.
[[nodiscard]] SourcePlace place_of_call(const Callers& callers);

// A copy that CUDA refuses, by the call of the API that is running.
void report_wrong_copy(const void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind);
// `call`, which is running, got a pointer that it can't free: "cudaFree".
void report_wrong_free(const char* call, const void* pointer);
// What only the end of the program shows: memory that was never freed (Settings::leaks), a
// kernel's error that no call returned, text that kernels printed and nobody waited for, of so many
// bytes.
void report_end(Runtime& runtime, std::uint64_t lost_bytes);

// Host code that dereferences a device pointer: says so before the program ends by the signal.
void install_fault_handler();

}  // namespace lanescope::runtime
