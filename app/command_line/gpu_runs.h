// Shared by `time`, `count` and `validate`: selects the launches and runs them.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/command_line/result.h"
#include "app/session/run/measure.h"
#include "app/session/run/timing_key.h"

namespace lanescope::app {

struct GpuOptions {
  MeasureRequest request;  // empty lesson: all shipped; empty variant: all of the lesson
  bool sweeps = false;     // also the points of the lessons' sweeps
};

struct GpuResults {
  std::vector<Measurement> measurements;
  std::vector<std::string> failures;  // of single launches and lessons; the others continued

  [[nodiscard]] bool are_good() const;  // no failures, and every array as in the simulator
};

// Error: a problem common to all launches (no GPU, no such lesson), with its exit code. Reports
// progress on standard error if that is a terminal.
[[nodiscard]] tl::expected<GpuResults, Result> measure_all(const GpuOptions& options);
// The GPU's counters instead of times.
[[nodiscard]] tl::expected<GpuResults, Result> count_all(GpuOptions options);
// The command's result: `out` and the failures, which follow the text, or go to standard error for
// JSON. Exit code 1 unless are_good().
[[nodiscard]] Result finished(std::string out, const GpuResults& results, bool json);

// "MEASURED on NVIDIA H200 (compute capability 9.0, driver 580, CUDA 13.0), 1980 MHz"
[[nodiscard]] std::string gpu_line(const Measurement& measurement);
// The variant's name, or the kernel's in a lesson without variants.
[[nodiscard]] std::string variant_name(const Measurement& measurement);
// One line for each array that differs from the simulator's.
[[nodiscard]] std::string differences_text(const Measurement& measurement);
// "2026-11-20"
[[nodiscard]] std::string today();

}  // namespace lanescope::app
