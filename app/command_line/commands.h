// The commands, one .cpp file each. Their options are already parsed and checked.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/command_line/gpu_runs.h"
#include "app/command_line/result.h"
#include "app/screen/options.h"
#include "app/session/course/exercise.h"
#include "app/session/run.h"
#include "app/session/sweeps/table.h"

namespace lanescope::app {

// Functions that need a screen; empty in a build without the window.
struct Screen {
  std::function<int(const WindowOptions&)>
      open_window;  // returns the exit code when the window is closed
  std::function<tl::expected<void, Problem>(const ShotOptions&)> take_shot;
  std::function<tl::expected<void, Problem>(const SweepTable&, const SweepPictureOptions&)>
      draw_sweep{};
  std::function<tl::expected<std::vector<std::filesystem::path>, Problem>(const SceneShotOptions&)>
      take_scenes{};
  std::function<tl::expected<void, Problem>(const FigureBuilder&, const FigureOptions&)>
      draw_figure{};
};

// Shipped lessons, their variants and parameters. A broken lesson is a finding; the others are
// still listed.
[[nodiscard]] Result list_command(bool json);

// The GPUs that machine files describe. With an id: every figure of that GPU with its source, and
// what the GPUs of this computer report. A broken file is a finding.
[[nodiscard]] Result machines_command(const std::string& id, bool json);

struct CheckLessonsOptions {
  std::vector<std::string> lessons;                           // ids or paths; empty: all shipped
  compile::Compiler compiler = compile::Compiler::automatic;  // automatic: all that are available
  bool files_only = false;                                    // runs nothing
};
// Problems in lessons and their guides, one per line.
[[nodiscard]] Result check_lessons_command(const CheckLessonsOptions& options);

struct GradeOptions {
  Attempt attempt;
  bool json = false;
};
// Whether the attempt reaches the exercise's goals. A finding if it does not.
[[nodiscard]] Result grade_command(const GradeOptions& options);

struct ProgressOptions {
  std::filesystem::path file;
  std::optional<std::string> reset;  // a lesson's id; "": all
  bool json = false;
};
// Prints or resets the learner's progress.
[[nodiscard]] Result progress_command(const ProgressOptions& options);

struct SimOptions {
  RunRequest request;
  std::optional<lesson::Values>
      against;  // values of a second state to run, on top of those of `request`
  bool json = false;
};
[[nodiscard]] Result sim_command(const SimOptions& options);

struct TimeOptions {
  GpuOptions gpu;
  std::string record;  // a file to write the times to, too
};
// Runs kernels on the GPU, checks them against the simulator and times them.
[[nodiscard]] Result time_command(const TimeOptions& options);
// Reads the GPU's hardware counters.
[[nodiscard]] Result count_command(const GpuOptions& options);
// Compares the simulator's counts with the GPU's. A difference that no lesson lists is a finding.
[[nodiscard]] Result validate_command(const GpuOptions& options);

// Computes the cost of every access in a CSV table; "-" is the standard input.
[[nodiscard]] Result access_command(const std::filesystem::path& csv);

[[nodiscard]] Result shot_command(const ShotOptions& options, const Screen& screen);
// The same for scenes of a lecture: prints the files, one per line.
[[nodiscard]] Result scene_shots_command(const SceneShotOptions& options, const Screen& screen);

struct CheckScenesOptions {
  std::vector<std::string> decks;                             // ids or paths; empty: all shipped
  compile::Compiler compiler = compile::Compiler::automatic;  // automatic: all that are available
  bool files_only = false;                                    // runs nothing
};
// Problems in decks of scenes, one per line.
[[nodiscard]] Result check_scenes_command(const CheckScenesOptions& options);

// `lesson_given`: the user named a lesson, which may be a misspelt command. `commands`: the names
// of all commands, for the message.
[[nodiscard]] Result window_command(const WindowOptions& options, bool lesson_given,
                                    const std::string& commands, const Screen& screen);

}  // namespace lanescope::app
