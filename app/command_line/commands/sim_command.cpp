#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command_line/commands.h"
#include "app/command_line/sim_json.h"
#include "app/command_line/sim_text.h"

namespace lanescope::app {
namespace {

// A kernel that fails is reported up to the failure, and is a finding.
ExitCode exit_code_of(const report::Report& report) {
  const bool error = std::ranges::any_of(report.diagnostics, [](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::error;
  });
  return error || !report.complete ? ExitCode::finding : ExitCode::good;
}

std::string compiler_warnings(const Outcome& outcome) {
  std::string text;
  for (const compile::Message& warning : outcome.ptx.warnings) text += warning.formatted() + "\n";
  return text;
}

Result run_one(const SimOptions& options) {
  const auto outcome = run(options.request);
  if (!outcome) return failure(outcome.error());
  return {
      static_cast<int>(exit_code_of((*outcome)->report)),
      options.json
          ? sim_json(**outcome).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"
          : sim_text(**outcome),
      compiler_warnings(**outcome)};
}

Result run_both(const SimOptions& options, const lesson::Values& against) {
  RunRequest request = options.request;
  request.want_hashes = false;  // not compared
  const auto first = run(request);
  if (!first) return failure(first.error());
  RunRequest other = request;
  for (const auto& [name, value] : against) other.overrides[name] = value;
  const auto second = run(other);
  if (!second) return failure(second.error());
  const ExitCode worse = std::max(exit_code_of((*first)->report), exit_code_of((*second)->report));
  return {static_cast<int>(worse), comparison_text(**first, **second), compiler_warnings(**first)};
}

}  // namespace

Result sim_command(const SimOptions& options) {
  return options.against ? run_both(options, *options.against) : run_one(options);
}

}  // namespace lanescope::app
