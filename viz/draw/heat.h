// Heat maps as one rectangle each: the cells are a float texture that is written once for each
// level of a field, when it is first seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "viz/draw/renderer.h"
#include "viz/gl/objects.h"
#include "viz/scene/draw_list.h"

namespace lanescope::draw {

class HeatPainter {
 public:
  [[nodiscard]] static gl::Result<HeatPainter> create();

  // Into the bound framebuffer; blending is set. Leaves program, vertex array, the active texture
  // unit and its bindings changed.
  void draw(const scene::HeatMap& heat, const Placement& placement);

  // Textures of cells written so far.
  [[nodiscard]] std::size_t uploads() const { return uploads_; }

 private:
  // Of cells that are kept; beyond it what was not seen for longest goes.
  static constexpr std::size_t most_bytes = std::size_t{384} << 20;

  struct Kept {
    gl::FloatTexture texture;
    std::weak_ptr<const scene::HeatField> field;
    std::uint64_t seen = 0;  // number of the drawing
  };
  using Key = std::pair<std::uint64_t, std::size_t>;  // revision, level

  const gl::FloatTexture& cells_of(const std::shared_ptr<const scene::HeatField>& field,
                                   std::size_t level);
  void forget();
  void set_ramp(const std::vector<scene::Color>& ramp);
  void set_cells(const scene::HeatMap& heat, std::size_t level) const;
  void set_colors(const scene::HeatMap& heat) const;

  gl::Program program_;
  gl::VertexArray vertex_array_;
  std::map<Key, Kept> kept_;
  std::vector<scene::Color> ramp_;  // what the texture holds
  gl::Texture ramp_texture_;
  std::uint64_t drawings_ = 0;
  std::size_t uploads_ = 0;
};

}  // namespace lanescope::draw
