// Parses the program's arguments and runs the chosen command. Every command returns a Result;
// nothing is printed here.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/command_line/result.h"
#include "app/screen/options.h"
#include "app/session/sweeps/table.h"

namespace lanescope::app {

// What commands need of a screen. Empty functions in a build without the window.
struct Screen {
  // Returns the exit code when the window is closed.
  std::function<int(const WindowOptions&)> open_window;
  std::function<tl::expected<void, Problem>(const ShotOptions&)> take_shot;
  std::function<tl::expected<void, Problem>(const SweepTable&, const SweepPictureOptions&)>
      draw_sweep{};
  std::function<tl::expected<std::vector<std::filesystem::path>, Problem>(const SceneShotOptions&)>
      take_scenes{};
  std::function<tl::expected<void, Problem>(const FigureBuilder&, const FigureOptions&)>
      draw_figure{};
};

// `arguments`: without the program's name.
[[nodiscard]] Result run_command_line(const std::vector<std::string>& arguments,
                                      const Screen& screen);

}  // namespace lanescope::app
