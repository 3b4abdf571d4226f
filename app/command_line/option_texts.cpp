#include "app/command_line/option_texts.h"

#include <CLI/CLI.hpp>
#include <chrono>

#include "app/command_line/values.h"
#include "app/session/compare/state_text.h"
#include "app/session/selection.h"
#include "kernels/machine_file/machine_file.h"

namespace lanescope::app {
namespace {

// The machine's id for requests, or a usage error that lists the valid ids.
std::string machine_or_throw(const std::string& id) {
  if (id.empty()) return {};
  const auto found = machine::find(id);
  if (!found) throw CLI::ValidationError("--machine", found.error().formatted());
  return machine::requested_id(id);
}

// The value, or a usage error that names the option.
template <typename T>
T value_or_throw(tl::expected<T, std::string> parsed, const char* option) {
  if (!parsed) throw CLI::ValidationError(option, parsed.error());
  return std::move(*parsed);
}

// Options common to all commands that run a lesson's kernel.
template <typename Options>
void read_state(const StateTexts& texts, Options& options) {
  options.lesson = texts.lesson;
  options.variant = texts.variant;
  options.overrides = value_or_throw(parse_values(texts.set), "--set");
  options.compiler = compiler_in(texts.compiler);
  options.machine = machine_or_throw(texts.machine);
}

// Leaves the size unchanged if no text gives it.
template <typename Options>
void read_size(const ScreenTexts& texts, Options& options) {
  if (texts.size.empty()) return;
  const Size size = value_or_throw(parse_size(texts.size), "--size");
  options.width = size.width;
  options.height = size.height;
}

}  // namespace

compile::Compiler compiler_in(const std::string& name) {
  return compiler_named(name).value_or(compile::Compiler::automatic);
}

SimOptions sim_options(const Texts& texts) {
  SimOptions options;
  read_state(texts.state, options.request);
  options.request.blocks = value_or_throw(parse_blocks(texts.blocks), "--blocks");
  options.request.want_traces = false;
  options.request.max_warp_instructions = texts.max_instructions;
  options.request.threads = texts.threads;
  options.request.checks = value_or_throw(parse_checks(texts.checks), "--check");
  if (!texts.against.empty())
    options.against = value_or_throw(parse_values(texts.against), "--against");
  options.json = texts.json;
  return options;
}

StepsOptions steps_options(const Texts& texts) {
  StepsOptions options;
  options.request.run = sim_options(texts).request;
  if (!texts.steps.block.empty()) {
    const ViewRequest place = value_or_throw(parse_view("block=" + texts.steps.block), "--block");
    options.request.run.focus_block = place.block;
  }
  options.request.warp = texts.steps.warp;
  options.request.max_bytes = texts.steps.mib << 20;
  options.lane = texts.steps.lane;
  options.from = texts.steps.from;
  options.count = texts.steps.count;
  options.json = texts.json;
  return options;
}

CompareOptions compare_options(const Texts& texts) {
  CompareOptions options;
  read_state(texts.state, options.base);
  options.a = value_or_throw(state_from(texts.compare.a, options.base), "--a");
  options.b = value_or_throw(state_from(texts.compare.b, options.base), "--b");
  options.max_warp_instructions = texts.max_instructions;
  options.threads = texts.threads;
  options.recording = texts.screen.recording;
  options.json = texts.json;
  return options;
}

SurveyOptions survey_options(const Texts& texts) {
  SurveyOptions options;
  options.request = sim_options(texts).request;
  options.request.checks = CheckSet::none();
  options.limits.rows = texts.survey.rows;
  options.limits.array_bytes = texts.survey.mib << 20;
  options.csv = survey_table_named(texts.survey.csv);
  options.json = texts.json;
  return options;
}

GradeOptions grade_options(const Texts& texts) {
  GradeOptions options;
  options.attempt.lesson = texts.state.lesson;
  options.attempt.variant = texts.state.variant;
  options.attempt.overrides = value_or_throw(parse_values(texts.state.set), "--set");
  options.attempt.compiler = compiler_in(texts.state.compiler);
  options.attempt.kernel = texts.kernel;
  options.json = texts.json;
  return options;
}

GpuOptions gpu_options(const Texts& texts) {
  GpuOptions options;
  RunRequest& run = options.request.run;
  read_state(texts.state, run);
  run.max_warp_instructions = max_measured_instructions;
  run.checks = CheckSet::none();
  options.request.device = texts.device;
  options.request.deadline = std::chrono::seconds(texts.deadline_s);
  options.sweeps = texts.sweeps;
  options.json = texts.json;
  return options;
}

TimeOptions time_options(const Texts& texts) {
  TimeOptions options;
  options.gpu = gpu_options(texts);
  options.gpu.request.plan.budget_ms = texts.budget_ms;
  options.gpu.request.want_bound = texts.bounds;
  options.gpu.request.want_counts = texts.counts || !texts.record.empty();
  options.record = texts.record;
  return options;
}

SweepOptions sweep_options(const Texts& texts) {
  SweepOptions options;
  options.lesson = texts.state.lesson;
  options.name = texts.sweep.name;
  options.variant = texts.state.variant;
  options.set = value_or_throw(parse_values(texts.state.set), "--set");
  options.compiler = compiler_in(texts.state.compiler);
  options.machine = machine_or_throw(texts.state.machine);
  options.quantities = texts.sweep.quantities;
  options.budget.max_warp_instructions = texts.sweep.max_instructions;
  options.budget.threads = texts.threads;
  options.recording = texts.screen.recording;
  options.csv = texts.sweep.csv;
  options.json = texts.json;
  if (!texts.sweep.parameter.empty()) {
    options.wish =
        SweepWish{texts.sweep.parameter,
                  {texts.sweep.from, texts.sweep.to, texts.sweep.step, texts.sweep.factor},
                  texts.sweep.by,
                  texts.sweep.quantities,
                  texts.state.variant};
  }
  options.picture.output = texts.sweep.picture;
  options.picture.theme = texts.screen.theme;
  options.picture.language = texts.screen.language;
  read_size(texts.screen, options.picture);
  if (texts.screen.scale_percent) options.picture.scale_percent = *texts.screen.scale_percent;
  return options;
}

ExportOptions export_options(const Texts& texts) {
  ExportOptions options;
  read_state(texts.state, options);
  options.view = texts.screen.view;
  options.recording = texts.screen.recording;
  options.step = texts.screen.step;
  options.what = texts.exported.what;
  options.format = texts.exported.format;
  options.output = texts.exported.output;
  options.theme = texts.screen.theme;
  if (!texts.screen.language.empty()) options.language = texts.screen.language;
  read_size(texts.screen, options);
  if (texts.screen.scale_percent) options.scale_percent = *texts.screen.scale_percent;
  return options;
}

void read_window_options(const Texts& texts, WindowOptions& options) {
  if (!texts.state.lesson.empty()) options.lesson = texts.state.lesson;
  options.variant = texts.state.variant;
  options.overrides = value_or_throw(parse_values(texts.state.set), "--set");
  options.compiler = compiler_in(texts.state.compiler);
  options.machine = machine_or_throw(texts.state.machine);
  options.theme = texts.screen.theme;
  options.language = texts.screen.language;
  options.scale_percent = texts.screen.scale_percent;
  read_size(texts.screen, options);
  (void)value_or_throw(parse_view(texts.screen.view), "--view");
  options.view = texts.screen.view;
  options.recording = texts.screen.recording;
  options.step = texts.screen.step;
  options.device = texts.window_device;
}

}  // namespace lanescope::app
