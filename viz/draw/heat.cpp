#include "viz/draw/heat.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <glad/gl.h>

#include "viz/draw/stroke.h"
#include "viz/picture/core/heat_color.h"
#include "viz/picture/core/heat_field.h"

namespace lanescope::draw {

namespace shaders {
extern const std::string_view heat_vertex;
extern const std::string_view heat_fragment;
}  // namespace shaders

namespace {

constexpr int cells_unit = 0, ramp_unit = 1;

void set_color(int location, const picture::Color& color) {
  glUniform4f(location, color.r, color.g, color.b, color.a);
}

// A position split into a whole cell and a fraction, so that both are exact in a large field.
struct Place {
  int cell = 0;
  float within = 0;
};
Place place_of(double cells) {
  const double whole = std::floor(cells);
  return {static_cast<int>(whole), static_cast<float>(cells - whole)};
}

bool is_drawable(const picture::HeatMap& heat) {
  return heat.field && heat.ramp.size() >= 2 && heat.rect.w > 0 && heat.rect.h > 0 &&
         heat.x1 > heat.x0 && heat.y1 > heat.y0;
}

}  // namespace

gl::Result<HeatPainter> HeatPainter::create() {
  auto program = gl::Program::create("heat", shaders::heat_vertex, shaders::heat_fragment);
  if (!program) return tl::unexpected(program.error());
  HeatPainter painter;
  painter.program_ = std::move(*program);
  painter.vertex_array_ = gl::VertexArray::create();
  return painter;
}

// Drops the textures of fields that no longer exist, then the least recently drawn ones while the
// rest exceed max_bytes.
void HeatPainter::forget() {
  std::erase_if(kept_, [](const auto& entry) { return entry.second.field.expired(); });
  const auto bytes = [&] {
    std::size_t sum = 0;
    for (const auto& [key, kept] : kept_) sum += kept.texture.bytes();
    return sum;
  };
  while (kept_.size() > 1 && bytes() > max_bytes) {
    kept_.erase(std::min_element(kept_.begin(), kept_.end(), [](const auto& a, const auto& b) {
      return a.second.seen < b.second.seen;
    }));
  }
}

const gl::FloatTexture& HeatPainter::cells_of(
    const std::shared_ptr<const picture::HeatField>& field, std::size_t level) {
  const Key key{field->revision, level};
  auto found = kept_.find(key);
  if (found == kept_.end()) {
    found =
        kept_.emplace(key, Kept{gl::FloatTexture::create(field->levels[level].values), field, 0})
            .first;
    ++uploads_;
    found->second.seen = drawings_;
    forget();
  }
  found->second.seen = drawings_;
  return found->second.texture;
}

void HeatPainter::set_ramp(const std::vector<picture::Color>& ramp) {
  if (ramp_ == ramp) return;
  ramp_ = ramp;
  std::vector<std::uint32_t> bytes;
  bytes.reserve(ramp.size());
  for (const picture::Color& color : ramp) bytes.push_back(packed(color));
  ramp_texture_ = gl::Texture::create(static_cast<int>(ramp.size()), 1,
                                      reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

void HeatPainter::set_cells(const picture::HeatMap& heat, std::size_t number) const {
  const picture::HeatLevel& level = heat.field->levels[number];
  const picture::CellSize size = picture::cell_size(heat);
  const Place x = place_of(heat.x0 / level.cells_x);
  const Place y = place_of(heat.y0 / level.cells_y);
  glUniform1i(program_.uniform("cells"), cells_unit);
  glUniform1i(program_.uniform("fold_shift"), gl::FloatTexture::fold_shift);
  glUniform2i(program_.uniform("size"), static_cast<int>(level.width),
              static_cast<int>(level.height));
  glUniform2i(program_.uniform("first"), x.cell, y.cell);
  glUniform2f(program_.uniform("within"), x.within, y.within);
  glUniform2f(program_.uniform("cells_per_px"), static_cast<float>(1 / (size.x * level.cells_x)),
              static_cast<float>(1 / (size.y * level.cells_y)));
  const double shift = heat.x0 * size.x + heat.y0 * size.y;
  const double period = heat.hatch_period;
  glUniform1f(program_.uniform("hatch_shift"),
              period > 0 ? static_cast<float>(shift - std::floor(shift / period) * period) : 0);
}

void HeatPainter::set_colors(const picture::HeatMap& heat) const {
  const picture::HeatDetail detail = picture::detail_of(heat);
  glUniform1i(program_.uniform("ramp"), ramp_unit);
  glUniform1i(program_.uniform("ramp_size"), static_cast<int>(heat.ramp.size()));
  glUniform2f(program_.uniform("range"), heat.low, heat.high);
  glUniform1i(program_.uniform("logarithmic"), heat.logarithmic ? 1 : 0);
  set_color(program_.uniform("none"), heat.none);
  set_color(program_.uniform("none_hatch"), heat.none_hatch);
  set_color(program_.uniform("grid"), heat.grid);
  glUniform1i(program_.uniform("lines_x"), detail.lines_x ? 1 : 0);
  glUniform1i(program_.uniform("lines_y"), detail.lines_y ? 1 : 0);
  set_color(program_.uniform("hatch"), heat.hatch);
  glUniform1f(program_.uniform("hatch_from"), heat.hatch_from);
  glUniform1f(program_.uniform("hatch_period"), heat.hatch_period);
}

void HeatPainter::draw(const picture::HeatMap& heat, const Placement& placement) {
  if (!is_drawable(heat)) return;
  ++drawings_;
  const std::size_t level = picture::detail_of(heat).level;
  glActiveTexture(GL_TEXTURE0 + ramp_unit);
  set_ramp(heat.ramp);
  glBindTexture(GL_TEXTURE_2D, ramp_texture_.name());
  glActiveTexture(GL_TEXTURE0 + cells_unit);
  glBindTexture(GL_TEXTURE_2D, cells_of(heat.field, level).name());
  program_.use();
  vertex_array_.bind();
  glUniform2f(program_.uniform("origin"), placement.x, placement.y);
  glUniform2f(program_.uniform("target"), static_cast<float>(placement.target_width),
              static_cast<float>(placement.target_height));
  glUniform4f(program_.uniform("rect"), heat.rect.x, heat.rect.y, heat.rect.w, heat.rect.h);
  set_cells(heat, level);
  set_colors(heat);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace lanescope::draw
