#include <algorithm>

#include "app/command_line/compare_text.h"
#include "app/command_line/shared_options.h"
#include "app/session/compare/state_request.h"
#include "app/session/compare/state_text.h"
#include "app/session/recordings.h"

namespace lanescope::app {
namespace {

Result failed(const char* side, const Problem& problem) {
  return failure(problem.exit_code, std::string(side) + ": " + problem.message);
}

bool has_finding(const report::Report& report) {
  return !report.complete || std::ranges::any_of(report.diagnostics, [](const Diagnostic& each) {
    return each.severity == Severity::error;
  });
}

class CompareCommand : public Command {
 public:
  CompareCommand()
      : Command("compare", "Run two states of a lesson and set their counts side by side") {
    state_.add_to(*this);
    state_.add_machine_to(*this);
    add("--a STATE", &a_,
        "What tells A apart: any of variant=NAME, PARAMETER=NUMBER, machine=ID, "
        "compiler=NAME, lesson=NAME, kernel=FILE.cu, separated by commas")
        .required();
    add("--b STATE", &b_, "The same of B").required();
    add_recording(*this, recording_);
    add_max_instructions(*this, max_instructions_, "Stop each after so many instructions of warps");
    add_threads(*this, threads_);
    add_json(*this, json_, "lanescope.compare/1");
  }

  // A finding in either kernel is a finding.
  Result run(const Screen& /*screen*/) override {
    State common;
    state_.read(common);
    const StateText side_a = checked(state_from(a_, common), "--a");
    const StateText side_b = checked(state_from(b_, common), "--b");
    const auto recording = recorded_times(recording_);
    if (!recording) return failure(ExitCode::wrong_input, recording.error());
    const auto a = outcome_of(side_a);
    if (!a) return failed("A", a.error());
    const auto b = outcome_of(side_b);
    if (!b) return failed("B", b.error());

    ComparedRuns runs;
    runs.a = *a;
    runs.b = *b;
    runs.match = match_lines(runs.a->resolved.source_text, runs.b->resolved.source_text);
    runs.differences = differences_of(*runs.a, *runs.b, runs.match);
    runs.time_a = time_of(*runs.a, side_a.state.compiler, nullptr, recording->get());
    runs.time_b = time_of(*runs.b, side_b.state.compiler, nullptr, recording->get());
    runs.numbers = compared_numbers(*runs.a, *runs.b, runs.time_a, runs.time_b);

    const bool finding = has_finding(runs.a->report) || has_finding(runs.b->report);
    Result result = success(json_ ? compare_json(runs) : compare_text(runs));
    if (finding) result.exit_code = static_cast<int>(ExitCode::finding);
    return result;
  }

 private:
  [[nodiscard]] tl::expected<OutcomePtr, Problem> outcome_of(const StateText& side) const {
    const auto card = describe_lesson(side.state.lesson);
    if (!card) return tl::unexpected(card.error());
    RunRequest request = request_of(side.state, *card);
    request.kernel_file = side.kernel_file;
    request.want_traces = false;
    request.max_warp_instructions = max_instructions_;
    request.threads = threads_;
    return app::run(request);
  }

  StateOptions state_;
  std::string a_, b_, recording_;
  std::uint64_t max_instructions_ = RunRequest{}.max_warp_instructions;
  int threads_ = 0;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_compare() { return std::make_unique<CompareCommand>(); }

}  // namespace lanescope::app
