// Launches on a GPU, each in its own process. A kernel that never ends is killed with its process,
// a failed one leaves nothing broken behind, and this process never uses the driver.
//
// The process is the same program, started as `lanescope gpu-worker`. It reads a question from
// standard input and writes the answer to standard output (job.h).
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "kernels/device/job.h"

namespace lanescope::compile {
struct ProcessResult;
}

namespace lanescope::device {

inline constexpr std::chrono::seconds list_deadline{30};

// For the parent. `program`: the executable; empty: this one.
[[nodiscard]] tl::expected<GpuList, JobFailure> find_gpus(
    const std::string& program = {}, std::stop_token stop = {},
    std::chrono::milliseconds deadline = list_deadline);
[[nodiscard]] tl::expected<JobResult, JobFailure> run_on_gpu(const Job& job,
                                                             std::chrono::milliseconds deadline,
                                                             std::stop_token stop = {},
                                                             const std::string& program = {});

// Why a process that was to use the GPU gave no answer. `timed_out`: the message if it took too
// long.
[[nodiscard]] JobFailure failure_of(const compile::ProcessResult& ended, std::string timed_out);

// For the child: answers a question.
[[nodiscard]] std::string answer(std::string_view request);

inline constexpr const char* worker_command = "gpu-worker";

}  // namespace lanescope::device
