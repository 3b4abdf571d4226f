#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "app/command_line/array_file.h"
#include "app/command_line/compare_text.h"
#include "app/command_line/progress_line.h"
#include "app/command_line/shared_options.h"
#include "app/command_line/sim_parts.h"
#include "app/command_line/sim_text.h"
#include "app/session/files/write_file.h"
#include "kernels/compile/flags.h"

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
    add("--include DIR", &include,
        "Also look for headers in this folder; may be given again for others");
    add("--flags TEXT", &flags,
        "Flags for the compiler, such as -DX=1; those that lesson files may have");
    add("--check KINDS", &launch.checks,
        "Mistakes to look for in the kernel: all, none, or any of " + check_names());
    add_json("lanescope.sim/1");
    add("--against NAME=VALUE", &against, "Run again with this value and show both side by side")
        .excludes("--json");
    add("--dump NAME=FILE", &dump,
        "Write this array as it is after the launch: .npy, .csv, or any other ending for its bytes")
        .excludes("--against");
  }

  Result run(const Screen& /*screen*/) override {
    RunRequest request = launch.request();
    add_compiling(request);
    if (!against.empty()) return run_against(request, checked(parse_values(against), "--against"));
    std::vector<ArrayDump> dumps;
    for (const std::string& each : dump) dumps.push_back(checked(parse_dump(each), "--dump"));
    if (const std::string wrong = not_possible(dumps, request); !wrong.empty())
      return wrong_input(wrong);
    request.want_arrays = !dumps.empty();
    const auto outcome =
        with_progress([&](Progress* progress) { return app::run(request, progress); });
    if (!outcome) return failure(outcome.error());
    for (const ArrayDump& each : dumps) {
      if (const auto written = write_array(**outcome, each); !written)
        return wrong_input(written.error());
    }
    return {static_cast<int>(exit_code_of((*outcome)->report)),
            json ? sim_json(**outcome) : sim_text(**outcome), compiler_warnings(**outcome)};
  }

  void add_compiling(RunRequest& request) const {
    std::error_code ignored;
    for (const std::string& each : include) {
      if (!std::filesystem::is_directory(each, ignored))
        throw WrongUsage{fmt::format("--include: no such folder: {}", each)};
      request.include.push_back(std::filesystem::absolute(each, ignored).lexically_normal());
    }
    request.flags = compile::flags_in(flags);
    for (const std::string& each : request.flags) {
      if (const std::string problem = compile::flag_problem(each); !problem.empty())
        throw WrongUsage{"--flags: " + problem};
    }
    compile::take_folders(request.flags, request.include, std::filesystem::current_path(ignored));
  }

  static Result run_against(RunRequest request, const lesson::Values& against) {
    request.want_hashes = false;  // not compared
    RunRequest other = request;
    for (const auto& [name, value] : against) other.overrides[name] = value;
    const auto runs = run_both(request, other, false);
    if (!runs) return failure(runs.error());
    return {runs->exit_code(), comparison_text(*runs->a, *runs->b), compiler_warnings(*runs->a)};
  }

  // What keeps the dumps from being written; empty: nothing. Asked before the run, which may take
  // minutes. A lesson that cannot be opened is left to the run's own message.
  static std::string not_possible(const std::vector<ArrayDump>& dumps, const RunRequest& request) {
    for (const ArrayDump& each : dumps) {
      if (!can_write_file(each.file))
        return fmt::format("--dump: {} cannot be written", each.file.string());
    }
    const auto lesson = lesson::find(request.lesson);
    if (!lesson) return {};
    const auto resolved = lesson->resolve(request.variant, request.overrides);
    if (!resolved) return {};
    std::string names;
    for (const lesson::Argument& argument : resolved->args) {
      if (argument.is_array) names += (names.empty() ? "" : ", ") + argument.name;
    }
    for (const ArrayDump& each : dumps) {
      const bool is_there = std::ranges::any_of(resolved->args, [&](const auto& argument) {
        return argument.is_array && argument.name == each.array;
      });
      if (!is_there)
        return fmt::format("--dump: there is no array '{}'; there are: {}", each.array,
                           names.empty() ? "none" : names);
    }
    return {};
  }

  static tl::expected<void, std::string> write_array(const Outcome& outcome,
                                                     const ArrayDump& wanted) {
    for (const ArrayContents& array : outcome.arrays) {
      const lesson::Argument& argument = outcome.resolved.args[array.argument];
      if (argument.name == wanted.array)
        return write_file(wanted.file, array_file(argument, array.after, wanted.file));
    }
    return {};
  }

  RunOptions launch;
  std::string flags;
  std::vector<std::string> against, dump, include;
};

}  // namespace

std::unique_ptr<Command> make_sim() { return std::make_unique<SimCommand>(); }

}  // namespace lanescope::app
