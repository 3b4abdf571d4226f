#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "app/command_line/command_line.h"
#include "app/command_line/progress_line.h"
#include "app/command_line/shared_options.h"
#include "app/command_line/sweep_text.h"
#include "app/session/export/write_file.h"
#include "app/session/recordings.h"
#include "app/session/settings.h"
#include "app/session/sweeps/ad_hoc.h"
#include "app/session/sweeps/csv.h"
#include "app/session/sweeps/sweep.h"
#include "kernels/lesson_file/names.h"
#include "kernels/lesson_file/quantity_names.h"
#include "viz/text/languages.h"

namespace lanescope::app {
namespace {

// The lesson's sweep of that name; the error lists the valid names.
tl::expected<lesson::Sweep, std::string> asked_sweep(const lesson::Lesson& lesson,
                                                     const std::string& name) {
  if (lesson.sweeps().empty())
    return tl::unexpected(
        fmt::format("{} has no sweeps; --parameter NAME --from A --to B makes one", lesson.id()));
  if (name.empty()) return lesson.sweeps().front();
  if (const lesson::Sweep* named = app::sweep_named(lesson.sweeps(), name)) return *named;
  std::vector<std::string> names;
  for (const lesson::Sweep& sweep : lesson.sweeps()) names.push_back(sweep.name);
  return tl::unexpected(fmt::format("{} has no sweep '{}'{}; there are {}", lesson.id(), name,
                                    lesson::did_you_mean(name, names), lesson::list_of(names)));
}

void run_all(SweepPlan plan, SweepRunner& runner, std::condition_variable& woken) {
  const ProgressLine line;
  runner.start(std::move(plan));
  std::mutex mutex;
  std::unique_lock lock(mutex);
  while (runner.running()) {
    woken.wait_for(lock, std::chrono::milliseconds(100));
    runner.update();
    line.show(fmt::format("{} of {} points, {:.0f} %", runner.done(), runner.plan().points.size(),
                          100 * runner.share()));
  }
}

// An error for `--set` of a swept parameter or of one that no variant has: both would be silently
// ignored.
std::string set_problem(const lesson::Values& set, const lesson::Sweep& sweep,
                        const lesson::Lesson& lesson) {
  for (const auto& [name, value] : set) {
    if (name == sweep.parameter || (sweep.by && name == sweep.by->parameter))
      return fmt::format("--set {}: the sweep varies this parameter", name);
  }
  if (set.empty()) return {};
  for (const std::string& variant : sweep.variants) {
    lesson::Values values = sweep.set;
    for (const auto& [name, value] : set) values[name] = value;
    // Points outside the limits of a swept parameter fail by themselves.
    std::string first_problem;
    const bool any_resolves =
        std::ranges::any_of(lesson::launches_of(sweep), [&](const lesson::Values& launch) {
          values[sweep.parameter] = launch.at(sweep.parameter);
          if (sweep.by) values[sweep.by->parameter] = launch.at(sweep.by->parameter);
          const auto resolved = lesson.resolve(variant, values);
          if (!resolved && first_problem.empty()) first_problem = resolved.error().formatted();
          return resolved.has_value();
        });
    if (!any_resolves) return first_problem;
  }
  return {};
}

// Each distinct message once, with its points.
std::string problems_text(const SweepTable& table) {
  std::string text;
  std::set<std::string> reported;
  for (const SweepRow& row : table.rows) {
    if (row.problem.empty() || !reported.insert(row.problem).second) continue;
    const auto count =
        std::count_if(table.rows.begin(), table.rows.end(),
                      [&](const SweepRow& other) { return other.problem == row.problem; });
    text += fmt::format("{} {}{}: {}\n", table.variants[row.variant], short_params(row.params),
                        count > 1 ? fmt::format(" and {} more", count - 1) : "", row.problem);
  }
  return text;
}

// If no point has a value: one message, if it is the same for all.
std::optional<Result> failed_altogether(const SweepTable& table) {
  const bool all = std::all_of(table.rows.begin(), table.rows.end(),
                               [](const SweepRow& row) { return row.failed(); });
  if (!all || table.rows.empty()) return std::nullopt;
  const SweepRow& first = table.rows.front();
  const bool same = std::all_of(table.rows.begin(), table.rows.end(),
                                [&](const SweepRow& row) { return row.problem == first.problem; });
  if (same) return failure(first.exit_code, first.problem);
  return Result{first.exit_code, {}, problems_text(table)};
}

struct SweepCommand : Command {
  SweepCommand() : Command("sweep", "Simulate a parameter over its values: a table, CSV, a plot") {
    state.add_to(*this);
    add("--name SWEEP", &chosen, "Which of the lesson's sweeps; the first when not given");
    add("--parameter NAME", &sweep_request.parameter, "Any parameter, over a range of your own")
        .excludes("--name");
    add("--from N", &sweep_request.range.from, "The first value").needs("--parameter");
    add("--to N", &sweep_request.range.to, "The last value").needs("--parameter");
    add("--step N", &sweep_request.range.step, "Difference between two values; 1 when not given")
        .needs("--parameter");
    add("--factor N", &sweep_request.range.factor, "Factor between two values, in place of --step")
        .needs("--parameter");
    add("--by NAME=RANGE", &sweep_request.by, "A second parameter, for a map: PAD=0..8, PAD=0,1,4")
        .needs("--parameter");
    add("--quantity NAME", &sweep_request.quantities,
        "What to plot, such as shared_load.wavefronts_per_request; may be given again");
    add("--csv FILE", &csv,
        "Write one row per point to this file; -: to the standard output, in place of the table");
    add("-o,--output PICTURE.png", &output, "Also draw the plot to this file");
    add("--size WIDTHxHEIGHT", &look.size, "Size of the picture in pixels");
    add("--theme NAME", &look.theme, "Theme of the picture: dark, light or contrast")
        .one_of(theme_names);
    add("--language NAME", &look.language, "Language of the picture: " + text::language_list())
        .one_of(text::language_codes());
    add("--scale PERCENT", &look.scale_percent, "Text size of the picture")
        .in_range(min_scale_percent, max_scale_percent);
    add_recording(*this, recording);
    add_max_instructions(*this, budget.max_warp_instructions,
                         "Stop a point's run after so many warp instructions");
    add_threads(*this, budget.threads);
    add_json("lanescope.sweep/1").excludes("--csv");
  }

  Result run(const Screen& screen) override {
    RunRequest launch;
    state.fill(launch);
    sweep_request.variant = state.variant;
    SweepPictureOptions picture;
    picture.output = output;
    look.fill_look(picture);
    const bool wants_picture = !output.empty();
    if (wants_picture && !screen.draw_sweep)
      return failure(ExitCode::not_on_this_machine,
                     "this build of lanescope can't draw pictures, because it has no window");
    if (const std::string problem = output_problem(); !problem.empty()) return wrong_input(problem);
    const auto lesson = lesson::find(state.lesson);
    if (!lesson) return wrong_input(lesson.error().formatted());
    const auto sweep = wanted_sweep(*lesson);
    if (!sweep) return wrong_input(sweep.error());
    if (const std::string problem = set_problem(launch.overrides, *sweep, *lesson);
        !problem.empty())
      return wrong_input(problem);
    const auto recorded = recorded_times(recording);
    if (!recorded) return wrong_input(recorded.error());

    std::condition_variable woken;
    SweepRunner runner(
        app::run, [&woken] { woken.notify_one(); }, budget);
    SweepPlan plan =
        plan_sweep(state.lesson, *sweep, sweep->variants, launch.overrides, launch.compiler,
                   [&](const std::string& variant,
                       const lesson::Values& values) -> std::optional<lesson::Resolved> {
                     auto resolved = lesson->resolve(variant, values);
                     if (!resolved) return std::nullopt;
                     return std::move(*resolved);
                   });
    plan.machine = launch.machine;
    run_all(std::move(plan), runner, woken);
    const SweepTable table = table_of(runner, titles_of(*lesson), {}, [&](const TimingKey& key) {
      return time_of(key, nullptr, recorded->get());
    });
    if (auto failed = failed_altogether(table)) return *failed;

    Result result;
    result.err = problems_text(table);
    if (!result.err.empty()) result.exit_code = static_cast<int>(ExitCode::finding);
    if (csv == "-") {
      result.out = csv_of(table);
    } else {
      result.out = json ? sweep_json(table) : sweep_text(table);
      if (!csv.empty()) {
        if (const auto written = write_file(csv, csv_of(table)); !written)
          return wrong_input(written.error());
      }
    }
    if (wants_picture) {
      if (const auto drawn = screen.draw_sweep(table, picture); !drawn)
        return failure(drawn.error());
    }
    return result;
  }

  // Checked before the simulation, which takes minutes.
  [[nodiscard]] std::string output_problem() const {
    for (const std::string& file : {csv, output}) {
      if (!file.empty() && file != "-" && !can_write_file(file)) return file + ": can't be written";
    }
    if (!output.empty() && std::filesystem::path(output).extension() != ".png")
      return output + ": the picture is a PNG; its name must end in .png";
    return {};
  }

  // The lesson's sweep, or the one that the options define, with the chosen variant and quantities.
  [[nodiscard]] tl::expected<lesson::Sweep, std::string> wanted_sweep(
      const lesson::Lesson& lesson) const {
    for (const std::string& quantity : sweep_request.quantities) {
      if (std::string problem = lesson::quantity_problem(quantity); !problem.empty())
        return tl::unexpected("--quantity: " + problem);
    }
    auto sweep = sweep_request.parameter.empty() ? asked_sweep(lesson, chosen)
                                                 : sweep_of(sweep_request, lesson);
    if (!sweep) return sweep;
    if (!sweep_request.quantities.empty()) sweep->quantities = sweep_request.quantities;
    if (state.variant.empty()) return sweep;
    const std::vector<std::string>& variants = sweep->variants;
    if (std::find(variants.begin(), variants.end(), state.variant) == variants.end())
      return tl::unexpected(fmt::format(
          "the sweep '{}' does not include variant '{}'{}; it includes {}", sweep->name,
          state.variant, lesson::did_you_mean(state.variant, variants), lesson::list_of(variants)));
    sweep->variants = {state.variant};
    return sweep;
  }

  StateOptions state;
  std::string chosen;          // name of a lesson's sweep; empty: the first, or sweep_request
  SweepRequest sweep_request;  // without a parameter: not used
  std::string csv;             // "-": the standard output, instead of the table
  std::string output, recording;
  ScreenOptions look;  // of the picture
  SweepBudget budget;
};

}  // namespace

std::unique_ptr<Command> make_sweep() { return std::make_unique<SweepCommand>(); }

}  // namespace lanescope::app
