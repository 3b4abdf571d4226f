// A box is an instance of one quad; a curve is triangles. Shapes are drawn in list order:
// neighbours of the same kind are one draw call, and the list's two arrays are uploaded once.
#include "viz/draw/renderer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <glad/gl.h>

#include "viz/draw/gl_state.h"
#include "viz/draw/heat.h"
#include "viz/draw/stroke.h"

namespace lanescope::draw {

namespace shaders {  // shaders/*.glsl, embedded by the build
extern const std::string_view box_vertex;
extern const std::string_view box_fragment;
extern const std::string_view stroke_vertex;
extern const std::string_view stroke_fragment;
}  // namespace shaders

namespace {

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
