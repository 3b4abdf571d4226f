// Draws a DrawList's shapes. Text is not drawn here: the code that owns the fonts draws the labels
// on top.
//
// Colours reach the framebuffer as the palette's bytes: there is no sRGB conversion, and edges
// blend in the same space as Dear ImGui's. Needs an OpenGL 3.3 core context on which gl::load has
// run.
#pragma once

#include <cstddef>
#include <memory>

#include <tl/expected.hpp>

#include "viz/gl/objects.h"
#include "viz/picture/core/draw_list.h"

namespace lanescope::draw {

// A position in the bound framebuffer: device pixels, origin top left.
struct Placement {
  int target_width = 0, target_height = 0;  // of the framebuffer
  float x = 0, y = 0;  // the picture's top left corner; whole pixels keep edges sharp
  // Nothing outside this rectangle is touched. Width 0: the picture's own rectangle.
  picture::Rect clip{};
};

class Renderer {
 public:
  [[nodiscard]] static gl::Result<Renderer> create();
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  // Draws the shapes in order over the framebuffer's content. Restores program, buffers, vertex
  // array, blending and scissor, so that a Dear ImGui draw callback may call it.
  void draw(const picture::DrawList& list, const Placement& placement);

  // Number of times heat map cells were uploaded to a texture: once per level of a field.
  [[nodiscard]] std::size_t heat_uploads() const;

  // Fills the whole bound framebuffer.
  static void clear(const picture::Color& color);

 private:
  struct Impl;
  explicit Renderer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanescope::draw
