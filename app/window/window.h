// The window, and its picture without a window, from the same code.
//
// Environment variables, for tests and assistive tools:
//   LANESCOPE_STATE_FILE=path  after every settled frame, what is shown, as JSON (see state_file.h)
//   LANESCOPE_INPUT=path       a FIFO with keys and pointer events (see toolkit/scripted_input.h)
//   LANESCOPE_TRACE=1          times of the start and of each change, on stderr
//   LANESCOPE_CONFIG=path      the settings file (see app/session/files/settings.h)
#pragma once

#include <filesystem>
#include <vector>

#include <tl/expected.hpp>

#include "app/screen/options.h"
#include "app/session/run/run.h"
#include "app/session/sweeps/table.h"

namespace lanescope::app {

// Opens the window and returns when it is closed. Exit code: 0, 2 (invalid options) or 3 (no
// display, or no OpenGL 3.3), with the message on stderr.
[[nodiscard]] int open_window(const WindowOptions& options);

// Waits for the run and writes a picture of exactly width x height pixels. Deterministic: the same
// options, fonts, compiler and driver give the same bytes, because times are left out. If the run
// fails, returns its Problem and writes nothing.
[[nodiscard]] tl::expected<void, Problem> take_shot(const ShotOptions& options);

// Writes pictures of the scenes of a deck; returns the files. If one scene fails, returns its
// Problem and writes nothing.
[[nodiscard]] tl::expected<std::vector<std::filesystem::path>, Problem> take_scene_shots(
    const SceneShotOptions& options);

// Writes the picture of a sweep whose points have been run.
[[nodiscard]] tl::expected<void, Problem> draw_sweep(const SweepTable& table,
                                                     const SweepPictureOptions& options);

// Writes any picture. The builder is called more than once, each time with a different text
// measure.
[[nodiscard]] tl::expected<void, Problem> draw_figure(const FigureBuilder& build,
                                                      const FigureOptions& options);

}  // namespace lanescope::app
