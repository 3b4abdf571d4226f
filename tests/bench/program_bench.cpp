// Whole programs by `lanescope run`. Each program takes the time of its own launches and prints it
// in microseconds, so that neither its compilation nor its start counts.

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels/compile/process.h"
#include "tests/built.h"
#include "tests/temporary_folder.h"

namespace lanescope::app {
namespace {

using Words = std::vector<std::string>;

// The program runs `body` once before it is timed: what the first launch of a kernel costs, its
// text read and decoded, is not a launch's.
std::string program_of(const std::string& body) {
  return R"(#include <chrono>
#include <cstdio>
__global__ void twice(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
__global__ void neighbours(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
}
int main() {
  float *a, *b;
  cudaMalloc(&a, 4 << 24);
  cudaMalloc(&b, 4 << 24);
  cudaMemset(a, 0, 4 << 24);
  cudaMemset(b, 0, 4 << 24);
  double microseconds = 0;
  for (int i = 0; i < 2; ++i) {
    const auto start = std::chrono::steady_clock::now();
    )" + body +
         R"(
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    microseconds = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  }
  std::printf("%f\n", microseconds);
}
)";
}

constexpr const char* small_launches = "for (int k = 0; k < 1000; ++k) twice<<<1, 32>>>(a);";
constexpr const char* large_launch = "twice<<<1 << 16, 256>>>(a);";
// As a solver does it: an array of 4 MiB changes from launch to launch.
constexpr const char* solver =
    "for (int k = 0; k < 10; ++k) {\n"
    "      neighbours<<<4096, 256>>>(a, b, 1 << 20);\n"
    "      neighbours<<<4096, 256>>>(b, a, 1 << 20);\n    }";

// Seconds that the program took for its launches; below 0: it failed.
double seconds_of(const tests::TemporaryFolder& folder, const Words& options) {
  Words words{"run"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back((folder.path() / "program.cu").string());
  const compile::ProcessResult ended =
      compile::run_process(tests::built("bin/lanescope"), words, "", std::chrono::minutes(5));
  if (ended.exit_status != 0) return -1;
  return std::strtod(ended.output.c_str(), nullptr) / 1e6;
}

void run_program(benchmark::State& state, const char* body, const Words& options = {}) {
  const tests::TemporaryFolder folder;
  folder.write("program.cu", program_of(body));
  for (auto _ : state) {
    const double seconds = seconds_of(folder, options);
    if (seconds < 0) return state.SkipWithError("the program failed");
    state.SetIterationTime(seconds);
  }
}

// How much longer the solver takes with every launch recorded: runs in turn, with and without.
void recording(benchmark::State& state) {
  const tests::TemporaryFolder folder;
  folder.write("program.cu", program_of(solver));
  double with = 0, without = 0;
  for (auto _ : state) {
    const double recorded = seconds_of(folder, {"-o", (folder.path() / "run.lanes").string()});
    const double plain = seconds_of(folder, {});
    if (recorded < 0 || plain < 0) return state.SkipWithError("the program failed");
    with += recorded;
    without += plain;
    state.SetIterationTime(recorded);
  }
  state.counters["times_without"] = with / without;
}

BENCHMARK_CAPTURE(run_program, thousand_small_launches, small_launches)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(5);
BENCHMARK_CAPTURE(run_program, one_line_of_2_to_24_threads, large_launch)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(3);
BENCHMARK_CAPTURE(run_program, one_line_of_2_to_24_threads_by_one_core, large_launch,
                  Words{"--threads", "1"})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(3);
BENCHMARK(recording)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(5);

}  // namespace
}  // namespace lanescope::app
