#include <fstream>

#include <fmt/format.h>

#include "app/command_line/commands.h"
#include "app/command_line/gpu_runs.h"
#include "app/command_line/time_text.h"

namespace lanescope::app {

Result time_command(const TimeOptions& options) {
  const auto results = measure_all(options.gpu);
  if (!results) return results.error();
  const std::vector<Measurement>& measurements = results->measurements;
  const std::string json = device::to_json(recording_of(measurements, today()));
  if (!options.record.empty()) {
    std::ofstream file(options.record, std::ios::binary);
    file << json;
    file.close();
    if (!file)
      return failure(ExitCode::wrong_input, fmt::format("{}: can't be written", options.record));
  }
  Result result = success(options.gpu.json ? json : time_text(measurements, results->failures));
  if (options.gpu.json) {
    for (const std::string& line : results->failures) result.err += line + "\n";
  }
  bool good = results->failures.empty();
  for (const Measurement& measurement : measurements) good = good && measurement.is_right();
  if (!good) result.exit_code = static_cast<int>(ExitCode::finding);
  return result;
}

}  // namespace lanescope::app
