// The time of a run after PAD changes, by stage: the transpose tile, with every element emulated
// and every access analysed. The stages are counters (milliseconds) next to the time of the whole
// run. For comparison in the same session, `copy_of_the_arrays` moves the same two arrays once with
// memcpy.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

#include "app/session/run/run.h"
#include "sim/exec/state/unobserved.h"
#include "tests/emulation.h"
#include "viz/picture/access/stage.h"
#include "viz/picture/core/style.h"
#include "viz/picture/kernel/code.h"
#include "viz/picture/kernel/counts.h"
#include "viz/picture/kernel/strip.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

RunRequest tile(std::int64_t n, std::int64_t pad) {
  RunRequest request;
  request.lesson = "transpose";
  request.variant = "tile";
  request.overrides = {{"N", n}, {"PAD", pad}};
  request.want_hashes = false;  // as in the window
  return request;
}

// Builds the draw lists of a 1600 x 900 window for that outcome. Milliseconds.
double build_pictures(const Outcome& outcome) {
  static const text::Texts texts("en");
  picture::Style style;
  style.texts = &texts;
  style.measure = &picture::typical_text_width;
  const auto start = std::chrono::steady_clock::now();
  const report::WarpTrace& trace = outcome.report.traces.front();
  picture::StageInput stage;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    if (trace.events[i].cost >= trace.events[chosen].cost) chosen = i;
  }
  stage.access = trace.events[chosen].access;
  stage.arrays = outcome.report.arrays;
  stage.shared = picture::shared_use(outcome.report);
  benchmark::DoNotOptimize(picture::build_stage(stage, style, 1000, 600));
  benchmark::DoNotOptimize(picture::build_strip({&trace, chosen}, style, 560, 160));
  benchmark::DoNotOptimize(picture::build_code(
      {outcome.resolved.source_text, "", &outcome.report, 16, 1, {}}, style, 560, 440));
  benchmark::DoNotOptimize(
      picture::build_counts({&outcome.report, trace.events[chosen].site}, style, 560, 180));
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

// The same launch with an observer that does nothing: the time of emulation without computing and
// counting costs. Milliseconds. The arrays hold zeros here, which does not change the transposes'
// control flow and addresses.
double emulate_alone(const Outcome& outcome) {
  const lesson::Resolved& resolved = outcome.resolved;
  const auto program = tests::program_of(outcome.ptx.text, resolved.kernel);
  tests::Arguments arguments;
  for (const lesson::Argument& argument : resolved.args) {
    if (argument.is_array) {
      const auto array =
          arguments.add_array(argument.name, argument.count * lesson::bytes_of(argument.type));
      std::fill(array.begin(), array.end(), std::byte{0});  // touched, as the real arrays are
    } else {
      arguments.bytes.push_back(argument.value);
    }
  }
  exec::LaunchConfig config;
  for (std::size_t i = 0; i < 3; ++i) {
    config.grid[i] = static_cast<std::uint32_t>(resolved.grid[i]);
    config.block[i] = static_cast<std::uint32_t>(resolved.block[i]);
  }
  std::vector<std::unique_ptr<exec::Unobserved>> observers;
  exec::RunOptions options;
  options.checks = outcome.request.checks;
  const auto start = std::chrono::steady_clock::now();
  const auto result = exec::run(*program, config, arguments.bytes, arguments.memory,
                                tests::one_each(observers), options);
  benchmark::DoNotOptimize(result);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

class Stages {
 public:
  void add(const StageTimes& times, double emulate_alone_ms, double pictures_ms) {
    const double values[] = {times.load,    times.compile,    times.parse,
                             times.prepare, emulate_alone_ms, times.emulate - emulate_alone_ms,
                             times.report,  pictures_ms};
    for (std::size_t i = 0; i < std::size(values); ++i) sums_[i] += values[i];
  }
  void show(benchmark::State& state) const {
    constexpr const char* names[] = {"1_load_ms",    "2_compile_ms", "3_parse_ms",  "4_prepare_ms",
                                     "5_emulate_ms", "6_analyse_ms", "7_report_ms", "8_scene_ms"};
    for (std::size_t i = 0; i < std::size(names); ++i)
      state.counters[names[i]] = benchmark::Counter(sums_[i], benchmark::Counter::kAvgIterations);
  }

 private:
  double sums_[8] = {};
};

void flip(benchmark::State& state, compile::Compiler compiler, bool cached) {
  const std::int64_t n = state.range(0);
  std::int64_t pad = 0;
  Stages stages;
  for (auto _ : state) {
    pad = 1 - pad;
    if (!cached) compile::clear_cache();
    RunRequest request = tile(n, pad);
    request.compiler = compiler;
    const auto outcome = run(request);
    if (!outcome) {
      state.SkipWithError(outcome.error().message.c_str());
      return;
    }
    const double pictures_ms = build_pictures(**outcome);
    state.PauseTiming();
    stages.add((*outcome)->times, emulate_alone(**outcome), pictures_ms);
    state.ResumeTiming();
  }
  stages.show(state);
}

void flip_pad_cached(benchmark::State& state) { flip(state, compile::Compiler::automatic, true); }
void flip_pad_nvrtc(benchmark::State& state) { flip(state, compile::Compiler::nvrtc, false); }
void flip_pad_clang(benchmark::State& state) { flip(state, compile::Compiler::clang, false); }

void copy_of_the_arrays(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0) * state.range(0));
  const std::vector<float> from(count, 1.0F);
  std::vector<float> to(count);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), count * sizeof(float));
    benchmark::ClobberMemory();
  }
}

BENCHMARK(copy_of_the_arrays)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(flip_pad_cached)->Arg(1024)->Arg(4096)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(flip_pad_nvrtc)->Arg(1024)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(flip_pad_clang)->Arg(1024)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace lanescope::app
