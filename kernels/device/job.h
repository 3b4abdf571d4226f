// A launch on a GPU and its result, as exchanged between this program and the worker process
// (worker.h).
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
#include "sim/texture/texture.h"

namespace lanescope::device {

struct JobArgument {
  bool is_array = false;
  std::vector<std::uint8_t> bytes;  // an array's initial content, or the value
  // false: an array that is no parameter of the kernel; values point to it.
  bool is_parameter = true;
  std::vector<lesson::ArrayAddress> addresses = {};  // of arrays, in the value
  std::vector<lesson::TextureHandle> textures = {};  // in the value
};

// An array that the kernel sees as a texture or surface.
struct JobTexture {
  texture::Texture how;
  std::size_t array = 0;  // of the arguments that are arrays, counted from 0
};

// A __device__ or __constant__ variable, set before each launch.
struct JobSymbol {
  std::string name;                                  // in the PTX and the cubin
  std::vector<std::uint8_t> bytes;                   // from its start
  std::vector<lesson::TextureHandle> textures = {};  // in the bytes
};

// A launch of another kernel of the same code, before the job's own. Its arguments are no arrays.
struct EarlierJobLaunch {
  std::string kernel;  // as Job::kernel
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;
  std::vector<JobArgument> arguments;
};

struct Job {
  int device = 0;
  std::string kernel;  // its mangled name in the PTX and the cubin
  // Code for the device's architecture; PTX is used if that fails or is empty.
  std::vector<std::uint8_t> cubin;
  std::string ptx;
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;
  std::vector<JobArgument> arguments;
  std::vector<JobSymbol> symbols;
  std::vector<JobTexture> textures;
  // Once, before everything that is timed: what they leave in arrays and symbols is what each
  // launch of the job begins with.
  std::vector<EarlierJobLaunch> before;
  bool wants_times = true;  // in addition to the one launch for the arrays
  bool wants_counts = false;
  std::optional<lesson::Bound> bound;  // to be timed too
  SamplingPlan plan;                   // for each series
};

struct JobResult {
  GpuInfo gpu;
  GpuState state;
  bool from_cubin = false;  // false: the driver compiled the PTX
  // After the first launch, in order. Unchanged arrays are not sent back; run_on_gpu() fills them
  // in.
  std::vector<std::vector<std::uint8_t>> arrays;
  std::vector<bool> unchanged;
  std::uint32_t registers = 0;  // per thread
  std::uint32_t blocks_per_multiprocessor = 0;
  double first_ms = 0;
  // Milliseconds of each launch. The arrays are refilled before each. For cold launches, a buffer
  // larger than the L2 cache is then overwritten; for warm ones it is not.
  std::vector<double> cold_ms, warm_ms;
  // A copy within device memory, which reads and writes `copy_bytes` bytes; cold.
  std::uint64_t copy_bytes = 0;
  std::vector<double> copy_ms;
  // The bound's name ("cuBLAS 13.0 sgemm") and its cold times, or the reason why there is none.
  std::string bound_name;
  std::vector<double> bound_ms;
  std::string bound_failure;
  Counts counts;                             // of one cold launch
  std::optional<JobFailure> counts_failure;  // why requested counts are missing
};

// The question to the worker process and its answer (message.h).
enum class RequestKind { list, run };
[[nodiscard]] std::string packed_request(RequestKind kind, const Job& job = {});
struct WorkerRequest {
  RequestKind kind = RequestKind::list;
  Job job;
};
[[nodiscard]] tl::expected<WorkerRequest, std::string> unpacked_request(std::string_view bytes);

using GpuList = std::vector<GpuInfo>;
[[nodiscard]] std::string packed(const tl::expected<GpuList, JobFailure>& answer);
[[nodiscard]] std::string packed(const tl::expected<JobResult, JobFailure>& answer);
[[nodiscard]] tl::expected<GpuList, JobFailure> unpacked_list(std::string_view bytes);
[[nodiscard]] tl::expected<JobResult, JobFailure> unpacked_result(std::string_view bytes);

}  // namespace lanescope::device
