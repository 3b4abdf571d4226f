// Draws each heat map as one rectangle. The cells of a level are uploaded to a float texture once,
// when that level is first drawn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "viz/draw/renderer.h"
#include "viz/gl/objects.h"
#include "viz/picture/core/draw_list.h"

namespace lanescope::draw {

class HeatPainter {
 public:
  [[nodiscard]] static gl::Result<HeatPainter> create();

  // Draws into the bound framebuffer; blending must be set up. Leaves the program, the vertex
  // array, the active texture unit and its bindings changed.
  void draw(const picture::HeatMap& heat, const Placement& placement);

  // Number of cell textures uploaded so far.
  [[nodiscard]] std::size_t uploads() const { return uploads_; }

 private:
  // Upper limit for the cell textures kept; beyond it the least recently drawn are dropped.
  static constexpr std::size_t max_bytes = std::size_t{384} << 20;

  struct Kept {
    gl::FloatTexture texture;
    std::weak_ptr<const picture::HeatField> field;
    std::uint64_t seen = 0;  // number of the last drawing that used it
  };
  using Key = std::pair<std::uint64_t, std::size_t>;  // revision, level

  const gl::FloatTexture& cells_of(const std::shared_ptr<const picture::HeatField>& field,
                                   std::size_t level);
  void forget();
  void set_ramp(const std::vector<picture::Color>& ramp);
  void set_cells(const picture::HeatMap& heat, std::size_t level) const;
  void set_colors(const picture::HeatMap& heat) const;

  gl::Program program_;
  gl::VertexArray vertex_array_;
  std::map<Key, Kept> kept_;
  std::vector<picture::Color> ramp_;  // the colours in the ramp texture
  gl::Texture ramp_texture_;
  std::uint64_t drawings_ = 0;
  std::size_t uploads_ = 0;
};

}  // namespace lanescope::draw
