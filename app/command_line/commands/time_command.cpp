#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "app/command_line/shared_options.h"
#include "app/command_line/time_text.h"

namespace lanescope::app {
namespace {

// Checked before the measurement, which takes minutes.
bool can_be_written(const std::string& name) {
  const std::filesystem::path file(name);
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored))
    return !std::filesystem::is_directory(file, ignored) && ::access(name.c_str(), W_OK) == 0;
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

Result not_written(const std::string& name) {
  return failure(ExitCode::wrong_input, fmt::format("{}: can't be written", name));
}

class TimeCommand : public Command {
 public:
  TimeCommand()
      : Command("time", "Run kernels on the GPU: check them against the simulator, time them") {
    gpu_.add_to(*this);
    add("--budget MS", &budget_ms_,
        "Milliseconds to spend on each series of runs (cold, warm, copy)")
        .positive();
    add("--bounds", &bounds_, "Time CUB and cuBLAS, too, where a lesson names them as its bound");
    add("--counts", &counts_,
        "Read the GPU's counters, too, for --json; --record does so by itself");
    add("--record FILE.json", &record_, "Write the figures to this file, too");
    add_json(*this, json_, "lanescope.times/1");
  }

  Result run(const Screen& /*screen*/) override {
    GpuOptions options = gpu_.options();
    options.request.plan.budget_ms = budget_ms_;
    options.request.want_bound = bounds_;
    options.request.want_counts = counts_ || !record_.empty();
    if (!record_.empty() && !can_be_written(record_)) return not_written(record_);
    const auto results = measure_all(options);
    if (!results) return results.error();
    const std::vector<Measurement>& measurements = results->measurements;
    const std::string json = device::to_json(recording_of(measurements, today()));
    // Never replace the user's file with an empty one.
    if (!record_.empty() && !measurements.empty()) {
      std::ofstream file(record_, std::ios::binary);
      file << json;
      file.close();
      if (!file) return not_written(record_);
    }
    Result result = success(json_ ? json : time_text(measurements, results->failures));
    if (json_) {
      for (const std::string& line : results->failures) result.err += line + "\n";
    }
    if (!measurements.empty() && measurements.front().no_counts)
      result.err += measurements.front().no_counts->message + "\n";
    if (!results->are_good()) result.exit_code = static_cast<int>(ExitCode::finding);
    return result;
  }

 private:
  GpuGiven gpu_;
  double budget_ms_ = device::SamplingPlan{}.budget_ms;
  bool bounds_ = false, counts_ = false, json_ = false;
  std::string record_;
};

}  // namespace

std::unique_ptr<Command> make_time() { return std::make_unique<TimeCommand>(); }

}  // namespace lanescope::app
