#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include "app/command_line/screen.h"
#include "app/command_line/shared_options.h"
#include "app/command_line/sweep_text.h"
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

struct SweepOptions {
  std::string lesson;
  std::string name;                     // a sweep of the lesson; empty: its first, or `wish`
  std::optional<SweepWish> wish;        // a sweep that no lesson file defines
  std::string variant;                  // empty: all variants of the sweep
  std::vector<std::string> quantities;  // instead of the sweep's own
  lesson::Values overrides;
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine;  // RunRequest::machine
  SweepBudget budget;
  std::string recording;  // what --recording names; empty: the usual one
  std::string csv;        // "-": the standard output, instead of the table
  bool json = false;
  SweepPictureOptions picture;  // no output: no picture
};

Result wrong(const std::string& message) { return failure(ExitCode::wrong_input, message); }

// The lesson's sweep of that name; the error lists the valid names.
tl::expected<lesson::Sweep, std::string> sweep_named(const lesson::Lesson& lesson,
                                                     const std::string& name) {
  if (lesson.sweeps().empty())
    return tl::unexpected(
        fmt::format("{} has no sweeps; --parameter NAME --from A --to B makes one", lesson.id()));
  if (name.empty()) return lesson.sweeps().front();
  std::vector<std::string> names;
  for (const lesson::Sweep& sweep : lesson.sweeps()) {
    if (sweep.name == name) return sweep;
    names.push_back(sweep.name);
  }
  return tl::unexpected(fmt::format("{} has no sweep '{}'{}; there are {}", lesson.id(), name,
                                    lesson::did_you_mean(name, names), lesson::list_of(names)));
}

tl::expected<lesson::Sweep, std::string> wanted_sweep(const SweepOptions& options,
                                                      const lesson::Lesson& lesson) {
  for (const std::string& name : options.quantities) {
    if (std::string problem = lesson::quantity_problem(name); !problem.empty())
      return tl::unexpected("--quantity: " + problem);
  }
  auto sweep = options.wish ? sweep_of(*options.wish, lesson) : sweep_named(lesson, options.name);
  if (!sweep) return sweep;
  if (!options.quantities.empty()) sweep->quantities = options.quantities;
  if (options.variant.empty()) return sweep;
  const std::vector<std::string>& variants = sweep->variants;
  if (std::find(variants.begin(), variants.end(), options.variant) == variants.end())
    return tl::unexpected(
        fmt::format("the sweep '{}' does not go over variant '{}'{}; it goes over {}", sweep->name,
                    options.variant, lesson::did_you_mean(options.variant, variants),
                    lesson::list_of(variants)));
  sweep->variants = {options.variant};
  return sweep;
}

// An error for `--set` of a swept parameter or of one that no variant has: both would be silently
// ignored.
std::string set_problem(const SweepOptions& options, const lesson::Sweep& sweep,
                        const lesson::Lesson& lesson) {
  for (const auto& [name, value] : options.overrides) {
    if (name == sweep.parameter || (sweep.by && name == sweep.by->parameter))
      return fmt::format("--set {}: it is what the sweep goes over", name);
  }
  for (const std::string& variant : sweep.variants) {
    lesson::Values values = sweep.set;
    for (const auto& [name, value] : options.overrides) values[name] = value;
    values[sweep.parameter] = sweep.values.front();
    if (sweep.by) values[sweep.by->parameter] = sweep.by->values.front();
    if (options.overrides.empty()) continue;
    if (const auto resolved = lesson.resolve(variant, values); !resolved)
      return resolved.error().formatted();
  }
  return {};
}

// Checked before the simulation, which takes minutes.
std::string output_problem(const SweepOptions& options, const Screen& screen) {
  for (const std::string& name : {options.csv, options.picture.output.string()}) {
    if (name.empty() || name == "-") continue;
    const std::filesystem::path file(name);
    std::error_code ignored;
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    if (std::filesystem::is_directory(file, ignored) || ::access(folder.c_str(), W_OK | X_OK) != 0)
      return name + ": can't be written";
  }
  const std::filesystem::path& picture = options.picture.output;
  if (!picture.empty() && screen.draw_sweep && picture.extension() != ".png")
    return picture.string() + ": the picture is a PNG; name it so: PICTURE.png";
  return {};
}

// A terminal line that is overwritten by the next one.
void show_progress(const SweepRunner& runner) {
  fmt::print(stderr, "\r\x1b[K{} of {} points, {:.0f} %", runner.done(),
             runner.plan().points.size(), 100 * runner.share());
  std::fflush(stderr);
}

void run_all(SweepPlan plan, SweepRunner& runner, std::mutex& mutex,
             std::condition_variable& woken) {
  const bool tells = ::isatty(STDERR_FILENO) == 1;
  runner.start(std::move(plan));
  std::unique_lock lock(mutex);
  while (runner.running()) {
    woken.wait_for(lock, std::chrono::milliseconds(100));
    runner.update();
    if (tells) show_progress(runner);
  }
  if (tells) fmt::print(stderr, "\r\x1b[K");
}

// Each distinct message once, with its points.
std::string problems_text(const SweepTable& table) {
  std::string text;
  std::set<std::string> told;
  for (const SweepRow& row : table.rows) {
    if (row.problem.empty() || !told.insert(row.problem).second) continue;
    const auto count =
        std::count_if(table.rows.begin(), table.rows.end(),
                      [&](const SweepRow& other) { return other.problem == row.problem; });
    text += fmt::format("{} {}{}: {}\n", table.variants[row.variant], short_params(row.params),
                        count > 1 ? fmt::format(" and {} more", count - 1) : "", row.problem);
  }
  return text;
}

// If every point failed: one message, if it is the same for all.
std::optional<Result> failed_altogether(const SweepTable& table) {
  const bool all = std::all_of(table.rows.begin(), table.rows.end(),
                               [](const SweepRow& row) { return !row.problem.empty(); });
  if (!all || table.rows.empty()) return std::nullopt;
  const SweepRow& first = table.rows.front();
  const bool same = std::all_of(table.rows.begin(), table.rows.end(),
                                [&](const SweepRow& row) { return row.problem == first.problem; });
  if (same) return failure(first.exit_code, first.problem);
  return Result{first.exit_code, {}, problems_text(table)};
}

Result sweep(const SweepOptions& options, const Screen& screen) {
  const bool wants_picture = !options.picture.output.empty();
  if (wants_picture && !screen.draw_sweep)
    return failure(ExitCode::not_on_this_machine,
                   "this build of lanescope draws no pictures; it was made without the window");
  if (const std::string problem = output_problem(options, screen); !problem.empty())
    return wrong(problem);
  const auto lesson = lesson::find(options.lesson);
  if (!lesson) return wrong(lesson.error().formatted());
  const auto sweep = wanted_sweep(options, *lesson);
  if (!sweep) return wrong(sweep.error());
  if (const std::string problem = set_problem(options, *sweep, *lesson); !problem.empty())
    return wrong(problem);
  const auto recording = recorded_times(options.recording);
  if (!recording) return wrong(recording.error());

  std::mutex mutex;
  std::condition_variable woken;
  SweepRunner runner([](const RunRequest& request, Progress* progress,
                        std::stop_token stop) { return run(request, progress, std::move(stop)); },
                     [&woken] { woken.notify_one(); }, options.budget);
  SweepPlan plan =
      plan_sweep(options.lesson, *sweep, sweep->variants, options.overrides, options.compiler,
                 [&](const std::string& variant,
                     const lesson::Values& values) -> std::optional<lesson::Resolved> {
                   auto resolved = lesson->resolve(variant, values);
                   if (!resolved) return std::nullopt;
                   return std::move(*resolved);
                 });
  plan.machine = options.machine;
  run_all(std::move(plan), runner, mutex, woken);
  const SweepTable table = table_of(runner, titles_of(*lesson), {}, [&](const TimingKey& key) {
    return time_of(key, nullptr, recording->get());
  });
  if (auto failed = failed_altogether(table)) return *failed;

  Result result;
  result.err = problems_text(table);
  if (!result.err.empty()) result.exit_code = static_cast<int>(ExitCode::finding);
  if (options.csv == "-") {
    result.out = csv_of(table);
  } else {
    result.out = options.json ? sweep_json(table) : sweep_text(table);
    if (!options.csv.empty()) {
      if (const auto written = write_atomically(options.csv, csv_of(table)); !written)
        return wrong(written.error());
    }
  }
  if (wants_picture) {
    if (const auto drawn = screen.draw_sweep(table, options.picture); !drawn)
      return failure(drawn.error());
  }
  return result;
}

class SweepCommand : public Command {
 public:
  SweepCommand() : Command("sweep", "Simulate a parameter over its values: a table, CSV, a plot") {
    state_.add_to(*this);
    state_.add_machine_to(*this);
    add("--name SWEEP", &given_.name, "Which of the lesson's sweeps; the first when not given");
    add("--parameter NAME", &wish_.parameter, "Any parameter, over a range of your own")
        .excludes("--name");
    add("--from N", &wish_.range.from, "The first value").needs("--parameter");
    add("--to N", &wish_.range.to, "The last value").needs("--parameter");
    add("--step N", &wish_.range.step, "From one value to the next; 1 when not given")
        .needs("--parameter");
    add("--factor N", &wish_.range.factor, "By which each value is multiplied, in place of a step")
        .needs("--parameter");
    add("--by NAME=RANGE", &wish_.by, "A second parameter, for a map: PAD=0..8, PAD=0,1,4")
        .needs("--parameter");
    add("--quantity NAME", &given_.quantities,
        "What to plot, such as shared_load.wavefronts_per_request; may be given again");
    add("--csv FILE", &given_.csv,
        "Write a row for each point to this file; - prints them instead");
    add("-o,--output PICTURE.png", &picture_, "Draw the plot to this file, too");
    add("--size WIDTHxHEIGHT", &look_.size, "Pixels of the picture");
    add("--theme NAME", &look_.theme, "Of the picture: dark, light or contrast")
        .one_of(theme_names());
    add("--language NAME", &look_.language, "Of the picture: " + text::language_list())
        .one_of(text::language_codes());
    add("--scale PERCENT", &look_.scale_percent, "Size of the picture's text")
        .in_range(min_scale_percent, max_scale_percent);
    add_recording(*this, given_.recording);
    add_max_instructions(*this, given_.budget.max_warp_instructions,
                         "Give a point up after so many instructions of warps");
    add_threads(*this, given_.budget.threads);
    add_json(*this, given_.json, "lanescope.sweep/1").excludes("--csv");
  }

  Result run(const Screen& screen) override {
    SweepOptions options = given_;
    state_.read(options);
    if (!wish_.parameter.empty()) {
      options.wish = wish_;
      options.wish->quantities = options.quantities;
      options.wish->variant = options.variant;
    }
    options.picture.output = picture_;
    look_.read_look(options.picture);
    return sweep(options, screen);
  }

 private:
  StateOptions state_;
  SweepWish wish_;
  SweepOptions given_;  // what needs no conversion
  ScreenOptions look_;
  std::string picture_;
};

}  // namespace

std::unique_ptr<Command> make_sweep() { return std::make_unique<SweepCommand>(); }

}  // namespace lanescope::app
