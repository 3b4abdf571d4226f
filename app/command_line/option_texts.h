// The values of command-line options as text, and their conversion to the commands' options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/commands.h"
#include "app/command_line/commands/compare_command.h"
#include "app/command_line/commands/export_command.h"
#include "app/command_line/commands/steps_command.h"
#include "app/command_line/commands/survey_command.h"
#include "app/command_line/commands/sweep_command.h"

namespace lanescope::app {

// Option texts as the user wrote them, not yet checked.
struct StateTexts {  // for a lesson's state
  std::string lesson, variant, compiler = "auto", machine;
  std::vector<std::string> set;
};
struct ScreenTexts {  // for the window and its picture
  std::string size, theme, language, view, recording, step;
  std::optional<int> scale_percent;
};
struct SweepTexts {
  std::string name, parameter, by, csv, picture;
  std::optional<std::int64_t> from, to, step, factor;
  std::vector<std::string> quantities;
  std::uint64_t max_instructions = SweepBudget{}.max_warp_instructions;
};
struct StepsTexts {
  std::string block;
  std::uint32_t warp = 0, lane = 0;
  std::size_t from = 0, mib = StepsRequest{}.max_bytes >> 20;
  std::optional<std::size_t> count;
};
struct CompareTexts {  // the two sides
  std::string a, b;
};
struct SurveyTexts {
  std::string csv;
  std::uint64_t rows = survey::Limits{}.rows, mib = survey::Limits{}.array_bytes >> 20;
};
struct ExportTexts {
  std::string what, format, output = "-";
};
struct Texts {
  StateTexts state;
  CompareTexts compare;
  ScreenTexts screen;
  SweepTexts sweep;
  SurveyTexts survey;
  StepsTexts steps;
  ExportTexts exported;
  std::vector<std::string> against;
  std::vector<std::string> lessons;
  std::string kernel, reset;
  bool files_only = false;
  std::string blocks = "all", checks = "all", csv, picture;
  std::string record;
  std::string deck;  // a deck of scenes
  std::optional<std::size_t> scene_number;
  bool all_scenes = false;
  std::string described;  // a machine to describe
  std::uint64_t max_instructions = RunRequest{}.max_warp_instructions;
  int device = 0;
  std::optional<int> window_device;
  double budget_ms = device::SamplingPlan{}.budget_ms;
  int deadline_s = 30;
  int threads = 0;
  bool answered = false;
  bool json = false, sweeps = false, bounds = false, counts = false;
};

// automatic for unknown names
[[nodiscard]] compile::Compiler compiler_in(const std::string& name);

// Each throws CLI::ValidationError, a usage error that names the option, for invalid text.
[[nodiscard]] SimOptions sim_options(const Texts& texts);
[[nodiscard]] StepsOptions steps_options(const Texts& texts);
[[nodiscard]] CompareOptions compare_options(const Texts& texts);
[[nodiscard]] SurveyOptions survey_options(const Texts& texts);
[[nodiscard]] GradeOptions grade_options(const Texts& texts);
[[nodiscard]] GpuOptions gpu_options(const Texts& texts);
[[nodiscard]] TimeOptions time_options(const Texts& texts);
[[nodiscard]] SweepOptions sweep_options(const Texts& texts);
[[nodiscard]] ExportOptions export_options(const Texts& texts);
// Options not given stay unchanged.
void read_window_options(const Texts& texts, WindowOptions& options);

}  // namespace lanescope::app
