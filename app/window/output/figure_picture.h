// Draws a single picture with the window's renderer and fonts and saves its pixels.
#pragma once

#include <filesystem>
#include <functional>

#include <tl/expected.hpp>

#include "app/screen/options.h"
#include "app/window/toolkit/gui.h"

namespace lanescope::app {

struct FigureStyle {
  picture::Palette palette;
  float scale = 1;
  const text::Texts* texts = nullptr;
};
// Renders into a separate framebuffer of the picture's own size; the window has to be drawn again
// afterwards. The error names the file.
[[nodiscard]] tl::expected<void, std::string> write_figure(Gui& gui, const FigureBuilder& build,
                                                           const FigureStyle& figure_style,
                                                           const std::filesystem::path& file);

}  // namespace lanescope::app
