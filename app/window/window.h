// The window, and its picture without a window: one code path for both.
//
// Environment, for tests and for those who cannot see the screen:
//   LANESCOPE_STATE_FILE=path  after every settled frame, what is shown, as JSON (see state_file.h)
//   LANESCOPE_TRACE=1          times of start and of each change, on stderr
//   LANESCOPE_CONFIG=path      the settings file (see app/session/settings.h)
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "app/session/run.h"
#include "kernels/compile/compile.h"
#include "kernels/lesson_file/lesson.h"

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
  std::string view;  // as parse_view in app/session/selection.h reads it; empty: auto
};

struct ShotOptions : WindowOptions {
  std::filesystem::path output;  // a PNG, replaced only by a whole one
};

// Opens the window and returns when it is closed. The exit code: 0, 2 (options that make no sense),
// 3 (no display, or no OpenGL 3.3), with the message on stderr.
[[nodiscard]] int open_window(const WindowOptions& options);

// Waits for the run and writes exactly width x height pixels. Deterministic: the same options,
// fonts, compiler and driver give the same bytes; times, which differ, are left out. A run that
// fails is the Problem; nothing is written then.
[[nodiscard]] tl::expected<void, Problem> take_shot(const ShotOptions& options);

}  // namespace lanescope::app
