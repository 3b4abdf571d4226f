// OpenGL 3.3 objects that free themselves. Every call needs the context that created the object to
// be current.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace lanescope::gl {

using Name = unsigned int;  // GLuint
template <typename T>
using Result = tl::expected<T, std::string>;  // the error says what failed, with the driver's log

// Loads the entry points for the current context; `address_of` is glfwGetProcAddress or similar.
// Returns the renderer and the version: "llvmpipe (LLVM ...), 3.3 (Core Profile) Mesa ...".
using AddressOf = void (*(*)(const char*))();
[[nodiscard]] Result<std::string> load(AddressOf address_of);

// Owns one name; Free deletes it.
template <void (*Free)(Name)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(Name name) : name_(name) {}
  Handle(Handle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      if (name_ != 0) Free(name_);
      name_ = std::exchange(other.name_, 0);
    }
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (name_ != 0) Free(name_);
  }
  [[nodiscard]] Name name() const { return name_; }

 private:
  Name name_ = 0;
};

void free_program(Name name);
void free_buffer(Name name);
void free_vertex_array(Name name);
void free_texture(Name name);
void free_framebuffer(Name name);

class Program {
 public:
  [[nodiscard]] static Result<Program> create(std::string_view label, std::string_view vertex_glsl,
                                              std::string_view fragment_glsl);
  void use() const;
  // -1 when the program has no such uniform.
  [[nodiscard]] int uniform(const char* name) const;
  [[nodiscard]] Name name() const { return handle_.name(); }

 private:
  Handle<free_program> handle_;
};

// An array buffer that is refilled every frame.
class Buffer {
 public:
  [[nodiscard]] static Buffer create();
  void bind() const;
  // Orphans the old storage, so that the driver need not wait for it.
  void fill(const void* bytes, std::size_t byte_count) const;
  [[nodiscard]] Name name() const { return handle_.name(); }

 private:
  Handle<free_buffer> handle_;
};

class VertexArray {
 public:
  [[nodiscard]] static VertexArray create();
  void bind() const;

 private:
  Handle<free_vertex_array> handle_;
};

class Texture {
 public:
  // RGBA8, linear filter, clamped. `is_shrunk`: the texture is shown smaller than it is, so it gets
  // mipmaps, which keep thin lines and hatching visible.
  [[nodiscard]] static Texture create(int width, int height, const std::uint8_t* rgba = nullptr,
                                      bool is_shrunk = false);
  [[nodiscard]] Name name() const { return handle_.name(); }
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }

 private:
  Handle<free_texture> handle_;
  int width_ = 0, height_ = 0;
};

// An array of numbers for a shader to look up. It is folded into rows of a power of two, so that an
// array of any length fits a texture.
class FloatTexture {
 public:
  static constexpr int fold_shift = 12;
  // Number i is texel (i % 2^fold_shift, i / 2^fold_shift). Keeps the 2D texture binding of the
  // active unit.
  [[nodiscard]] static FloatTexture create(const std::vector<float>& numbers);
  [[nodiscard]] Name name() const { return handle_.name(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  Handle<free_texture> handle_;
  std::size_t bytes_ = 0;
};

// An off-screen framebuffer.
class Framebuffer {
 public:
  [[nodiscard]] static Result<Framebuffer> create(int width, int height);
  // Makes it the render target and sets the viewport to all of it.
  void bind() const;
  // Makes the window's framebuffer, of this size in pixels, the render target again.
  static void bind_window(int width, int height);
  // Copies all of it into the window's framebuffer: as large as fits, centred, on black.
  void show_in_window(int width, int height) const;
  // width x height x 4 bytes, RGBA, top row first.
  [[nodiscard]] std::vector<std::uint8_t> read() const;
  [[nodiscard]] const Texture& color() const { return color_; }

 private:
  Texture color_;
  Handle<free_framebuffer> handle_;
};

// Reads the framebuffer bound for reading: width x height x 4 bytes, RGBA, top row first.
[[nodiscard]] std::vector<std::uint8_t> read_pixels(int width, int height);

}  // namespace lanescope::gl
