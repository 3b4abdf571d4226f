// Options of the window and of pictures drawn without one. Declarations only: a build without the
// window includes them, too.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include <tl/expected.hpp>

#include "app/session/files/settings.h"
#include "app/session/run/run.h"
#include "kernels/compile/compile.h"
#include "kernels/lesson_file/lesson.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/style.h"

namespace lanescope::app {

struct WindowOptions {
  std::string lesson = "transpose";  // a shipped id or a path
  std::string variant;  // empty: "tile" for transpose, the first one for any other lesson
  lesson::Values overrides;
  compile::Compiler compiler = compile::Compiler::automatic;
  std::string machine;  // as in RunRequest
  // Options not given keep their last value; for a shot, the defaults of Settings.
  std::string theme;                 // "dark", "light", "contrast"
  std::string language;              // one of text::languages()
  std::optional<int> width, height;  // both or neither
  std::optional<int> scale_percent;  // 75..250
  std::string recording;             // what --recording names; empty: as settings have it
  std::optional<int> device;         // which GPU measures
  std::string step_name;  // name of a step of the lesson's guide, or "exercise"; empty: no guide
  std::string view;       // for parse_view() in app/session/selection/selection.h; empty: auto
  // Begins with the start page, at the place where the user was; the options above say nothing of
  // what to show.
  bool start_page = false;
  // A file that no lesson names: a whole program is run, for another one the start page offers to
  // write a lesson.
  std::string kernel;
  // Runs a whole program, which takes seconds, if it ends at all: a stop kills it. Called on a
  // worker thread. Where its launches are, or why there are none.
  std::function<tl::expected<std::filesystem::path, std::string>(const std::filesystem::path&,
                                                                 const std::stop_token&)>
      run_program{};
};

struct ShotOptions : WindowOptions {
  std::filesystem::path output;  // a PNG, replaced only by a complete one
  bool answered = false;         // for a step: skip its questions and show the results
};

// Scenes of a lecture, as the audience sees them. Lesson, variant, values and view come from the
// scene.
struct SceneShotOptions : WindowOptions {
  std::string deck;                   // an id or a path
  std::optional<std::size_t> number;  // from 1; none: all scenes
  std::filesystem::path output;       // a PNG; for all scenes a folder, created if missing
  bool answered = false;              // show what is covered until it is revealed
};

// The plot of a sweep alone.
struct SweepPictureOptions {
  std::filesystem::path output;  // as in ShotOptions
  int width = 1600, height = 900;
  std::string theme, language;  // as in WindowOptions; empty: dark, en
  int scale_percent = 125;
};

// A single picture; it sets its own size.
struct FigureOptions {
  std::filesystem::path output;  // as in ShotOptions
  Theme theme = Theme::dark;
  std::string language = "en";
  int scale_percent = 100;
};
using FigureBuilder = std::function<picture::DrawList(const picture::Style&)>;

}  // namespace lanescope::app
