#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <set>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/command_line/command_line.h"
#include "app/command_line/progress_line.h"
#include "app/command_line/shared_options.h"
#include "app/command_line/text_table.h"
#include "app/session/export/tables.h"
#include "app/session/files/recordings.h"
#include "app/session/files/settings.h"
#include "app/session/files/write_file.h"
#include "app/session/sweeps/plan.h"
#include "app/session/sweeps/quantity.h"
#include "app/session/sweeps/sweep.h"
#include "app/session/sweeps/table.h"
#include "kernels/lesson_file/names.h"
#include "viz/text/languages.h"
#include "viz/text/texts.h"

namespace lanescope::app {
namespace {

// "sectors per request"
std::string unit_name(std::string_view quantity) {
  const QuantityUnit unit = unit_of(quantity);
  std::string words = unit.name == "percent" ? "%" : unit.name;
  std::replace(words.begin(), words.end(), '_', ' ');
  if (unit.per_request) return words + " per request";
  if (kind_of_access(quantity).empty()) {
    words = std::string(quantity);
    std::replace(words.begin(), words.end(), '_', ' ');
    std::replace(words.begin(), words.end(), '.', ' ');
  } else if (quantity.find(".ideal_") != std::string_view::npos) {
    words = "ideal " + words;
  } else if (unit.name == "bytes") {
    words = quantity.ends_with("used") ? "bytes used" : "bytes requested";
  } else if (unit.name == "percent") {
    words = "% efficient";
  }
  return words;
}

// "32", "4.53", "2,097,152"
std::string number_text(const std::optional<double>& value) {
  if (!value) return "-";
  if (*value == std::floor(*value)) return grouped(static_cast<std::uint64_t>(*value));
  return text::Texts::rounded(*value, *value < 100 ? 2 : 1);
}

std::string spread_text(const PointTime& time) {
  return fmt::format("{} to {}", duration_text(time.cold.median_low, 4),
                     duration_text(time.cold.median_high, 4));
}

bool has_times(const SweepTable& table) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [](const SweepRow& row) { return row.time.has_value(); });
}

// "global load"; "" for a quantity of the whole launch.
std::string kind_name(std::string_view quantity) {
  std::string words(kind_of_access(quantity));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

// The parameters that are the same at all points of the variant.
lesson::Values fixed_params(const SweepTable& table, const SweepRow& row) {
  lesson::Values params = row.params;
  params.erase(table.sweep.parameter);
  if (table.sweep.by) params.erase(table.sweep.by->parameter);
  return params;
}

std::string heading(const SweepTable& table, std::size_t variant) {
  const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                                [&](const SweepRow& each) { return each.variant == variant; });
  std::string text = table.titles.lesson;
  if (!table.variants[variant].empty()) text += ", " + table.variants[variant];
  text += ": ";
  if (table.sweep.name != table.sweep.parameter) text += table.sweep.name + " ";
  text += "over " + table.sweep.parameter;
  if (table.sweep.by) text += " and " + table.sweep.by->parameter;
  if (row != table.rows.end()) {
    const std::string fixed = short_params(fixed_params(table, *row));
    if (!fixed.empty()) text += " (" + fixed + ")";
  }
  return text;
}

std::string plot_rows(const SweepTable& table, std::size_t variant) {
  const bool times = has_times(table);
  std::vector<Align> columns(1 + table.quantities.size() + (times ? 2 : 0), Align::right);
  columns.push_back(Align::left);  // the error, or the source of a time
  TextTable text(columns);
  // Two heading lines: the quantity and its unit.
  std::vector<std::string> kinds{""};
  std::vector<std::string> units{table.sweep.parameter};
  for (const std::string& name : table.quantities) {
    kinds.push_back(kind_name(name));
    units.push_back(unit_name(name));
  }
  if (times) {
    kinds.insert(kinds.end(), {"", ""});
    units.insert(units.end(), {"cold", "95 % interval"});
  }
  text.add_row(kinds);
  text.add_row(units);
  for (const SweepRow& row : table.rows) {
    if (row.variant != variant) continue;
    std::vector<std::string> cells{fmt::format("{}", row.value)};
    for (const std::optional<double>& value : row.quantities) cells.push_back(number_text(value));
    if (times) {
      cells.push_back(row.time ? duration_text(row.time->cold.median, 4) : "");
      cells.push_back(row.time ? spread_text(*row.time) : "");
    }
    std::string remark = row.time ? (row.time->measured ? "MEASURED" : "RECORDED") : "";
    if (row.time && !row.time->has_interval()) remark += ", range of its runs";
    if (!row.problem.empty()) remark = row.problem.substr(0, row.problem.find('\n'));
    cells.push_back(remark);
    text.add_row(cells);
  }
  return text.text();
}

std::string map_rows(const SweepTable& table, std::size_t variant, std::size_t quantity) {
  const std::size_t across = table.sweep.values.size();
  TextTable text(std::vector<Align>(across + 1, Align::right));
  std::vector<std::string> head{table.sweep.by->parameter + " \\ " + table.sweep.parameter};
  for (const std::int64_t value : table.sweep.values) head.push_back(fmt::format("{}", value));
  text.add_row(head);
  std::vector<std::string> cells;
  for (const SweepRow& row : table.rows) {
    if (row.variant != variant) continue;
    if (cells.empty()) cells.push_back(fmt::format("{}", *row.by));
    const std::string mark = row.problem.empty() ? "" : row.failed() ? "x" : " x";
    cells.push_back((row.failed() ? "" : number_text(row.quantities[quantity])) + mark);
    if (cells.size() == across + 1) {
      text.add_row(cells);
      cells.clear();
    }
  }
  const std::string& name = table.quantities[quantity];
  const std::string kind = kind_name(name);
  return fmt::format("{}{}{}\n{}", kind, kind.empty() ? "" : ": ", unit_name(name), text.text());
}

std::string times_note(const SweepTable& table) {
  const std::string timed = short_params(table.sweep.timed);
  const std::string gpu = names_of_gpus(table.times(), false);
  if (gpu.empty()) return {};
  return fmt::format("Times are RECORDED on {}{}: medians with the L2 cache cold.\n", gpu,
                     timed.empty() ? "" : ", of launches with " + timed);
}

nlohmann::ordered_json time_json(const PointTime& time) {
  return {{"source", time.measured ? "MEASURED" : "RECORDED"},
          {"gpu", time.gpu},
          {"date", time.date},
          {"runs", time.cold.count},
          {"median_ms", time.cold.median},
          {"low_ms", time.cold.median_low},
          {"high_ms", time.cold.median_high},
          {"spread", time.has_interval() ? "95 %" : "range"}};
}

// One table per variant; a map of two parameters is a table with one column for each value of the
// sweep's parameter.
std::string sweep_text(const SweepTable& table) {
  std::string text;
  for (std::size_t variant = 0; variant < table.variants.size(); ++variant) {
    if (variant > 0) text += '\n';
    text += heading(table, variant) + '\n';
    if (!table.sweep.by) text += plot_rows(table, variant);
    for (std::size_t i = 0; table.sweep.by && i < table.quantities.size(); ++i)
      text += map_rows(table, variant, i);
  }
  return text + "Counts are MODEL: simulated, not measured.\n" + times_note(table);
}

// Schema lanescope.sweep/1 (docs/command-line.md).
std::string sweep_json(const SweepTable& table) {
  using Json = nlohmann::ordered_json;
  Json points = Json::array();
  for (const SweepRow& row : table.rows) {
    Json quantities = Json::object();
    for (std::size_t i = 0; i < table.quantities.size(); ++i)
      quantities[table.quantities[i]] = row.quantities[i] ? Json(*row.quantities[i]) : Json();
    Json point{{"variant", table.variants[row.variant]},
               {"params", row.params},
               {"quantities", std::move(quantities)},
               {"time", row.time ? time_json(*row.time) : Json()}};
    if (!row.problem.empty()) point["problem"] = row.problem;
    points.push_back(std::move(point));
  }
  Json json{{"schema", "lanescope.sweep/1"},
            {"lesson", table.titles.lesson},
            {"sweep", table.sweep.name},
            {"parameter", table.sweep.parameter}};
  json["by"] = table.sweep.by ? Json(table.sweep.by->parameter) : Json();
  json["timed"] = table.sweep.timed.empty() ? Json() : Json(table.sweep.timed);
  json["points"] = std::move(points);
  return printed(json);
}

// The lesson's sweep of that name; the error lists the valid names.
tl::expected<lesson::Sweep, std::string> asked_sweep(const lesson::Lesson& lesson,
                                                     const std::string& name) {
  if (lesson.sweeps().empty()) {
    return tl::unexpected(
        fmt::format("{} has no sweeps; --parameter NAME --from A --to B makes one", lesson.id()));
  }
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
    add("--step N", &sweep_request.range.increment,
        "Difference between two values; 1 when not given")
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
    if (wants_picture && !screen.draw_sweep) {
      return failure(ExitCode::not_on_this_machine,
                     "this build of lanescope can't draw pictures, because it has no window");
    }
    if (const std::string problem = output_problem(); !problem.empty()) return wrong_input(problem);
    const auto lesson = lesson::find(state.lesson);
    if (!lesson) return wrong_input(lesson.error().formatted());
    const auto sweep = wanted_sweep(*lesson);
    if (!sweep) return wrong_input(sweep.error());
    if (const std::string problem = set_problem(launch.overrides, *sweep, *lesson);
        !problem.empty()) {
      return wrong_input(problem);
    }
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
    if (std::find(variants.begin(), variants.end(), state.variant) == variants.end()) {
      return tl::unexpected(fmt::format(
          "the sweep '{}' does not include variant '{}'{}; it includes {}", sweep->name,
          state.variant, lesson::did_you_mean(state.variant, variants), lesson::list_of(variants)));
    }
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
