#include <fmt/format.h>

#include "app/command_line/shared_options.h"
#include "app/command_line/time_text.h"
#include "app/session/files/write_file.h"

namespace lanescope::app {
namespace {

// Checked before the measurement, which takes minutes.
Result not_written(const std::string& name) {
  return wrong_input(fmt::format("{}: can't be written", name));
}

struct TimeCommand : Command {
  TimeCommand()
      : Command("time", "Run kernels on the GPU, check them against the simulator and time them") {
    gpu.add_to(*this);
    add("--budget MS", &budget_ms,
        "Milliseconds to spend on each series of runs (cold, warm, copy)")
        .positive();
    add("--bounds", &bounds, "Also time CUB or cuBLAS where a lesson names it as its bound");
    add("--counts", &counts, "Also read the GPU's counters, for --json; --record always does");
    add("--record FILE.json", &record, "Also write the results to this file");
    add_json("lanescope.times/1");
  }

  Result run(const Screen& /*screen*/) override {
    GpuOptions options = gpu.options();
    options.request.plan.budget_ms = budget_ms;
    options.request.want_bound = bounds;
    options.request.want_counts = counts || !record.empty();
    if (!record.empty() && !can_write_file(record)) return not_written(record);
    const auto results = measure_all(options);
    if (!results) return results.error();
    const std::vector<Measurement>& measurements = results->measurements;
    const std::string recording = device::to_json(recording_of(measurements, today()));
    // Never replace the user's file with an empty one.
    if (!record.empty() && !measurements.empty()) {
      if (const auto written = write_file(record, recording); !written)
        return wrong_input(written.error());
    }
    Result result = finished(json ? recording : time_text(measurements), *results, json);
    if (!measurements.empty() && measurements.front().counts_failure)
      result.err += measurements.front().counts_failure->message + "\n";
    return result;
  }

  GpuArguments gpu;
  double budget_ms = device::SamplingPlan{}.budget_ms;
  bool bounds = false, counts = false;
  std::string record;
};

}  // namespace

std::unique_ptr<Command> make_time() { return std::make_unique<TimeCommand>(); }

}  // namespace lanescope::app
