// Access to the GPU through the CUDA runtime and the installed driver. Called only in the worker
// process, which may be killed (worker.h).
#pragma once

#include <tl/expected.hpp>

#include "kernels/device/job.h"

namespace lanescope::device {

[[nodiscard]] tl::expected<GpuList, JobFailure> list_devices();
[[nodiscard]] tl::expected<JobResult, JobFailure> run_job(const Job& job);

}  // namespace lanescope::device
