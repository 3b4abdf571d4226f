// Records warps of a kernel written in PTX, for the tests of sim/steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/exec/launch.h"
#include "sim/steps/recorder.h"

namespace lanescope::steps {

struct PtxKernel {
  // The kernel `k(.u64 out)`: %rd1 = out, %r1 = %tid.x are ready; registers %p, %rs, %r, %rd, %f,
  // %fd, %q (.b128), 40 of each.
  std::string body{};
  std::string globals{};  // what stands before it: functions, variables
  exec::LaunchConfig config{{1, 1, 1}, {32, 1, 1}, 0};
  std::uint64_t block_index = 0;
  std::uint32_t warps = 1;  // bit w
  std::size_t max_bytes = 256U << 20;
  bool record = true;  // false: nobody follows
};

struct PtxRecording {
  std::vector<Recording> recordings;
  std::vector<std::uint64_t> out;  // 1024 words
  exec::RunResult run;
  std::string error;  // empty when it ran
};
[[nodiscard]] PtxRecording record(const PtxKernel& kernel);

// Of a register by its name, after the step; by the frame the step is in.
[[nodiscard]] std::optional<Value> value_of(const Recording& recording, std::string_view name,
                                            std::uint32_t lane, std::size_t step);
// The steps whose instruction's text begins like this.
[[nodiscard]] std::vector<std::size_t> steps_of(const Recording& recording, std::string_view text);

}  // namespace lanescope::steps
