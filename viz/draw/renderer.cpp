// A box is an instance of one quad; a curve is triangles. Shapes are drawn in list order:
// neighbours of the same kind are one draw call, and the list's two arrays are uploaded once.
#include "viz/draw/renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <glad/gl.h>

#include "viz/draw/stroke.h"
#include "viz/gl/objects.h"
#include "viz/picture/core/draw_list.h"
#include "viz/picture/core/heat.h"

namespace lanescope::draw {

namespace shaders {  // shaders/*.glsl, embedded by the build
extern const std::string_view box_vertex;
extern const std::string_view box_fragment;
extern const std::string_view heat_vertex;
extern const std::string_view heat_fragment;
extern const std::string_view stroke_vertex;
extern const std::string_view stroke_fragment;
}  // namespace shaders

namespace {

// Saves the OpenGL state that the renderer changes, and restores it on destruction.
class SavedState {
 public:
  SavedState();
  ~SavedState();
  SavedState(const SavedState&) = delete;
  SavedState& operator=(const SavedState&) = delete;

 private:
  int program_ = 0, vertex_array_ = 0, array_buffer_ = 0;
  int texture_unit_ = 0;
  std::array<int, 2> textures_{};  // of texture units 0 and 1
  std::array<int, 2> samplers_{};
  std::array<int, 4> viewport_{}, scissor_{};
  std::array<int, 4> blend_{};  // source and destination, for colour and for alpha
  std::array<int, 2> equation_{};
  std::array<bool, 4> enabled_{};  // blending, scissor, depth test, face culling
};

constexpr std::array<GLenum, 4> switches{GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE};

GLenum as_enum(int value) { return static_cast<GLenum>(value); }
gl::Name as_name(int value) { return static_cast<gl::Name>(value); }

SavedState::SavedState() {
  glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
  glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &array_buffer_);
  glGetIntegerv(GL_ACTIVE_TEXTURE, &texture_unit_);
  for (std::size_t i = 0; i < textures_.size(); ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &textures_[i]);
    glGetIntegerv(GL_SAMPLER_BINDING, &samplers_[i]);
    glBindSampler(static_cast<GLuint>(i), 0);  // use each texture's own parameters
  }
  glGetIntegerv(GL_VIEWPORT, viewport_.data());
  glGetIntegerv(GL_SCISSOR_BOX, scissor_.data());
  glGetIntegerv(GL_BLEND_SRC_RGB, &blend_[0]);
  glGetIntegerv(GL_BLEND_DST_RGB, &blend_[1]);
  glGetIntegerv(GL_BLEND_SRC_ALPHA, &blend_[2]);
  glGetIntegerv(GL_BLEND_DST_ALPHA, &blend_[3]);
  glGetIntegerv(GL_BLEND_EQUATION_RGB, &equation_[0]);
  glGetIntegerv(GL_BLEND_EQUATION_ALPHA, &equation_[1]);
  for (std::size_t i = 0; i < switches.size(); ++i)
    enabled_[i] = glIsEnabled(switches[i]) == GL_TRUE;
}

SavedState::~SavedState() {
  glUseProgram(as_name(program_));
  glBindVertexArray(as_name(vertex_array_));
  glBindBuffer(GL_ARRAY_BUFFER, as_name(array_buffer_));
  for (std::size_t i = 0; i < textures_.size(); ++i) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(i));
    glBindTexture(GL_TEXTURE_2D, as_name(textures_[i]));
    glBindSampler(static_cast<GLuint>(i), as_name(samplers_[i]));
  }
  glActiveTexture(as_enum(texture_unit_));
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  glScissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
  glBlendFuncSeparate(as_enum(blend_[0]), as_enum(blend_[1]), as_enum(blend_[2]),
                      as_enum(blend_[3]));
  glBlendEquationSeparate(as_enum(equation_[0]), as_enum(equation_[1]));
  for (std::size_t i = 0; i < switches.size(); ++i)
    (enabled_[i] ? glEnable : glDisable)(switches[i]);
}

// Draws each heat map as one rectangle. The cells of a level are uploaded to a float texture once,
// when that level is first drawn.

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

constexpr int cells_unit = 0, ramp_unit = 1;

void set_color(int location, const picture::Color& color) {
  glUniform4f(location, color.r, color.g, color.b, color.a);
}

// A position split into a whole cell and a fraction, so that both are exact in a large field.
struct CellPosition {
  int cell = 0;
  float within = 0;
};
CellPosition cell_position(double cells) {
  const double whole = std::floor(cells);
  return {static_cast<int>(whole), static_cast<float>(cells - whole)};
}

bool is_drawable(const picture::HeatMap& heat) {
  return heat.field && heat.ramp.size() >= 2 && heat.rect.w > 0 && heat.rect.h > 0 &&
         heat.x1 > heat.x0 && heat.y1 > heat.y0;
}

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
  const CellPosition x = cell_position(heat.x0 / level.cells_x);
  const CellPosition y = cell_position(heat.y0 / level.cells_y);
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

struct BoxInstance {
  float rect[4];
  float form[4];   // radius, border width, hatch period, unused
  float cover[4];  // the part to draw
  std::uint32_t fill, border, hatch;
};

// An outline is drawn as four sides: in a software renderer its empty inside would cost the most.
void append_box(const picture::Box& box, std::vector<BoxInstance>& instances) {
  const picture::Rect& r = box.rect;
  BoxInstance instance{{r.x, r.y, r.w, r.h},
                       {box.radius, box.border.a > 0 ? box.border_width : 0, box.hatch_period, 0},
                       {},
                       packed(box.fill),
                       packed(box.border),
                       packed(box.hatch)};
  const auto add = [&](float x, float y, float w, float h) {
    const float cover[4] = {x, y, w, h};
    std::copy(std::begin(cover), std::end(cover), instance.cover);
    instances.push_back(instance);
  };
  // One extra pixel on each side, for edges that lie between pixels.
  const float x = std::floor(r.x) - 1;
  const float y = std::floor(r.y) - 1;
  const float w = std::ceil(r.x + r.w) + 1 - x;
  const float h = std::ceil(r.y + r.h) + 1 - y;
  const float side = std::ceil(std::max(box.radius, box.border_width)) + 2;
  if (box.fill.a > 0 || box.hatch.a > 0 || w < 4 * side || h < 2 * side + 1) {
    add(x, y, w, h);
    return;
  }
  add(x, y, w, side);
  add(x, y + side, side, h - 2 * side);
  add(x + w - side, y + side, side, h - 2 * side);
  add(x, y + h - side, w, side);
}

const void* offset(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

void attribute(gl::Name location, int count, GLenum type, std::size_t stride, std::size_t at,
               bool per_instance) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, count, type, type == GL_UNSIGNED_BYTE ? GL_TRUE : GL_FALSE,
                        static_cast<GLsizei>(stride), offset(at));
  glVertexAttribDivisor(location, per_instance ? 1 : 0);
}

// Points the attributes at box number `first`, because OpenGL 3.3 has no base instance.
void point_at_boxes(std::size_t first) {
  const std::size_t base = first * sizeof(BoxInstance);
  attribute(0, 4, GL_FLOAT, sizeof(BoxInstance), base + offsetof(BoxInstance, rect), true);
  attribute(1, 4, GL_FLOAT, sizeof(BoxInstance), base + offsetof(BoxInstance, form), true);
  attribute(2, 4, GL_UNSIGNED_BYTE, sizeof(BoxInstance), base + offsetof(BoxInstance, fill), true);
  attribute(3, 4, GL_UNSIGNED_BYTE, sizeof(BoxInstance), base + offsetof(BoxInstance, border),
            true);
  attribute(5, 4, GL_FLOAT, sizeof(BoxInstance), base + offsetof(BoxInstance, cover), true);
  attribute(4, 4, GL_UNSIGNED_BYTE, sizeof(BoxInstance), base + offsetof(BoxInstance, hatch), true);
}

void point_at_strokes() {
  constexpr std::size_t stride = sizeof(StrokeVertex);
  attribute(0, 2, GL_FLOAT, stride, offsetof(StrokeVertex, x), false);
  attribute(1, 2, GL_FLOAT, stride, offsetof(StrokeVertex, across), false);
  attribute(2, 4, GL_UNSIGNED_BYTE, stride, offsetof(StrokeVertex, color), false);
}

struct Stage {
  gl::Program program;
  gl::Buffer buffer;
  gl::VertexArray vertex_array;
  int origin = -1, target = -1;  // uniforms

  void begin(const Placement& placement) const {
    program.use();
    vertex_array.bind();
    buffer.bind();
    glUniform2f(origin, placement.x, placement.y);
    glUniform2f(target, static_cast<float>(placement.target_width),
                static_cast<float>(placement.target_height));
  }
};

gl::Result<Stage> make_stage(std::string_view label, std::string_view vertex,
                             std::string_view fragment) {
  auto program = gl::Program::create(label, vertex, fragment);
  if (!program) return tl::unexpected(program.error());
  Stage stage;
  stage.program = std::move(*program);
  stage.buffer = gl::Buffer::create();
  stage.vertex_array = gl::VertexArray::create();
  stage.origin = stage.program.uniform("origin");
  stage.target = stage.program.uniform("target");
  return stage;
}

void set_state(const Placement& placement, const picture::Rect& clip) {
  glViewport(0, 0, placement.target_width, placement.target_height);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_SCISSOR_TEST);
  const auto left = static_cast<int>(std::floor(clip.x));
  const auto right = static_cast<int>(std::ceil(clip.x + clip.w));
  const auto top = static_cast<int>(std::floor(clip.y));
  const auto bottom = static_cast<int>(std::ceil(clip.y + clip.h));
  glScissor(left, placement.target_height - bottom, std::max(0, right - left),
            std::max(0, bottom - top));
}

}  // namespace

struct Renderer::Impl {
  Stage boxes;
  Stage strokes;
  HeatPainter heats;
  // Reused from frame to frame to keep their capacity.
  std::vector<BoxInstance> instances;
  std::vector<StrokeVertex> vertices;
  std::vector<std::size_t> box_begin;    // first instance of each box, and one past the last
  std::vector<std::size_t> curve_begin;  // first vertex of each curve, and one past the last

  void upload(const picture::DrawList& list) {
    instances.clear();
    vertices.clear();
    box_begin.clear();
    curve_begin.clear();
    for (const picture::Box& box : list.boxes) {
      box_begin.push_back(instances.size());
      append_box(box, instances);
    }
    box_begin.push_back(instances.size());
    for (const picture::Curve& curve : list.curves) {
      curve_begin.push_back(vertices.size());
      append_stroke(curve, vertices);
    }
    curve_begin.push_back(vertices.size());
    boxes.buffer.fill(instances.data(), instances.size() * sizeof(BoxInstance));
    strokes.buffer.fill(vertices.data(), vertices.size() * sizeof(StrokeVertex));
  }

  // Draws shapes [first, last) of the order, all of one kind. Each run of consecutive indices is
  // one call; a view adds its shapes in order, so there is normally one run.
  void draw_run(const picture::DrawList& list, std::size_t first, std::size_t last,
                const Placement& placement) {
    if (list.order[first].kind == picture::Shape::Kind::heat) {
      for (; first < last; ++first) heats.draw(list.heats[list.order[first].index], placement);
      return;
    }
    const bool is_box = list.order[first].kind == picture::Shape::Kind::box;
    (is_box ? boxes : strokes).begin(placement);
    if (!is_box) point_at_strokes();
    while (first < last) {
      std::size_t end = first + 1;
      while (end < last && list.order[end].index == list.order[end - 1].index + 1) ++end;
      const std::size_t from = list.order[first].index;
      const std::size_t count = end - first;
      if (is_box) {
        point_at_boxes(box_begin[from]);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4,
                              static_cast<GLsizei>(box_begin[from + count] - box_begin[from]));
      } else {
        glDrawArrays(GL_TRIANGLES, static_cast<GLint>(curve_begin[from]),
                     static_cast<GLsizei>(curve_begin[from + count] - curve_begin[from]));
      }
      first = end;
    }
  }
};

Renderer::Renderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

gl::Result<Renderer> Renderer::create() {
  auto boxes = make_stage("box", shaders::box_vertex, shaders::box_fragment);
  if (!boxes) return tl::unexpected(boxes.error());
  auto strokes = make_stage("stroke", shaders::stroke_vertex, shaders::stroke_fragment);
  if (!strokes) return tl::unexpected(strokes.error());
  auto heats = HeatPainter::create();
  if (!heats) return tl::unexpected(heats.error());
  auto impl = std::make_unique<Impl>();
  impl->heats = std::move(*heats);
  impl->boxes = std::move(*boxes);
  impl->strokes = std::move(*strokes);
  return Renderer(std::move(impl));
}

void Renderer::draw(const picture::DrawList& list, const Placement& placement) {
  if (list.order.empty() || placement.target_width < 1 || placement.target_height < 1) return;
  const SavedState saved;
  impl_->upload(list);
  const picture::Rect own{placement.x, placement.y, list.width, list.height};
  set_state(placement, placement.clip.w > 0 ? placement.clip : own);
  for (std::size_t first = 0; first < list.order.size();) {
    std::size_t last = first + 1;
    while (last < list.order.size() && list.order[last].kind == list.order[first].kind) ++last;
    impl_->draw_run(list, first, last, placement);
    first = last;
  }
}

std::size_t Renderer::heat_uploads() const { return impl_->heats.uploads(); }

void Renderer::clear(const picture::Color& color) {
  glDisable(GL_SCISSOR_TEST);
  glClearColor(color.r * color.a, color.g * color.a, color.b * color.a, color.a);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace lanescope::draw
