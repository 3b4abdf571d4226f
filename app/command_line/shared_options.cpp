#include "app/command_line/shared_options.h"

#include <chrono>
#include <system_error>

#include <fmt/format.h>

#include "app/session/files/settings.h"
#include "app/session/selection/selection.h"
#include "app/session/start/launch_lesson.h"
#include "app/session/state_text.h"
#include "kernels/machine_file/machine_file.h"
#include "viz/text/languages.h"

namespace lanescope::app {

std::vector<std::string> compiler_choices() {
  std::vector<std::string> names;
  for (const compile::Compiler each : compile::all_compilers) names.emplace_back(name_of(each));
  return names;
}

compile::Compiler compiler_in(const std::string& name) {
  return compiler_named(name).value_or(compile::Compiler::automatic);
}

std::string checked_machine(const std::string& id) {
  if (id.empty()) return {};
  if (const auto found = machine::find(id); !found)
    throw WrongUsage{"--machine: " + found.error().formatted()};
  return machine::requested_id(id);
}

lesson::Values checked_values(const std::vector<std::string>& set) {
  return checked(parse_values(set), "--set");
}

void StateOptions::add_own_to(Command& command, bool lesson_required, const char* about_lesson) {
  command.add("LESSON", &lesson, about_lesson).row.required = lesson_required;
  command.add("--variant NAME", &variant,
              "Which of the lesson's kernels; the first when not given");
  command.add("--set NAME=VALUE", &set, "A parameter's value; may be given again for others");
  command
      .add(
          "--compiler NAME", &compiler,
          "nvrtc, clang, nvcc, or auto (nvrtc if it is found, else clang; nvcc for whole programs)")
      .one_of(compiler_choices());
}

void StateOptions::add_to(Command& command, bool lesson_required) {
  add_own_to(command, lesson_required);
  add_machine(command, machine);
}

std::string StateOptions::lesson_named() const {
  if (!is_launches_file(lesson)) return lesson;
  return checked(first_launch_lesson(lesson), "LESSON").string();
}

void add_machine(Command& command, std::string& machine) {
  command.add(
      "--machine ID", &machine,
      "Count memory costs by the rules of another machine; `lanescope machines` lists them");
}

RunRequest RunOptions::request() const {
  RunRequest request;
  state.fill(request);
  request.blocks = checked(parse_blocks(blocks), "--blocks");
  request.want_traces = false;
  request.max_warp_instructions = max_instructions;
  request.threads = threads;
  request.checks = checked(parse_checks(checks), "--check");
  return request;
}

void ScreenOptions::add_to(Command& command) {
  command.add("--size WIDTHxHEIGHT", &size, "Pixels");
  command.add("--theme NAME", &theme, "dark, light or contrast").one_of(theme_names);
  command.add("--language,--lang NAME", &language, text::language_list())
      .one_of(text::language_codes());
  command.add("--scale PERCENT", &scale_percent, "Size of the text")
      .in_range(min_scale_percent, max_scale_percent);
  command.add(
      "--view VIEW", &view,
      fmt::format(
          "What to show: auto, bank, global, divergence, {}, {}, {}, and any of access=KIND, "
          "line=, event=, wavefront=, step=, warp=, lane=, block=x/y/z, separated by "
          "commas; last {}, where A says what differs: compare=PAD=0",
          words_of_pages(PageArgument::Kind::none), words_of_pages(PageArgument::Kind::optional),
          words_of_pages(PageArgument::Kind::required), words_of_pages(PageArgument::Kind::rest)));
  command.add("--step NAME", &step_name, "Name of a step of the lesson's guide, or exercise");
  add_recording(command, recording);
}

void WindowArguments::add_to(Command& command) {
  state.add_to(command, false);
  screen.add_to(command);
}

void WindowArguments::fill(WindowOptions& options) const {
  const std::string usual = options.lesson;
  state.fill(options);
  if (options.lesson.empty()) options.lesson = usual;
  screen.fill_look(options);
  (void)checked(parse_view(screen.view), "--view");
  options.view = screen.view;
  options.recording = screen.recording;
  options.step_name = screen.step_name;
}

void GpuArguments::add_to(Command& command) {
  state.add_own_to(
      command, false,
      "A shipped lesson, or the path of a lesson file; all shipped ones when not given");
  command.add("--device N", &device, "Which GPU, when there are several").not_negative();
  command.add("--deadline S", &deadline_s, "Stop a kernel that runs longer than so many seconds")
      .in_range(1, 3600);
  command.add("--sweeps", &sweeps,
              "Also measure the points of the lessons' sweeps and both sides of PAD");
}

GpuOptions GpuArguments::options() const {
  GpuOptions options;
  RunRequest& run = options.request.run;
  state.fill(run);
  run.max_warp_instructions = max_measured_instructions;
  run.checks = CheckSet::none();
  options.request.device = device;
  options.request.deadline = std::chrono::seconds(deadline_s);
  options.sweeps = sweeps;
  return options;
}

void add_recording(Command& command, std::string& recording) {
  command.add("--recording FILE.json", &recording,
              "Recorded times to show: a file written by `time --record`, or the name of a shipped "
              "recording, such as nvidia-h100");
}

void add_blocks(Command& command, std::string& blocks) {
  command.add("--blocks N", &blocks, "Simulate only the first N blocks, or all");
}

void add_max_instructions(Command& command, std::uint64_t& count, const char* about) {
  command.add("--max-instructions N", &count, about).positive();
}

void add_threads(Command& command, int& threads) {
  command.add("--threads N", &threads, "CPU threads to use; 0: as many as the processor has")
      .in_range(0, 1024);
}

}  // namespace lanescope::app
