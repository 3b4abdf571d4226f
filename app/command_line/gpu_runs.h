// What `time`, `count` and `validate` have in common: which launches are wanted, and making them.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/command_line/result.h"
#include "app/session/measure.h"
#include "app/session/timing_key.h"

namespace lanescope::app {

struct GpuOptions {
  MeasureRequest request;  // an empty lesson: all shipped ones; an empty variant: all of the lesson
  bool sweeps = false;     // the points of the lessons' sweeps, too
  bool json = false;
};

struct GpuResults {
  std::vector<Measurement> measurements;
  std::vector<std::string> failures;  // of single launches and lessons; the others went on
};

// Error: what is so for all of them (no GPU, no such lesson), with its exit code. Tells how far it
// has come on the standard error, where that is a terminal.
[[nodiscard]] tl::expected<GpuResults, Result> measure_all(const GpuOptions& options);

// "MEASURED on NVIDIA H200 (compute capability 9.0, driver 580, CUDA 13.0), 1980 MHz"
[[nodiscard]] std::string gpu_line(const Measurement& measurement);
// The variant's name, or the kernel's in a lesson without variants.
[[nodiscard]] std::string variant_name(const Measurement& measurement);
// A line for each array that is not as the simulator's.
[[nodiscard]] std::string differences_text(const Measurement& measurement);
// "2026-11-20"
[[nodiscard]] std::string today();

}  // namespace lanescope::app
