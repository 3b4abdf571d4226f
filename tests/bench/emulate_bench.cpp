// The speed of emulation with every access analysed: parsing and decoding happen before, and the
// result is a report's counts. Times are not compared with fixed limits. They are shown next to the
// time to copy the same bytes once (`copy_of_the_arrays`, run_bench.cpp), and as warp instructions
// per second.

#include <benchmark/benchmark.h>

#include <fstream>
#include <string>
#include <utility>
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

// One thread an element: what a launch of many threads costs.
__global__ void one_line(float* out, const float* in, int n) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 2 * in[blockIdx.x * blockDim.x + threadIdx.x];
}
)";

// Kinds of kernels whose accesses and instructions the checks look at lane by lane. Blocks of one
// kernel do the same work on tiles of their own; n is the number of elements of each array.
constexpr const char* kernel_kinds = R"(
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

// A product of 16 x 16 tiles, which the next pair of tiles is copied beside.
__global__ void copy_pipeline(float* C, const float* A, const float* B, int n) {
  __shared__ float a[2][16][16];
  __shared__ float b[2][16][16];
  int x = threadIdx.x, y = threadIdx.y;
  int at = (blockIdx.x * 256 + y * 16 + x) % n;
  float sum = 0;
  __pipeline_memcpy_async(&a[0][y][x], A + at, 4);
  __pipeline_memcpy_async(&b[0][y][x], B + at, 4);
  __pipeline_commit();
  for (int t = 0; t < 16; ++t) {
    int next = (at + (t + 1) * 256) % n;
    __pipeline_memcpy_async(&a[(t + 1) % 2][y][x], A + next, 4);
    __pipeline_memcpy_async(&b[(t + 1) % 2][y][x], B + next, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += a[t % 2][y][k] * b[t % 2][k][x];
    __syncthreads();
  }
  C[at] = sum;
}

__device__ unsigned long long arrive(unsigned bar) {
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(bar) : "memory");
  return state;
}
__device__ void wait(unsigned bar, unsigned long long state) {
  asm volatile(
      "{ .reg .pred p;\n"
      "again: mbarrier.test_wait.shared.b64 p, [%0], %1;\n"
      "@!p bra again; }"
      :: "r"(bar), "l"(state) : "memory");
}

// The same product; an mbarrier in place of __syncthreads.
__global__ void mbarrier_product(float* C, const float* A, const float* B, int n) {
  __shared__ float a[16][16];
  __shared__ float b[16][16];
  __shared__ unsigned long long barrier;
  unsigned bar = (unsigned)__cvta_generic_to_shared(&barrier);
  int x = threadIdx.x, y = threadIdx.y;
  if (x == 0 && y == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(bar), "r"(256) : "memory");
  __syncthreads();
  int at = (blockIdx.x * 256 + y * 16 + x) % n;
  float sum = 0;
  for (int t = 0; t < 16; ++t) {
    int from = (at + t * 256) % n;
    a[y][x] = A[from];
    b[y][x] = B[from];
    wait(bar, arrive(bar));
    for (int k = 0; k < 16; ++k) sum += a[y][k] * b[k][x];
    wait(bar, arrive(bar));
  }
  C[at] = sum;
}

// Counts bytes in shared memory, then adds the counts to those of the grid.
__global__ void byte_histogram(unsigned* counts, const unsigned char* in, int n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < 64; ++i)
    atomicAdd(&own[in[(blockIdx.x * 64 + i) * 256 + threadIdx.x]], 1u);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

// One warp a head, rows of 32 numbers: scores of a tile, running maximum and sum, weighted values.
__global__ void flash_attention(float* O, const float* K, const float* Q, int n) {
  __shared__ float q[32 * 32], k[32 * 32], v[32 * 32], s[32 * 32];
  int t = threadIdx.x;
  int head = blockIdx.x * 1024 % n;
  for (int x = 0; x < 32; ++x) q[t * 32 + x] = Q[head + t * 32 + x];
  float most = -1e30f, total = 0;
  for (int j = 0; j < 4; ++j) {
    int tile = (head + j * 1024) % n;
    for (int x = 0; x < 32; ++x) {
      k[t * 32 + x] = K[tile + t * 32 + x];
      v[t * 32 + x] = Q[tile + t * 32 + x];
    }
    __syncthreads();
    float row_most = -1e30f;
    for (int y = 0; y < 32; ++y) {
      float sum = 0;
      for (int x = 0; x < 32; ++x) sum += q[t * 32 + x] * k[y * 32 + x];
      s[t * 32 + y] = sum;
      row_most = sum > row_most ? sum : row_most;
    }
    float row_sum = 0;
    for (int y = 0; y < 32; ++y) {
      s[t * 32 + y] = __expf(s[t * 32 + y] - row_most);
      row_sum += s[t * 32 + y];
    }
    float next = most > row_most ? most : row_most;
    float scale = __expf(most - next), weight = __expf(row_most - next);
    float next_total = scale * total + weight * row_sum;
    for (int x = 0; x < 32; ++x) {
      float pv = 0;
      for (int y = 0; y < 32; ++y) pv += s[t * 32 + y] * v[y * 32 + x];
      O[head + t * 32 + x] =
          (total * scale * O[head + t * 32 + x] + weight * pv) / next_total;
    }
    most = next;
    total = next_total;
    __syncthreads();
  }
}

__global__ void bitonic_sort(int* out, const int* in, int n) {
  __shared__ int values[512];
  int base = blockIdx.x * 512 % n;
  int t = threadIdx.x;
  values[t] = in[base + t];
  values[t + 256] = in[base + t + 256];
  for (int size = 2; size <= 512; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (stride - 1));
      int a = values[i], b = values[i + stride];
      if ((a > b) == ((i & size) == 0)) {
        values[i] = b;
        values[i + stride] = a;
      }
    }
  }
  __syncthreads();
  out[base + t] = values[t];
  out[base + t + 256] = values[t + 256];
}

__global__ void half2_arithmetic(__half2* out, const __half2* in, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) % n;
  __half2 x = in[i], sum = __float2half2_rn(0.25f);
  for (int k = 0; k < 64; ++k) {
    sum = __hfma2(sum, x, x);
    sum = __hmul2(sum, __hadd2(x, sum));
  }
  out[i] = sum;
}
)";

// A kernel on arrays; it writes the first of them.
class Launch {
 public:
  // On n x n arrays, by blocks of a tile each.
  Launch(const std::string& kernel, std::uint32_t n, std::uint32_t tile) {
    if (!compile(kernel, kernels, {{"TILE", std::to_string(tile)}})) return;
    std::vector<float> values(std::size_t{n} * n);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 7) - 3.0F;
    add_arrays(values);
    arguments_.add_value(n);
    config_.grid = {n / tile, n / tile, 1};
    config_.block = {tile, kernel == "transpose" ? 8 : tile, 1};
  }
  // On arrays of n words, by `blocks` blocks. As integers and bytes the words are random. Else, as
  // floats and halves, they are near 1/2, and so as ordinary as their products and sums.
  Launch(const std::string& kernel, const char* text, std::uint32_t blocks, const exec::Dim3& block,
         std::uint32_t n, bool integers) {
    if (!compile(kernel, text, {{"TILE", "32"}})) return;
    std::vector<std::uint32_t> values(n);
    std::uint32_t state = 1;
    for (std::uint32_t& value : values) {
      state = state * 1664525U + 1013904223U;
      value = integers ? state >> 16 | state << 16 : 0x3800'3800U | (state >> 8 & 0x01ff'01ffU);
    }
    add_arrays(values);
    arguments_.add_value(n);
    config_.grid = {blocks, 1, 1};
    config_.block = block;
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
  bool compile(const std::string& kernel, const char* text,
               const std::vector<std::pair<std::string, std::string>>& defines) {
    const auto ptx = compile::to_ptx({"kernels.cu", text, defines});
    if (!ptx) {
      problem_ = ptx.error().summary;
      return false;
    }
    program_ = *tests::program_of(ptx->text, kernel);
    return true;
  }
  template <class T>
  void add_arrays(const std::vector<T>& values) {
    for (std::size_t i = 1; i < program_.parameters.size(); ++i)
      arguments_.add_array("array", values);
  }

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

void emulate(benchmark::State& state, Launch& launch, const CheckSet& checks) {
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

void emulate(benchmark::State& state, const std::string& kernel, const CheckSet& checks) {
  Launch launch(kernel, static_cast<std::uint32_t>(state.range(0)),
                static_cast<std::uint32_t>(state.range(1)));
  emulate(state, launch, checks);
}

// The checks that an argument stands for. 0: none, 1: all, 2: all but the races in global memory.
CheckSet checks_of(std::int64_t argument) {
  if (argument == 0) return CheckSet::none();
  CheckSet checks = CheckSet::all();
  if (argument == 2) checks.set(DiagnosticKind::global_race, false);
  return checks;
}

// One of `kernel_kinds`. The argument: checks_of().
void emulate_kind(benchmark::State& state, const std::string& kernel, std::uint32_t blocks,
                  const exec::Dim3& block, bool integers = false) {
  Launch launch(kernel, kernel_kinds, blocks, block, 1U << 18, integers);
  emulate(state, launch, checks_of(state.range(0)));
}

// Only the _checked ones look for errors in the kernel; when off, the checks cost nothing.
void naive_product(benchmark::State& state) { emulate(state, "naive", CheckSet::none()); }
void naive_product_checked(benchmark::State& state) {
  emulate(state, "naive", checks_of(state.range(2)));
}
void tiled_product(benchmark::State& state) { emulate(state, "tiled", CheckSet::none()); }
void tiled_product_checked(benchmark::State& state) {
  emulate(state, "tiled", checks_of(state.range(2)));
}
void tiled_transpose(benchmark::State& state) { emulate(state, "transpose", CheckSet::none()); }
void tiled_transpose_checked(benchmark::State& state) {
  emulate(state, "transpose", checks_of(state.range(2)));
}

void one_line_2_to_24(benchmark::State& state) {
  Launch launch("one_line", kernels, 1U << 16, {256, 1, 1}, 1U << 24, false);
  emulate(state, launch, checks_of(state.range(0)));
}
void copy_pipeline(benchmark::State& state) {
  emulate_kind(state, "copy_pipeline", 1024, {16, 16, 1});
}
void mbarrier_product(benchmark::State& state) {
  emulate_kind(state, "mbarrier_product", 1024, {16, 16, 1});
}
void byte_histogram(benchmark::State& state) {
  emulate_kind(state, "byte_histogram", 64, {256, 1, 1}, true);
}
void flash_attention(benchmark::State& state) {
  emulate_kind(state, "flash_attention", 64, {32, 1, 1});
}
void bitonic_sort(benchmark::State& state) {
  emulate_kind(state, "bitonic_sort", 512, {256, 1, 1}, true);
}
void half2_arithmetic(benchmark::State& state) {
  emulate_kind(state, "half2_arithmetic", 1024, {256, 1, 1});
}

void times(benchmark::internal::Benchmark* benchmark) {
  benchmark->Unit(benchmark::kMillisecond)->MeasureProcessCPUTime()->UseRealTime();
}
BENCHMARK(naive_product)->Args({512, 32})->Args({512, 16})->Apply(times);
BENCHMARK(naive_product_checked)->Args({512, 32, 1})->Args({512, 32, 2})->Apply(times);
// From 256 to 2048, each size is eight times the work of the one before; the time grows in
// proportion.
BENCHMARK(tiled_product)
    ->Args({256, 32})
    ->Args({512, 32})
    ->Args({1024, 32})
    ->Args({2048, 32})
    ->Args({512, 16})
    ->Apply(times);
BENCHMARK(tiled_product_checked)->Args({512, 32, 1})->Args({512, 32, 2})->Apply(times);
BENCHMARK(tiled_transpose)->Args({1024, 32})->Args({4096, 32})->Apply(times);
BENCHMARK(tiled_transpose_checked)->Args({4096, 32, 1})->Args({4096, 32, 2})->Apply(times);
BENCHMARK(one_line_2_to_24)->Arg(0)->Arg(1)->Arg(2)->Apply(times);
BENCHMARK(copy_pipeline)->Arg(0)->Arg(1)->Apply(times);
BENCHMARK(mbarrier_product)->Arg(0)->Arg(1)->Apply(times);
BENCHMARK(byte_histogram)->Arg(0)->Arg(1)->Apply(times);
BENCHMARK(flash_attention)->Arg(0)->Arg(1)->Apply(times);
BENCHMARK(bitonic_sort)->Arg(0)->Arg(1)->Apply(times);
BENCHMARK(half2_arithmetic)->Arg(0)->Arg(1)->Apply(times);

}  // namespace
}  // namespace lanescope
