// A launch to be made on a GPU, and what came of it, as they pass between this program and the
// process that makes it (worker.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "kernels/device/counters.h"
#include "kernels/device/gpu_info.h"
#include "kernels/device/statistics.h"
#include "kernels/lesson_file/lesson.h"

namespace lanescope::device {

struct JobArgument {
  bool is_array = false;
  std::vector<std::uint8_t> bytes;  // an array's before the launch, or the scalar
};

struct Job {
  int device = 0;
  std::string kernel;  // its name in the image, mangled
  // Code for the device's own architecture, and PTX for where that fails or is empty.
  std::vector<std::uint8_t> cubin;
  std::string ptx;
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<JobArgument> arguments;
  bool wants_times = true;  // beside the one launch for the arrays
  bool wants_counts = false;
  std::optional<lesson::Bound> bound;  // to be timed, too
  SamplingPlan plan;                   // of each series
};

struct JobResult {
  GpuInfo gpu;
  GpuState state;
  bool from_cubin = false;  // else compiled from PTX by the driver
  // After the first launch, in order; what the kernel left as it was is not sent back: run_on_gpu()
  // puts it here.
  std::vector<std::vector<std::uint8_t>> arrays;
  std::vector<bool> unchanged;
  std::uint32_t registers = 0;  // a thread
  std::uint32_t blocks_per_multiprocessor = 0;
  double first_ms = 0;
  // Milliseconds of each launch. Before each the arrays are filled as at first; cold: then a buffer
  // larger than the L2 cache is written over; warm: not.
  std::vector<double> cold_ms, warm_ms;
  // A copy from device memory to device memory, of `copy_bytes` read and as many written, cold.
  std::uint64_t copy_bytes = 0;
  std::vector<double> copy_ms;
  // What the bound is ("cuBLAS 13.0 sgemm") and its times, cold; or why there is none.
  std::string bound_name;
  std::vector<double> bound_ms;
  std::string no_bound;
  Counts counts;                        // of one launch, cold
  std::optional<JobFailure> no_counts;  // why there are none although they were wanted
};

// What the process is asked, and what it answers (message.h).
enum class Question { list, run };
[[nodiscard]] std::string packed_question(Question question, const Job& job = {});
struct Asked {
  Question question = Question::list;
  Job job;
};
[[nodiscard]] tl::expected<Asked, std::string> unpacked_question(std::string_view bytes);

using GpuList = std::vector<GpuInfo>;
[[nodiscard]] std::string packed(const tl::expected<GpuList, JobFailure>& answer);
[[nodiscard]] std::string packed(const tl::expected<JobResult, JobFailure>& answer);
[[nodiscard]] tl::expected<GpuList, JobFailure> unpacked_list(std::string_view bytes);
[[nodiscard]] tl::expected<JobResult, JobFailure> unpacked_result(std::string_view bytes);

}  // namespace lanescope::device
