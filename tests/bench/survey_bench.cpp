// Time and memory of a survey of a whole launch, next to the time of an ordinary run of the same
// launch (`run`, milliseconds, in the same session).
#include <benchmark/benchmark.h>

#include <chrono>
#include <string>
#include <utility>

#include "app/session/survey/surveys.h"

namespace lanescope::app {
namespace {

RunRequest request_for(const std::string& lesson, const std::string& variant, std::int64_t n,
                       int threads) {
  RunRequest request;
  request.lesson = lesson;
  request.variant = variant;
  request.overrides = {{"N", n}};
  request.want_traces = false;
  request.want_hashes = false;
  request.checks = CheckSet::none();
  request.threads = threads;
  return request;
}

void survey_of(benchmark::State& state, const std::string& lesson, const std::string& variant,
               std::int64_t n, int threads) {
  const RunRequest request = request_for(lesson, variant, n, threads);
  double run_ms = 0;
  std::uint64_t bytes = 0;
  std::uint64_t requests = 0;
  for (auto _ : state) {
    const auto surveyed = survey_launch(request);
    if (!surveyed) return state.SkipWithError(surveyed.error().message.c_str());
    state.PauseTiming();
    bytes = (*surveyed)->survey.memory_bytes();
    requests = (*surveyed)->survey.total.requests;
    const auto start = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(run(request));
    run_ms +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    state.ResumeTiming();
  }
  state.counters["run_ms"] = benchmark::Counter(run_ms, benchmark::Counter::kAvgIterations);
  state.counters["MiB"] = static_cast<double>(bytes) / (1 << 20);
  state.counters["requests"] = static_cast<double>(requests);
}

BENCHMARK_CAPTURE(survey_of, copy_1024, "transpose", "copy", 1024, 0)->UseRealTime();
BENCHMARK_CAPTURE(survey_of, tile_1024, "transpose", "tile", 1024, 0)->UseRealTime();
BENCHMARK_CAPTURE(survey_of, tile_1024_one_thread, "transpose", "tile", 1024, 1)->UseRealTime();
BENCHMARK_CAPTURE(survey_of, swizzled_1024, "transpose", "swizzled", 1024, 0)->UseRealTime();
BENCHMARK_CAPTURE(survey_of, column_1024, "transpose", "coalesced-read", 1024, 0)->UseRealTime();
BENCHMARK_CAPTURE(survey_of, tile_4096, "transpose", "tile", 4096, 0)->UseRealTime();
BENCHMARK_CAPTURE(survey_of, matmul_naive_256, "matmul", "no-shared", 256, 0)->UseRealTime();
BENCHMARK_CAPTURE(survey_of, matmul_tiled_512, "matmul", "shared-ab", 512, 0)->UseRealTime();

}  // namespace
}  // namespace lanescope::app
