// The speed of emulation with every access analysed: parsing and decoding happen before, and the
// result is a report's counts. Times are not compared with fixed limits. They are shown next to the
// time to copy the same bytes once (`copy_of_the_arrays`, run_bench.cpp), and as warp instructions
// per second.

#include <benchmark/benchmark.h>

#include <fstream>
#include <string>
#include <vector>

#include "kernels/compile/compile.h"
#include "sim/report/collector.h"
#include "tests/emulation.h"

namespace lanescope {
namespace {

constexpr const char* kernels = R"(
// One thread an output, both operands from global memory.
__global__ void naive(float* C, const float* A, const float* B, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += A[row * n + k] * B[k * n + col];
  C[row * n + col] = sum;
}

// Tiles of TILE x TILE in shared memory.
__global__ void tiled(float* C, const float* A, const float* B, int n) {
  __shared__ float a[TILE][TILE];
  __shared__ float b[TILE][TILE];
  int col = blockIdx.x * TILE + threadIdx.x;
  int row = blockIdx.y * TILE + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n; t += TILE) {
    a[threadIdx.y][threadIdx.x] = A[row * n + t + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[(t + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

// Tiles of TILE x TILE, padded, by blocks of TILE x 8 threads.
__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
)";

// A kernel on n x n arrays; it writes the first of them.
class Launch {
 public:
  Launch(const std::string& kernel, std::uint32_t n, std::uint32_t tile) {
    const auto ptx = compile::to_ptx({"kernels.cu", kernels, {{"TILE", std::to_string(tile)}}});
    if (!ptx) {
      problem_ = ptx.error().summary;
      return;
    }
    program_ = *tests::program_of(ptx->text, kernel);
    std::vector<float> values(std::size_t{n} * n);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 7) - 3.0F;
    for (std::size_t i = 1; i < program_.parameters.size(); ++i) {
      arguments_.add_array("array", values);
    }
    arguments_.add_value(n);
    config_.grid = {n / tile, n / tile, 1};
    config_.block = {tile, kernel == "transpose" ? 8 : tile, 1};
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] std::uint64_t array_bytes() const {
    std::uint64_t bytes = 0;
    for (const exec::GlobalMemory::Array& array : arguments_.memory.arrays()) bytes += array.bytes;
    return bytes;
  }

  // Number of warp instructions executed; 0 if the run failed.
  std::uint64_t run(const CheckSet& checks) {
    exec::RunOptions options;
    options.checks = checks;
    std::vector<std::unique_ptr<report::Collector>> collectors;
    const std::uint32_t warps = config_.block[0] * config_.block[1] / 32;
    const auto result = exec::run(program_, config_, arguments_.bytes, arguments_.memory,
                                  tests::one_each(collectors, program_, 0, warps), options);
    if (!result || result->status != exec::RunStatus::completed) return 0;
    return result->counts.warp_instructions;
  }

 private:
  std::string problem_;
  exec::Program program_;
  exec::LaunchConfig config_;
  tests::Arguments arguments_;
};

// Peak memory of the process since the last call of start_of_peak().
double peak_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024.0;
  }
  return 0;
}
void start_of_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

void emulate(benchmark::State& state, const std::string& kernel, const CheckSet& checks) {
  Launch launch(kernel, static_cast<std::uint32_t>(state.range(0)),
                static_cast<std::uint32_t>(state.range(1)));
  if (!launch.problem().empty()) {
    state.SkipWithError(launch.problem().c_str());
    return;
  }
  start_of_peak();
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    const std::uint64_t executed = launch.run(checks);
    if (executed == 0) {
      state.SkipWithError("the run failed");
      return;
    }
    instructions += executed;
  }
  state.counters["warp_instructions/s"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
  state.counters["warp_instructions"] =
      benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kAvgIterations);
  // For the whole process, including the compiler.
  state.counters["MiB_beyond_arrays"] =
      peak_mib() - static_cast<double>(launch.array_bytes()) / (1024.0 * 1024.0);
}

// Only the _checked ones look for errors in the kernel; when off, the checks cost nothing.
void naive_product(benchmark::State& state) { emulate(state, "naive", CheckSet::none()); }
void naive_product_checked(benchmark::State& state) { emulate(state, "naive", CheckSet::all()); }
void tiled_product(benchmark::State& state) { emulate(state, "tiled", CheckSet::none()); }
void tiled_product_checked(benchmark::State& state) { emulate(state, "tiled", CheckSet::all()); }
void tiled_transpose(benchmark::State& state) { emulate(state, "transpose", CheckSet::none()); }
void tiled_transpose_checked(benchmark::State& state) {
  emulate(state, "transpose", CheckSet::all());
}

void times(benchmark::internal::Benchmark* benchmark) {
  benchmark->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
}
BENCHMARK(naive_product)->Args({512, 32})->Args({512, 16})->Apply(times);
BENCHMARK(naive_product_checked)->Args({512, 32})->Apply(times);
// From 256 to 2048, each size is eight times the work of the one before; the time grows in
// proportion.
BENCHMARK(tiled_product)
    ->Args({256, 32})
    ->Args({512, 32})
    ->Args({1024, 32})
    ->Args({2048, 32})
    ->Args({512, 16})
    ->Apply(times);
BENCHMARK(tiled_product_checked)->Args({512, 32})->Apply(times);
BENCHMARK(tiled_transpose)->Args({1024, 32})->Args({4096, 32})->Apply(times);
BENCHMARK(tiled_transpose_checked)->Args({4096, 32})->Apply(times);

}  // namespace
}  // namespace lanescope
