// What commands need of a screen. A build without the window has none of it.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include <tl/expected.hpp>

#include "app/screen/options.h"
#include "app/session/run.h"
#include "app/session/sweeps/table.h"

namespace lanescope::app {

// Empty functions in a build without the window.
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

}  // namespace lanescope::app
