// A DrawList's shapes as pixels. Text is not drawn here: whoever has the fonts lays the labels on
// top.
//
// Colours reach the framebuffer as the palette's own bytes: no sRGB conversion anywhere, edges
// blend in the same space as Dear ImGui's. Needs an OpenGL 3.3 core context with gl::load done.
#pragma once

#include <cstddef>
#include <memory>

#include <tl/expected.hpp>

#include "viz/gl/objects.h"
#include "viz/scene/draw_list.h"

namespace lanescope::draw {

// Where in the bound framebuffer (device pixels, origin top left).
struct Placement {
  int target_width = 0, target_height = 0;  // of the framebuffer
  float x = 0, y = 0;  // of the picture's top left corner; whole pixels keep edges sharp
  // Nothing outside of this is touched; width 0: the picture's own rectangle.
  scene::Rect clip{};
};

class Renderer {
 public:
  [[nodiscard]] static gl::Result<Renderer> create();
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  // Draws the shapes in their order over what is there. Leaves program, buffers, vertex array,
  // blending and scissor as it found them, so that it may be called from within a Dear ImGui draw
  // callback.
  void draw(const scene::DrawList& list, const Placement& placement);

  // How often cells of a heat map were written to a texture: once a level of a field.
  [[nodiscard]] std::size_t heat_uploads() const;

  // Fills the whole bound framebuffer.
  static void clear(const scene::Color& color);

 private:
  struct Impl;
  explicit Renderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanescope::draw
