#include "app/window/toolkit/window_icon.h"

#include <algorithm>

#include "viz/draw/renderer.h"
#include "viz/gl/objects.h"
#include "viz/picture/core/icon.h"

namespace lanescope::app {
namespace {

// Edges are drawn premultiplied; icons need unmultiplied colours.
void divide_by_alpha(std::vector<std::uint8_t>& rgba) {
  for (std::size_t at = 0; at + 3 < rgba.size(); at += 4) {
    const int alpha = rgba[at + 3];
    for (std::size_t channel = 0; channel < 3 && alpha > 0; ++channel) {
      rgba[at + channel] =
          static_cast<std::uint8_t>(std::min(255, (rgba[at + channel] * 255 + alpha / 2) / alpha));
    }
  }
}

}  // namespace

tl::expected<std::vector<Platform::Icon>, std::string> draw_icons() {
  auto renderer = draw::Renderer::create();
  if (!renderer) return tl::unexpected(renderer.error());
  // The same in every theme: the desktop does not know the program's theme.
  const picture::Palette palette = picture::palette_for(picture::Theme::dark);
  std::vector<Platform::Icon> icons;
  for (const int size : {16, 24, 32, 48, 64, 128}) {
    auto target = gl::Framebuffer::create(size, size);
    if (!target) return tl::unexpected(target.error());
    target->bind();
    draw::Renderer::clear({0, 0, 0, 0});
    draw::Placement placement;
    placement.target_width = size;
    placement.target_height = size;
    renderer->draw(picture::build_icon(palette, static_cast<float>(size), true), placement);
    icons.push_back({size, target->read()});
    divide_by_alpha(icons.back().rgba);
  }
  return icons;
}

}  // namespace lanescope::app
