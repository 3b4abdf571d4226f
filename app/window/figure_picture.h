// A picture alone, drawn by the window's own renderer and fonts, as pixels.
#pragma once

#include <filesystem>
#include <functional>

#include <tl/expected.hpp>

#include "app/window/gui.h"
#include "app/window/window.h"

namespace lanescope::app {

struct FigureLook {
  scene::Palette palette;
  float scale = 1;
  const text::Texts* texts = nullptr;
};
// Into a framebuffer of its own, as large as the picture makes itself; the window's stays as it is
// and has to be drawn again. The error names the file.
[[nodiscard]] tl::expected<void, std::string> write_figure(Gui& gui, const FigureBuilder& build,
                                                           const FigureLook& look,
                                                           const std::filesystem::path& file);

}  // namespace lanescope::app
