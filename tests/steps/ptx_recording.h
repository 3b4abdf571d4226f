// Records warps of a PTX kernel, for the tests of sim/steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/exec/run/launch.h"
#include "sim/steps/recorder.h"

namespace lanescope::steps {

struct PtxKernel {
  // The body of the kernel `k(.u64 out)`. Already set: %rd1 = out, %r1 = %tid.x. Registers: 40 each
  // of %p, %rs, %r, %rd, %f, %fd, %q (.b128).
  std::string body{};
  std::string globals{};  // text before the kernel: functions, variables
  exec::LaunchConfig config{{1, 1, 1}, {32, 1, 1}, 0};
  std::uint64_t block_index = 0;
  std::uint32_t warps = 1;  // bit w: record warp w
  std::size_t max_bytes = 256U << 20;
  bool record = true;  // false: runs without recording
};

struct PtxRecording {
  std::vector<Recording> recordings;
  std::vector<std::uint64_t> out;  // 1024 words
  exec::RunResult run;
  std::string error;  // empty if the kernel ran
};
[[nodiscard]] PtxRecording record(const PtxKernel& kernel);

// The value of the named register after the step, in the step's frame.
[[nodiscard]] std::optional<Value> value_of(const Recording& recording, std::string_view name,
                                            std::uint32_t lane, std::size_t step);
// The steps whose instruction text begins with `text`.
[[nodiscard]] std::vector<std::size_t> steps_of(const Recording& recording, std::string_view text);

}  // namespace lanescope::steps
