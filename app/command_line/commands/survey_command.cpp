#include "app/command_line/commands/survey_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <future>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/sim_parts.h"

namespace lanescope::app {
namespace {

// Shows progress on a terminal line that is overwritten.
tl::expected<SurveyedPtr, Problem> survey_and_tell(const SurveyOptions& options) {
  if (::isatty(STDERR_FILENO) != 1) return survey_launch(options.request, options.limits);
  Progress progress;
  auto going_on = std::async(std::launch::async, [&] {
    return survey_launch(options.request, options.limits, &progress);
  });
  while (going_on.wait_for(std::chrono::milliseconds(200)) != std::future_status::ready) {
    fmt::print(stderr, "\r\x1b[K{} of {} blocks", progress.blocks_done.load(),
               progress.blocks_total.load());
    std::fflush(stderr);
  }
  fmt::print(stderr, "\r\x1b[K");
  return going_on.get();
}

bool has_errors(const report::Report& report) {
  return std::ranges::any_of(report.diagnostics, [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::error;
  });
}

}  // namespace

Result survey_command(const SurveyOptions& options) {
  const auto surveyed = survey_and_tell(options);
  if (!surveyed) return failure(surveyed.error().exit_code, surveyed.error().message);
  const report::Report& report = (*surveyed)->outcome->report;
  Result result;
  if (has_errors(report) || !report.complete)
    result.exit_code = static_cast<int>(ExitCode::finding);
  if (options.json) {
    result.out =
        survey_json(**surveyed).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
        "\n";
    return result;
  }
  if (!options.csv) {
    result.out = survey_text(**surveyed);
    return result;
  }
  const std::shared_ptr<const survey::Survey> survey(*surveyed, &(*surveyed)->survey);
  const Table table = survey_table(survey, *options.csv);
  result.out = csv_of(table);
  if (!table.missing.empty()) result.err = table.missing + "\n";
  result.err += diagnostics_text(report);
  return result;
}

}  // namespace lanescope::app
