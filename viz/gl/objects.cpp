#include "viz/gl/objects.h"

#include <algorithm>

#include <fmt/format.h>
#include <glad/gl.h>

namespace lanescope::gl {

Result<std::string> load(AddressOf address_of) {
  const int version = gladLoadGL(address_of);
  if (version == 0) return tl::unexpected<std::string>("OpenGL could not be loaded");
  if (GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 33) {
    return tl::unexpected(fmt::format("OpenGL 3.3 is needed; this context has {}.{}",
                                      GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version)));
  }
  const auto text_of = [](GLenum name) { return reinterpret_cast<const char*>(glGetString(name)); };
  return fmt::format("{}, {}", text_of(GL_RENDERER), text_of(GL_VERSION));
}

void free_program(Name name) { glDeleteProgram(name); }
void free_buffer(Name name) { glDeleteBuffers(1, &name); }
void free_vertex_array(Name name) { glDeleteVertexArrays(1, &name); }
void free_texture(Name name) { glDeleteTextures(1, &name); }
void free_framebuffer(Name name) { glDeleteFramebuffers(1, &name); }

namespace {

void free_shader(Name name) { glDeleteShader(name); }
using Shader = Handle<free_shader>;

template <typename GetParameter, typename GetLog>
std::string log_of(Name name, GetParameter get_parameter, GetLog get_log) {
  GLint length = 0;
  get_parameter(name, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  GLsizei written = 0;
  get_log(name, static_cast<GLsizei>(log.size()), &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  return log;
}

Result<Shader> compile(std::string_view label, GLenum stage, std::string_view glsl) {
  Shader shader{glCreateShader(stage)};
  const char* text = glsl.data();
  const auto length = static_cast<GLint>(glsl.size());
  glShaderSource(shader.name(), 1, &text, &length);
  glCompileShader(shader.name());
  GLint good = 0;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &good);
  if (good != 0) return shader;
  return tl::unexpected(fmt::format("{} shader of '{}' does not compile: {}",
                                    stage == GL_VERTEX_SHADER ? "vertex" : "fragment", label,
                                    log_of(shader.name(), glGetShaderiv, glGetShaderInfoLog)));
}

}  // namespace

Result<Program> Program::create(std::string_view label, std::string_view vertex_glsl,
                                std::string_view fragment_glsl) {
  auto vertex = compile(label, GL_VERTEX_SHADER, vertex_glsl);
  if (!vertex) return tl::unexpected(vertex.error());
  auto fragment = compile(label, GL_FRAGMENT_SHADER, fragment_glsl);
  if (!fragment) return tl::unexpected(fragment.error());
  Program program;
  program.handle_ = Handle<free_program>(glCreateProgram());
  glAttachShader(program.name(), vertex->name());
  glAttachShader(program.name(), fragment->name());
  glLinkProgram(program.name());
  GLint good = 0;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &good);
  if (good == 0) {
    return tl::unexpected(fmt::format("program '{}' does not link: {}", label,
                                      log_of(program.name(), glGetProgramiv, glGetProgramInfoLog)));
  }
  glDetachShader(program.name(), vertex->name());
  glDetachShader(program.name(), fragment->name());
  return program;
}

void Program::use() const { glUseProgram(name()); }

int Program::uniform(const char* uniform_name) const {
  return glGetUniformLocation(name(), uniform_name);
}

Buffer Buffer::create() {
  Buffer buffer;
  Name name = 0;
  glGenBuffers(1, &name);
  buffer.handle_ = Handle<free_buffer>(name);
  return buffer;
}

void Buffer::bind() const { glBindBuffer(GL_ARRAY_BUFFER, name()); }

void Buffer::fill(const void* bytes, std::size_t byte_count) const {
  bind();
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(byte_count), bytes, GL_STREAM_DRAW);
}

VertexArray VertexArray::create() {
  VertexArray array;
  Name name = 0;
  glGenVertexArrays(1, &name);
  array.handle_ = Handle<free_vertex_array>(name);
  return array;
}

void VertexArray::bind() const { glBindVertexArray(handle_.name()); }

Texture Texture::create(int width, int height, const std::uint8_t* rgba, bool is_shrunk) {
  Texture texture;
  Name name = 0;
  glGenTextures(1, &name);
  texture.handle_ = Handle<free_texture>(name);
  texture.width_ = width;
  texture.height_ = height;
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  glBindTexture(GL_TEXTURE_2D, name);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                  is_shrunk ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
  if (is_shrunk) glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, static_cast<Name>(bound));
  return texture;
}

FloatTexture FloatTexture::create(const std::vector<float>& numbers) {
  constexpr std::size_t fold = std::size_t{1} << fold_shift;
  const std::size_t whole_rows = numbers.size() / fold;
  const std::size_t rest = numbers.size() % fold;
  const auto height = static_cast<GLsizei>(whole_rows + (rest > 0 ? 1 : 0));
  FloatTexture texture;
  texture.bytes_ = static_cast<std::size_t>(height) * fold * sizeof(float);
  Name name = 0;
  glGenTextures(1, &name);
  texture.handle_ = Handle<free_texture>(name);
  GLint bound = 0;
  GLint alignment = 4;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  glGetIntegerv(GL_UNPACK_ALIGNMENT, &alignment);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindTexture(GL_TEXTURE_2D, name);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, static_cast<GLsizei>(fold), height, 0, GL_RED, GL_FLOAT,
               nullptr);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, static_cast<GLsizei>(fold),
                  static_cast<GLsizei>(whole_rows), GL_RED, GL_FLOAT, numbers.data());
  if (rest > 0) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(whole_rows), static_cast<GLsizei>(rest),
                    1, GL_RED, GL_FLOAT, numbers.data() + whole_rows * fold);
  }
  glPixelStorei(GL_UNPACK_ALIGNMENT, alignment);
  glBindTexture(GL_TEXTURE_2D, static_cast<Name>(bound));
  return texture;
}

Result<Framebuffer> Framebuffer::create(int width, int height) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (width < 1 || height < 1 || width > largest || height > largest) {
    return tl::unexpected(
        fmt::format("a picture of {} x {} pixels: from 1 x 1 to {} x {} can be drawn", width,
                    height, largest, largest));
  }
  Framebuffer framebuffer;
  framebuffer.color_ = Texture::create(width, height);
  Name name = 0;
  glGenFramebuffers(1, &name);
  framebuffer.handle_ = Handle<free_framebuffer>(name);
  GLint bound = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
  glBindFramebuffer(GL_FRAMEBUFFER, name);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                         framebuffer.color_.name(), 0);
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<Name>(bound));
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    return tl::unexpected(
        fmt::format("no picture of {} x {} pixels can be drawn off screen "
                    "(framebuffer status 0x{:x})",
                    width, height, status));
  }
  return framebuffer;
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, handle_.name());
  glViewport(0, 0, color_.width(), color_.height());
}

void Framebuffer::bind_window(int width, int height) {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, width, height);
}

void Framebuffer::show_in_window(int width, int height) const {
  bind_window(width, height);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  // At its own size the image is copied; otherwise it is scaled, keeping its aspect ratio.
  const double scale = std::min(static_cast<double>(width) / color_.width(),
                                static_cast<double>(height) / color_.height());
  const int shown_w = static_cast<int>(color_.width() * scale);
  const int shown_h = static_cast<int>(color_.height() * scale);
  const int x = (width - shown_w) / 2;
  const int y = (height - shown_h) / 2;
  const bool is_same = shown_w == color_.width() && shown_h == color_.height();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, handle_.name());
  glBlitFramebuffer(0, 0, color_.width(), color_.height(), x, y, x + shown_w, y + shown_h,
                    GL_COLOR_BUFFER_BIT, is_same ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
}

std::vector<std::uint8_t> Framebuffer::read() const {
  GLint bound = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, handle_.name());
  std::vector<std::uint8_t> pixels = read_pixels(color_.width(), color_.height());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<Name>(bound));
  return pixels;
}

std::vector<std::uint8_t> read_pixels(int width, int height) {
  const auto row = static_cast<std::size_t>(width) * 4;
  std::vector<std::uint8_t> bottom_up(row * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, bottom_up.data());
  std::vector<std::uint8_t> pixels(bottom_up.size());
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
    const auto from = bottom_up.end() - static_cast<std::ptrdiff_t>((y + 1) * row);
    std::copy(from, from + static_cast<std::ptrdiff_t>(row),
              pixels.begin() + static_cast<std::ptrdiff_t>(y * row));
  }
  return pixels;
}

}  // namespace lanescope::gl
