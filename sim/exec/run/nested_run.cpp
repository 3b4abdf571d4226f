// Runs what kernels launch, grid after grid (launch.h).
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sim/exec/run/grid.h"
#include "sim/exec/state/unobserved.h"

namespace lanescope::exec {
namespace {

// One run: the host's launch and all below it.
class LaunchTree {
 public:
  LaunchTree(std::span<const Program> programs, GlobalMemory& memory, NestedWatcher* watcher,
             const RunOptions& options, const std::stop_token& stop)
      : programs_(programs),
        memory_(memory),
        watcher_(watcher),
        options_(options),
        stop_(stop),
        shared_(programs) {
    options_.in_order = true;
    if (!options.keeps_variables) find_own_variables();
    options_.keeps_variables = true;
    if (!options.want_touched) return;
    std::uint32_t granularity = 4;
    for (const Program& program : programs)
      granularity = std::min(granularity, granularity_of(program));
    shared_.footprint = std::make_unique<Footprint>(memory, granularity, std::vector<bool>{});
  }

  LaunchTree(const LaunchTree&) = delete;
  LaunchTree& operator=(const LaunchTree&) = delete;
  ~LaunchTree() {
    for (const char* name : own_variables_) memory_.forget_variable(name);
  }

  tl::expected<RunResult, Diagnostic> run(const LaunchConfig& config,
                                          const std::vector<ArgumentBytes>& arguments,
                                          const ObserverFactory& observers) {
    auto first =
        run_grid(programs_[0], config, arguments, memory_, observers, options_, stop_, &shared_);
    if (!first) return first;
    result_ = *std::move(first);
    for (std::size_t i = 0; i < result_.diagnostics.size(); ++i)
      known_.emplace(key_of(result_.diagnostics[i]), i);
    options_.blocks.reset();  // that limit and the progress are those of the host's launch
    options_.blocks_done = nullptr;
    if (!run_launches(config)) return tl::unexpected(error_);
    finish();
    return std::move(result_);
  }

 private:
  // Those that the launches of this run place for each other.
  void find_own_variables() {
    for (const Program& program : programs_) {
      for (const ProgramVariable& variable : program.variables) {
        const char* name = variable.ptx_name.data();
        if (variable.space == ptx::StateSpace::global && !memory_.variable_at(name))
          own_variables_.push_back(name);
      }
    }
  }

  // A grid that has ended, and the launches that it made.
  struct Ended {
    std::vector<NestedLaunch> launches;
    std::size_t next = 0;  // of them to run
    // The grid, in RunResult::nested; nullopt: the host's, which has depth 0.
    std::optional<std::size_t> grid = std::nullopt;
    LaunchConfig config;
    std::uint32_t depth = 0;
    std::size_t unfinished = 0;  // nested grids that have not finished, with this one
  };

  // All below the host's grid, which has just ended. Returns false on an error. This is a loop and
  // no recursion because a chain of tail launches is as long as the run's limit allows.
  bool run_launches(const LaunchConfig& config) {
    std::vector<Ended> grids;
    grids.push_back({.launches = shared_.launches.take(), .config = config});
    while (!grids.empty() && result_.status == RunStatus::completed) {
      Ended& parent = grids.back();
      if (parent.next == parent.launches.size()) {
        grids.pop_back();
        continue;
      }
      const NestedLaunch& launch = parent.launches[parent.next++];
      if (result_.nested.size() >= max_nested_launches) {
        stop_after_too_many(launch);
        return true;
      }
      NestedRun run;
      run.kernel = launch.kernel;
      run.config = launch.config;
      run.depth = parent.depth + 1;
      run.parent = parent.grid;
      run.by_block = position_of(launch.by.block, parent.config.grid);
      run.by_thread = position_of(launch.by.thread, parent.config.block);
      run.place = launch.place;
      run.is_tail = launch.is_tail;
      // A grid finishes before its tail launches begin.
      const bool parent_has_finished = launch.is_tail && parent.grid;
      const std::size_t unfinished = parent.unfinished + (parent_has_finished ? 0 : 1);
      shared_.launches.begin(unfinished);
      if (!run_one(launch, run)) return false;
      Ended ended{.launches = shared_.launches.take(),
                  .grid = result_.nested.size() - 1,
                  .config = launch.config,
                  .depth = run.depth,
                  .unfinished = unfinished};
      if (!ended.launches.empty()) grids.push_back(std::move(ended));
    }
    return true;
  }

  bool run_one(const NestedLaunch& launch, NestedRun& run) {
    const Program& program = programs_[launch.kernel];
    std::vector<ArgumentBytes> arguments;
    for (const ParameterInfo& parameter : program.parameters) {
      const auto first = launch.parameters.begin() + parameter.offset;
      arguments.emplace_back(first, first + static_cast<std::ptrdiff_t>(parameter.bytes));
    }
    Unobserved nobody;
    const auto result = run_grid(
        program, launch.config, arguments, memory_,
        [&]() -> Observer* {
          if (watcher_ == nullptr) return &nobody;
          return watcher_->begin(launch.kernel, launch.config);
        },
        options_, stop_, &shared_);
    if (!result) {
      error_ = result.error();
      error_.place = launch.place;
      return false;
    }
    run.counts = result->counts;
    run.blocks_run = result->blocks_run;
    if (watcher_ != nullptr) watcher_->ended(run, *result);
    add(program, *result);
    result_.nested.push_back(run);
    return true;
  }

  void stop_after_too_many(const NestedLaunch& launch) {
    result_.status = RunStatus::budget_exceeded;
    Diagnostic error;
    error.kind = DiagnosticKind::budget_exceeded;
    error.place = launch.place;
    error.message =
        fmt::format("kernels have launched {} kernels, the run's limit; the run was stopped here",
                    max_nested_launches);
    ++result_.diagnostics_total;
    ++result_.errors_total;
    result_.diagnostics.push_back(std::move(error));
  }

  using Key = std::tuple<DiagnosticKind, Severity, std::string, int, int, int>;
  static Key key_of(const Diagnostic& finding) {
    return {finding.kind,       finding.severity,     finding.place.file,
            finding.place.line, finding.place.column, finding.ptx_line};
  }

  // Findings of one kind at one place are one finding, however many launches show it.
  void add(const Program& program, const RunResult& nested) {
    for (const Diagnostic& finding : nested.diagnostics) {
      const auto [known, is_new] = known_.emplace(key_of(finding), result_.diagnostics.size());
      if (!is_new) {
        result_.diagnostics[known->second].count += finding.count;
        continue;
      }
      ++result_.diagnostics_total;
      if (finding.severity == Severity::error) ++result_.errors_total;
      result_.diagnostics.push_back(finding);
      std::string& message = result_.diagnostics.back().message;
      message = fmt::format("{}; in a launch of {} by a kernel", message, program.plain_name);
    }
    result_.raced.insert(result_.raced.end(), nested.raced.begin(), nested.raced.end());
    result_.printed += nested.printed;
    result_.printed_is_cut = result_.printed_is_cut || nested.printed_is_cut ||
                             result_.printed.size() > max_printed_bytes;
    if (result_.printed.size() > max_printed_bytes) result_.printed.resize(max_printed_bytes);
    result_.status = nested.status;
    result_.stopped_at = nested.stopped_at;
  }

  void finish() {
    if (shared_.footprint != nullptr) result_.touched = touched_in(*shared_.footprint, memory_);
    std::ranges::stable_sort(result_.diagnostics, std::ranges::greater(), &Diagnostic::severity);
    if (result_.diagnostics.size() > max_reported_diagnostics)
      result_.diagnostics.resize(max_reported_diagnostics);
  }

  std::span<const Program> programs_;
  GlobalMemory& memory_;
  NestedWatcher* watcher_;
  std::vector<const char*> own_variables_;  // their names in the module's text
  RunOptions options_;
  std::stop_token stop_;
  SharedByGrids shared_;
  RunResult result_;
  std::map<Key, std::size_t> known_;  // indices into result_.diagnostics
  Diagnostic error_;
};

}  // namespace

tl::expected<RunResult, Diagnostic> run_nested(std::span<const Program> programs,
                                               const LaunchConfig& config,
                                               const std::vector<ArgumentBytes>& arguments,
                                               GlobalMemory& memory,
                                               const ObserverFactory& observers,
                                               NestedWatcher* watcher, const RunOptions& options,
                                               std::stop_token stop) {
  if (!programs[0].launches_kernels)
    return run_grid(programs[0], config, arguments, memory, observers, options, stop, nullptr);
  return LaunchTree(programs, memory, watcher, options, stop).run(config, arguments, observers);
}

}  // namespace lanescope::exec
