// Launches on a GPU, each in a process of its own: a kernel that never ends is killed with it, one
// that fails leaves nothing broken behind, and this process never talks to the driver.
//
// The process is this same program, started as `lanescope gpu-worker`: a question on its standard
// input, the answer on its standard output (job.h).
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "kernels/device/job.h"

namespace lanescope::device {

// In the parent. `program`: the executable; empty: this one.
[[nodiscard]] tl::expected<GpuList, JobFailure> find_gpus(const std::string& program = {},
                                                          std::stop_token stop = {});
[[nodiscard]] tl::expected<JobResult, JobFailure> run_on_gpu(const Job& job,
                                                             std::chrono::milliseconds deadline,
                                                             std::stop_token stop = {},
                                                             const std::string& program = {});

// In the child: the answer to a question.
[[nodiscard]] std::string answer(std::string_view question);

inline constexpr const char* worker_command = "gpu-worker";

}  // namespace lanescope::device
