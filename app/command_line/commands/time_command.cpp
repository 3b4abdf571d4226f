#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "app/command_line/commands.h"
#include "app/command_line/gpu_runs.h"
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

}  // namespace

Result time_command(const TimeOptions& options) {
  if (!options.record.empty() && !can_be_written(options.record))
    return not_written(options.record);
  const auto results = measure_all(options.gpu);
  if (!results) return results.error();
  const std::vector<Measurement>& measurements = results->measurements;
  const std::string json = device::to_json(recording_of(measurements, today()));
  // Never replace the user's file with an empty one.
  if (!options.record.empty() && !measurements.empty()) {
    std::ofstream file(options.record, std::ios::binary);
    file << json;
    file.close();
    if (!file) return not_written(options.record);
  }
  Result result = success(options.gpu.json ? json : time_text(measurements, results->failures));
  if (options.gpu.json) {
    for (const std::string& line : results->failures) result.err += line + "\n";
  }
  if (!measurements.empty() && measurements.front().no_counts)
    result.err += measurements.front().no_counts->message + "\n";
  bool good = results->failures.empty();
  for (const Measurement& measurement : measurements) good = good && measurement.is_right();
  if (!good) result.exit_code = static_cast<int>(ExitCode::finding);
  return result;
}

}  // namespace lanescope::app
