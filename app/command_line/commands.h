// The commands, one .cpp file each, with what the user chose already read and checked.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/command_line/gpu_runs.h"
#include "app/command_line/result.h"
#include "app/session/course/exercise.h"
#include "app/session/run.h"
#include "app/window/window.h"  // its option types; the functions are there only in a build with a window

namespace lanescope::app {

// What needs a screen. Empty functions: this build has no window.
struct Screen {
  std::function<int(const WindowOptions&)>
      open_window;  // gives the exit code when the window is closed
  std::function<tl::expected<void, Problem>(const ShotOptions&)> take_shot;
  std::function<tl::expected<void, Problem>(const SweepTable&, const SweepPictureOptions&)>
      draw_sweep{};
  std::function<tl::expected<std::vector<std::filesystem::path>, Problem>(const SceneShotOptions&)>
      take_scenes{};
  std::function<tl::expected<void, Problem>(const FigureBuilder&, const FigureOptions&)>
      draw_figure{};
};

// Shipped lessons, their variants and parameters. A broken lesson is a finding; the others are
// listed all the same.
[[nodiscard]] Result list_command(bool json);

// The GPUs that machine files describe; of one of them (its id) every figure with its source, and
// what this machine's own GPUs tell of themselves. A broken file is a finding.
[[nodiscard]] Result machines_command(const std::string& id, bool json);

struct CheckLessonsOptions {
  std::vector<std::string> lessons;                           // ids or paths; empty: all shipped
  compile::Compiler compiler = compile::Compiler::automatic;  // automatic: both that are here
  bool files_only = false;                                    // runs nothing
};
// What is wrong with lessons and their guides: one line a problem.
[[nodiscard]] Result check_lessons_command(const CheckLessonsOptions& options);

struct GradeOptions {
  Attempt attempt;
  bool json = false;
};
// Does the attempt reach the exercise's goals? A finding where it does not.
[[nodiscard]] Result grade_command(const GradeOptions& options);

struct ProgressOptions {
  std::filesystem::path file;
  std::optional<std::string> reset;  // a lesson's id; "": all
  bool json = false;
};
// How far the learner has come; or forgets it.
[[nodiscard]] Result progress_command(const ProgressOptions& options);

struct SimOptions {
  RunRequest request;
  std::optional<lesson::Values>
      against;  // a second state to run, these values over those of `request`
  bool json = false;
};
[[nodiscard]] Result sim_command(const SimOptions& options);

struct TimeOptions {
  GpuOptions gpu;
  std::string record;  // a file to write the figures to, as well
};
// Runs kernels on the GPU, checks them against the simulator and times them.
[[nodiscard]] Result time_command(const TimeOptions& options);
// Reads the GPU's own counters.
[[nodiscard]] Result count_command(const GpuOptions& options);
// Sets the simulator's counts beside the GPU's; a finding where they differ and no lesson says so.
[[nodiscard]] Result validate_command(const GpuOptions& options);

// Prices every access of a CSV table; "-" is the standard input.
[[nodiscard]] Result access_command(const std::filesystem::path& csv);

[[nodiscard]] Result shot_command(const ShotOptions& options, const Screen& screen);
// The same for scenes of a lecture: the files, a line each.
[[nodiscard]] Result scene_shots_command(const SceneShotOptions& options, const Screen& screen);

struct CheckScenesOptions {
  std::vector<std::string> decks;                             // ids or paths; empty: all shipped
  compile::Compiler compiler = compile::Compiler::automatic;  // automatic: both that are here
  bool files_only = false;                                    // runs nothing
};
// What is wrong with decks of scenes: one line a problem.
[[nodiscard]] Result check_scenes_command(const CheckScenesOptions& options);

// `lesson_given`: the user named the lesson, so the name may also be a misspelt command; `commands`
// lists those there are.
[[nodiscard]] Result window_command(const WindowOptions& options, bool lesson_given,
                                    const std::string& commands, const Screen& screen);

}  // namespace lanescope::app
