#include "app/command_line/compare_text.h"
#include "app/command_line/shared_options.h"
#include "app/command_line/sim_parts.h"
#include "app/command_line/sim_text.h"

namespace lanescope::app {
namespace {

std::string compiler_warnings(const Outcome& outcome) {
  std::string text;
  for (const compile::Message& warning : outcome.ptx.warnings) text += warning.formatted() + "\n";
  return text;
}

struct SimCommand : Command {
  SimCommand()
      : Command("sim", "Run a lesson's kernel in the simulator and count what it does to memory") {
    launch.state.add_to(*this);
    add_blocks(*this, launch.blocks);
    add_max_instructions(*this, launch.max_instructions);
    add_threads(*this, launch.threads);
    add("--check KINDS", &launch.checks,
        "Mistakes to look for in the kernel: all, none, or any of " + check_names());
    add_json("lanescope.sim/1");
    add("--against NAME=VALUE", &against, "Run again with this value and show both side by side")
        .excludes("--json");
  }

  Result run(const Screen& /*screen*/) override {
    const RunRequest request = launch.request();
    if (!against.empty()) return run_against(request, checked(parse_values(against), "--against"));
    const auto outcome = app::run(request);
    if (!outcome) return failure(outcome.error());
    return {static_cast<int>(exit_code_of((*outcome)->report)),
            json ? sim_json(**outcome) : sim_text(**outcome), compiler_warnings(**outcome)};
  }

  static Result run_against(RunRequest request, const lesson::Values& against) {
    request.want_hashes = false;  // not compared
    RunRequest other = request;
    for (const auto& [name, value] : against) other.overrides[name] = value;
    const auto runs = run_both(request, other, false);
    if (!runs) return failure(runs.error());
    return {runs->exit_code(), comparison_text(*runs->a, *runs->b), compiler_warnings(*runs->a)};
  }

  RunOptions launch;
  std::vector<std::string> against;
};

}  // namespace

std::unique_ptr<Command> make_sim() { return std::make_unique<SimCommand>(); }

}  // namespace lanescope::app
