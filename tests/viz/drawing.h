// Base of tests that draw into the framebuffer of a hidden window and read pixels back. They need a
// display (a virtual one is enough).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include "viz/draw/renderer.h"
#include "viz/gl/objects.h"
#include "viz/picture/core/palette.h"

namespace lanescope::draw {

using picture::Box;
using picture::Color;
using picture::Curve;
using picture::DrawList;
using picture::rgb;

inline constexpr int side = 64;

struct WindowCloser {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};

// Each test gets a hidden window with a renderer.
class Drawing : public testing::Test {
 protected:
  void SetUp() override {
    if (glfwInit() == GLFW_FALSE) GTEST_SKIP() << "no display";
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    window_.reset(glfwCreateWindow(side, side, "draw_test", nullptr, nullptr));
    if (!window_) GTEST_SKIP() << "no OpenGL 3.3";
    glfwMakeContextCurrent(window_.get());
    ASSERT_TRUE(gl::load(glfwGetProcAddress));
    auto renderer = Renderer::create();
    ASSERT_TRUE(renderer) << renderer.error();
    renderer_ = std::make_unique<Renderer>(std::move(*renderer));
    auto target = gl::Framebuffer::create(side, side);
    ASSERT_TRUE(target) << target.error();
    target_ = std::make_unique<gl::Framebuffer>(std::move(*target));
    target_->bind();
    Renderer::clear(ground_);
    list_.width = list_.height = side;
  }

  void TearDown() override {
    target_.reset();
    renderer_.reset();
    window_.reset();
  }

  void add_box(picture::Rect rect, Color fill) {
    Box box;
    box.rect = rect;
    box.fill = fill;
    list_.add(box);
  }

  void draw(Placement placement = {side, side, 0, 0, {}}) {
    renderer_->draw(list_, placement);
    pixels_ = target_->read();
  }

  std::array<int, 4> at(int x, int y) const {
    const std::size_t first = static_cast<std::size_t>(y * side + x) * 4;
    return {pixels_[first], pixels_[first + 1], pixels_[first + 2], pixels_[first + 3]};
  }

  static std::array<int, 4> bytes_of(std::uint32_t hex) {
    return {static_cast<int>(hex >> 16U & 0xffU), static_cast<int>(hex >> 8U & 0xffU),
            static_cast<int>(hex & 0xffU), 255};
  }

  static constexpr std::uint32_t ground = 0x151b24;
  Color ground_ = rgb(ground);
  DrawList list_;
  std::unique_ptr<GLFWwindow, WindowCloser> window_;
  std::unique_ptr<Renderer> renderer_;
  std::unique_ptr<gl::Framebuffer> target_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace lanescope::draw
