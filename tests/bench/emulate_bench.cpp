// How fast kernels are emulated with every access analysed: parse and decode are done before, a
// report's counts come out. No time is compared with a fixed figure here; what a run takes is shown
// beside what moving the same bytes once takes (`copy_of_the_arrays`, run_bench.cpp) and as warp
// instructions a second.

#include <benchmark/benchmark.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "kernels/compile/compile.h"
#include "sim/exec/kernel_names.h"
#include "sim/exec/launch.h"
#include "sim/ptx/parser.h"
#include "sim/report/collector.h"

namespace lanescope {
namespace {

constexpr const char* matrix_products = R"(
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
)";

class Product {
 public:
  Product(const std::string& kernel, std::uint32_t n, std::uint32_t tile) : n_(n), tile_(tile) {
    const auto ptx =
        compile::to_ptx({"products.cu", matrix_products, {{"TILE", std::to_string(tile)}}});
    if (!ptx) {
      problem_ = ptx.error().summary;
      return;
    }
    const auto module = ptx::parse(ptx->text);
    program_ = std::make_unique<exec::Program>(
        *exec::decode(*module, *exec::find_kernel(*module, kernel)));
    const std::uint64_t bytes = std::uint64_t{n} * n * sizeof(float);
    for (const char* name : {"C", "A", "B"}) {
      if (!memory_.add(name, bytes)) problem_ = "no memory";
      exec::ArgumentBytes pointer(8);
      std::memcpy(pointer.data(), &memory_.arrays().back().address, 8);
      arguments_.push_back(std::move(pointer));
      auto* values = reinterpret_cast<float*>(memory_.arrays().back().data);
      for (std::uint64_t i = 0; i < std::uint64_t{n} * n; ++i)
        values[i] = static_cast<float>(i % 7) - 3.0F;
    }
    exec::ArgumentBytes size(4);
    std::memcpy(size.data(), &n, 4);
    arguments_.push_back(std::move(size));
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }

  // Warp instructions executed; 0 when the run failed.
  std::uint64_t run() {
    exec::LaunchConfig config;
    config.grid = {n_ / tile_, n_ / tile_, 1};
    config.block = {tile_, tile_, 1};
    std::vector<std::unique_ptr<report::Collector>> collectors;
    const auto result = exec::run(*program_, config, arguments_, memory_, [&]() -> exec::Observer* {
      collectors.push_back(std::make_unique<report::Collector>(*program_, 0, tile_ * tile_ / 32));
      return collectors.back().get();
    });
    if (!result || result->status != exec::RunStatus::completed) return 0;
    return result->counts.warp_instructions;
  }

 private:
  std::uint32_t n_;
  std::uint32_t tile_;
  std::string problem_;
  std::unique_ptr<exec::Program> program_;
  exec::GlobalMemory memory_;
  std::vector<exec::ArgumentBytes> arguments_;
};

void product(benchmark::State& state, const std::string& kernel) {
  Product product(kernel, static_cast<std::uint32_t>(state.range(0)),
                  static_cast<std::uint32_t>(state.range(1)));
  if (!product.problem().empty()) {
    state.SkipWithError(product.problem().c_str());
    return;
  }
  std::uint64_t instructions = 0;
  for (auto _ : state) {
    const std::uint64_t executed = product.run();
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
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void naive_product(benchmark::State& state) { product(state, "naive"); }
void tiled_product(benchmark::State& state) { product(state, "tiled"); }

BENCHMARK(naive_product)
    ->Args({512, 32})
    ->Args({512, 16})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
// Eight times the work from line to line: the time grows with it.
BENCHMARK(tiled_product)
    ->Args({256, 32})
    ->Args({512, 32})
    ->Args({1024, 32})
    ->Args({2048, 32})
    ->Args({512, 16})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace lanescope
