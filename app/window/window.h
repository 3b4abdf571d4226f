// The window, and its picture without a window: one code path for both.
//
// Environment, for tests and for those who cannot see the screen:
//   LANESCOPE_STATE_FILE=path  after every settled frame, what is shown, as JSON (see state_file.h)
//   LANESCOPE_TRACE=1          times of start and of each change, on stderr
//   LANESCOPE_CONFIG=path      the settings file (see app/session/settings.h)
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/run.h"
#include "app/session/settings.h"
#include "app/session/sweeps/table.h"
#include "kernels/compile/compile.h"
#include "kernels/lesson_file/lesson.h"
#include "viz/scene/style.h"

namespace lanescope::app {

struct WindowOptions {
  std::string lesson = "transpose";  // a shipped id or a path
  std::string variant;               // empty: "tile" of transpose, the first of any other lesson
  lesson::Values overrides;
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine;  // as RunRequest has it
  // What is not given is as last time; a shot then takes Settings' own.
  std::string theme;                 // "dark", "light"
  std::string language;              // "en", "zh"
  std::optional<int> width, height;  // both or neither
  std::optional<int> scale_percent;  // 75..250
  std::string recording;             // a file of recorded times to show; empty: as settings have it
  std::optional<int> device;         // which GPU measures
  std::string step;  // of the lesson's guide, by name, or "exercise"; empty: looked at freely
  std::string view;  // as parse_view in app/session/selection.h reads it; empty: auto
};

struct ShotOptions : WindowOptions {
  std::filesystem::path output;  // a PNG, replaced only by a whole one
  bool answered = false;         // of a step: its questions skipped, the truth shown
};

// Scenes of a lecture, as the room sees them.
struct SceneShotOptions : WindowOptions {  // of which a scene says lesson, variant, values and view
  std::string deck;                        // an id or a path
  std::optional<std::size_t> number;       // from 1; none: all
  std::filesystem::path output;            // a PNG; of all: a folder, made where it is not there
  bool answered = false;                   // with what is covered until it is revealed
};

// The plot of a sweep alone.
struct SweepPictureOptions {
  std::filesystem::path output;  // as of ShotOptions
  int width = 1600, height = 900;
  std::string theme, language;  // as of WindowOptions; empty: dark, en
  int scale_percent = 125;
};

// One picture alone, of whatever size it makes itself.
struct FigureOptions {
  std::filesystem::path output;  // as of ShotOptions
  Theme theme = Theme::dark;
  std::string language = "en";
  int scale_percent = 100;
};
using FigureBuilder = std::function<scene::DrawList(const scene::Style&)>;

// Opens the window and returns when it is closed. The exit code: 0, 2 (options that make no sense),
// 3 (no display, or no OpenGL 3.3), with the message on stderr.
[[nodiscard]] int open_window(const WindowOptions& options);

// Waits for the run and writes exactly width x height pixels. Deterministic: the same options,
// fonts, compiler and driver give the same bytes; times, which differ, are left out. A run that
// fails is the Problem; nothing is written then.
[[nodiscard]] tl::expected<void, Problem> take_shot(const ShotOptions& options);

// The same for the scenes of a deck; which files were written. One that fails is the Problem, and
// none is written then.
[[nodiscard]] tl::expected<std::vector<std::filesystem::path>, Problem> take_scene_shots(
    const SceneShotOptions& options);

// The same for a sweep whose points have been run.
[[nodiscard]] tl::expected<void, Problem> draw_sweep(const SweepTable& table,
                                                     const SweepPictureOptions& options);

// The same for a picture of anything. The builder is called more than once, and with another
// measure of text each time.
[[nodiscard]] tl::expected<void, Problem> draw_figure(const FigureBuilder& build,
                                                      const FigureOptions& options);

}  // namespace lanescope::app
