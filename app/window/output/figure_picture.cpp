#include "app/window/output/figure_picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/figures/theme.h"
#include "app/window/output/png_file.h"
#include "viz/gl/objects.h"

namespace lanescope::app {
namespace {

constexpr float largest_side = 16384;  // pixels; the usual limit of GL 3.3 hardware

}  // namespace

tl::expected<void, std::string> write_figure(Gui& gui, const FigureBuilder& build,
                                             const FigureStyle& figure_style,
                                             const std::filesystem::path& file) {
  Gui::Frame frame;
  frame.scale = figure_style.scale;
  frame.palette = figure_style.palette;
  frame.palette.background = figure_style.palette.panel;
  frame.texts = figure_style.texts;
  float width = 64;
  float height = 64;
  frame.content = [&](Ui& ui) {
    picture::DrawList picture = build(ui.style());
    width = picture.width;
    height = picture.height;
    ui.paint(std::move(picture), {0, 0, width, height});
  };
  // The first frames load the fonts, and the picture's size depends on them.
  constexpr int tries = 3;
  for (int i = 0; i < tries; ++i) {
    if (std::max(width, height) > largest_side) {
      return tl::unexpected(fmt::format("{}: a picture of {:.0f} x {:.0f} pixels is too large",
                                        file.string(), width, height));
    }
    frame.width = static_cast<int>(std::lround(width));
    frame.height = static_cast<int>(std::lround(height));
    auto target = gl::Framebuffer::create(frame.width, frame.height);
    if (!target) {
      return tl::unexpected(target.error());
    }
    target->bind();
    gui.render(frame);
    if (i + 1 == tries) {
      target->bind();
      return write_png(file, frame.width, frame.height, target->read());
    }
  }
  return {};
}

tl::expected<void, Problem> draw_figure(const FigureBuilder& build, const FigureOptions& options) {
  const auto platform = Platform::create({64, 64, false});
  if (!platform) {
    return tl::unexpected(Problem{3, false, platform.error(), "", 0, 0});
  }
  const auto gui = Gui::create(*platform, true);
  if (!gui) {
    return tl::unexpected(Problem{3, false, gui.error(), "", 0, 0});
  }
  const text::Texts texts(options.language);
  const FigureStyle figure_style{figure_palette(options.theme),
                                 static_cast<float>(options.scale_percent) / 100.0F, &texts};
  if (const auto written = write_figure(**gui, build, figure_style, options.output); !written) {
    return tl::unexpected(Problem{2, false, written.error(), options.output.string(), 0, 0});
  }
  return {};
}

}  // namespace lanescope::app
