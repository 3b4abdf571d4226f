// The plot of a sweep alone, as a file: what `lanescope sweep -o` and the window's key write.
#pragma once

#include <filesystem>
#include <string>

#include <tl/expected.hpp>

#include "app/window/gui.h"
#include "viz/scene/sweep.h"

namespace lanescope::app {

struct SweepPicture {
  scene::SweepInput input;
  int width = 0, height = 0;
  float scale = 1;  // device pixels a unit
  scene::Palette palette;
  const text::Texts* texts = nullptr;
};
// Into a framebuffer of its own; the window's stays as it is and has to be drawn again. The error
// names the file.
[[nodiscard]] tl::expected<void, std::string> write_sweep_picture(
    Gui& gui, const SweepPicture& picture, const std::filesystem::path& file);

}  // namespace lanescope::app
