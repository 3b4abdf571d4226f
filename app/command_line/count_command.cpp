#include <map>

#include <fmt/format.h>

#include "app/command_line/commands.h"
#include "app/command_line/counts_text.h"

namespace lanescope::app {
namespace {

// Counters that can't be read are so for every launch.
std::optional<Result> why_no_counts(const GpuResults& results) {
  for (const Measurement& m : results.measurements) {
    if (m.no_counts) return failure(ExitCode::not_on_this_machine, m.no_counts->message);
  }
  return std::nullopt;
}

Result finished(std::string out, const GpuResults& results, bool json, bool good) {
  Result result = success(std::move(out));
  std::string& failures = json ? result.err : result.out;
  for (const std::string& line : results.failures) failures += line + "\n";
  for (const Measurement& m : results.measurements) good = good && m.is_right();
  if (!good || !results.failures.empty()) result.exit_code = static_cast<int>(ExitCode::finding);
  return result;
}

tl::expected<GpuResults, Result> counted(GpuOptions options) {
  options.request.want_times = false;
  options.request.want_counts = true;
  auto results = measure_all(options);
  if (!results) return results;
  if (auto problem = why_no_counts(*results)) return tl::unexpected(std::move(*problem));
  return results;
}

}  // namespace

Result count_command(const GpuOptions& options) {
  const auto results = counted(options);
  if (!results) return results.error();
  std::string out = options.json ? counts_json(results->measurements).dump(2) + "\n"
                                 : counts_text(results->measurements);
  return finished(std::move(out), *results, options.json, true);
}

Result validate_command(const GpuOptions& options) {
  auto results = counted(options);
  if (!results) return results.error();
  std::vector<Validation> validations;
  std::map<std::string, std::vector<lesson::KnownDifference>> known;
  for (const Measurement& m : results->measurements) {
    const std::string& id = m.resolved.lesson_id;
    if (!known.contains(id)) {
      // By the name that the user gave, which may be a path.
      const std::string& asked = options.request.run.lesson;
      const auto lesson = lesson::find(asked.empty() ? id : asked);
      if (lesson) known[id] = lesson->differences();
      for (const std::string& name : unknown_counters(known[id])) {
        results->failures.push_back(fmt::format(
            "{}: differences: there is no counter '{}'; `lanescope count` shows their names", id,
            name));
      }
    }
    validations.push_back({&m, compare_counts(m.model, m.counts, m.resolved.variant, known[id])});
  }
  std::string out =
      options.json ? validation_json(validations).dump(2) + "\n" : validation_text(validations);
  return finished(std::move(out), *results, options.json, sums_of(validations).different == 0);
}

}  // namespace lanescope::app
