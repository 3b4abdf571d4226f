#include "viz/draw/gl_state.h"

#include <cstddef>

#include <glad/gl.h>

namespace lanescope::draw {
namespace {

constexpr std::array<GLenum, 4> switches{GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE};

GLenum as_enum(int value) { return static_cast<GLenum>(value); }
gl::Name as_name(int value) { return static_cast<gl::Name>(value); }

}  // namespace

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
  for (std::size_t i = 0; i < switches.size(); ++i) {
    enabled_[i] = glIsEnabled(switches[i]) == GL_TRUE;
  }
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
  for (std::size_t i = 0; i < switches.size(); ++i) {
    (enabled_[i] ? glEnable : glDisable)(switches[i]);
  }
}

}  // namespace lanescope::draw
