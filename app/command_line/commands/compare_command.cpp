#include "app/command_line/commands/compare_command.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/command_line/compare_text.h"
#include "app/session/compare/state_request.h"
#include "app/session/recordings.h"

namespace lanescope::app {
namespace {

tl::expected<OutcomePtr, Problem> run_side(const StateText& side, const CompareOptions& options) {
  const auto card = describe_lesson(side.state.lesson);
  if (!card) return tl::unexpected(card.error());
  RunRequest request = request_of(side.state, *card);
  request.kernel_file = side.kernel_file;
  request.want_traces = false;
  request.max_warp_instructions = options.max_warp_instructions;
  request.threads = options.threads;
  return run(request);
}

Result failed(const char* side, const Problem& problem) {
  return failure(problem.exit_code, std::string(side) + ": " + problem.message);
}

bool has_finding(const report::Report& report) {
  return !report.complete || std::ranges::any_of(report.diagnostics, [](const Diagnostic& each) {
    return each.severity == Severity::error;
  });
}

}  // namespace

Result compare_command(const CompareOptions& options) {
  const auto recording = recorded_times(options.recording);
  if (!recording) return failure(ExitCode::wrong_input, recording.error());
  const auto a = run_side(options.a, options);
  if (!a) return failed("A", a.error());
  const auto b = run_side(options.b, options);
  if (!b) return failed("B", b.error());

  ComparedRuns runs;
  runs.a = *a;
  runs.b = *b;
  runs.match = match_lines(runs.a->resolved.source_text, runs.b->resolved.source_text);
  runs.differences = differences_of(*runs.a, *runs.b, runs.match);
  runs.time_a = time_of(*runs.a, options.a.state.compiler, nullptr, recording->get());
  runs.time_b = time_of(*runs.b, options.b.state.compiler, nullptr, recording->get());
  runs.numbers = compared_numbers(*runs.a, *runs.b, runs.time_a, runs.time_b);

  const bool finding = has_finding(runs.a->report) || has_finding(runs.b->report);
  Result result;
  result.exit_code = static_cast<int>(finding ? ExitCode::finding : ExitCode::good);
  result.out =
      options.json
          ? compare_json(runs).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"
          : compare_text(runs);
  return result;
}

}  // namespace lanescope::app
