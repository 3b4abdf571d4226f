#include "app/command_line/compare_text.h"
#include "app/command_line/shared_options.h"
#include "app/command_line/sim_parts.h"
#include "app/session/files/recordings.h"
#include "app/session/state.h"
#include "app/session/state_text.h"

namespace lanescope::app {
namespace {

struct CompareCommand : Command {
  CompareCommand()
      : Command("compare", "Run two states of a lesson and show their counts side by side") {
    state.add_to(*this);
    add("--a STATE", &a,
        "State A: any of variant=NAME, PARAMETER=NUMBER, machine=ID, compiler=NAME, lesson=NAME, "
        "kernel=FILE.cu, separated by commas")
        .required();
    add("--b STATE", &b, "State B: as for A").required();
    add_recording(*this, recording);
    add_max_instructions(*this, max_instructions, "Stop each run after so many warp instructions");
    add_threads(*this, threads);
    add_json("lanescope.compare/1");
  }

  Result run(const Screen& /*screen*/) override {
    State common;
    state.fill(common);
    const StateText side_a = checked(state_from(a, common), "--a");
    const StateText side_b = checked(state_from(b, common), "--b");
    const auto recorded = recorded_times(recording);
    if (!recorded) return wrong_input(recorded.error());
    const auto both = run_both(request_for(side_a), request_for(side_b), true);
    if (!both) return failure(both.error());
    ComparedRuns runs = *both;
    runs.match = match_lines(runs.a->resolved.source_text, runs.b->resolved.source_text);
    runs.differences = differences_of(*runs.a, *runs.b, runs.match);
    runs.time_a = time_of(*runs.a, side_a.state.compiler, nullptr, recorded->get());
    runs.time_b = time_of(*runs.b, side_b.state.compiler, nullptr, recorded->get());
    runs.numbers = compared_numbers(*runs.a, *runs.b, runs.time_a, runs.time_b);

    return {runs.exit_code(), json ? compare_json(runs) : compare_text(runs), {}};
  }

  [[nodiscard]] tl::expected<RunRequest, Problem> request_for(const StateText& side) const {
    const auto card = describe_lesson(side.state.lesson);
    if (!card) return tl::unexpected(card.error());
    RunRequest request = request_of(side.state, *card);
    request.kernel_file = side.kernel_file;
    request.want_traces = false;
    request.max_warp_instructions = max_instructions;
    request.threads = threads;
    return request;
  }

  StateOptions state;
  std::string a, b, recording;
  std::uint64_t max_instructions = RunRequest{}.max_warp_instructions;
  int threads = 0;
};

}  // namespace

std::unique_ptr<Command> make_compare() { return std::make_unique<CompareCommand>(); }

}  // namespace lanescope::app
