// The window of the notes: a second window with an OpenGL context of its own, for the teacher's
// screen. What is in it, panels/presenter_panel.h draws; the picture's pixels are handed over.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/window/gui.h"
#include "app/window/panels/presenter_panel.h"
#include "app/window/platform.h"
#include "viz/gl/objects.h"

namespace lanescope::app {

class Presenter {
 public:
  // `main` keeps the keyboard, and its GL context is current again afterwards. The error is one
  // line.
  [[nodiscard]] static tl::expected<std::unique_ptr<Presenter>, std::string> open(
      const Platform& main, const std::string& title);
  ~Presenter();
  Presenter(const Presenter&) = delete;
  Presenter& operator=(const Presenter&) = delete;

  [[nodiscard]] bool wants_to_close() const { return platform_.wants_to_close(); }
  // Pressed there; they mean what they mean in the main window.
  [[nodiscard]] std::vector<KeyPress> take_keys() { return platform_.take_keys(); }
  [[nodiscard]] bool keys_wait_for_frames() const { return platform_.keys_wait_for_frames(); }
  [[nodiscard]] bool take_activity() { return platform_.take_activity(); }

  // The notes, by steps of the wheel, down positive.
  void scroll_by(float steps) { panel_.scroll_by(steps); }
  [[nodiscard]] float scrolled() const { return panel_.scrolled(); }  // pixels
  // width x height x 4 bytes, RGBA, top row first: the picture, to be shown small.
  void take_picture(int width, int height, std::vector<std::uint8_t> pixels);
  // `input` without the picture. What is drawn fits the window; `percent` of the text scale over
  // that.
  void draw(PresenterInput input, const scene::Palette& palette, const text::Texts& texts,
            int percent);

 private:
  Presenter(const Platform& main, Platform platform, std::unique_ptr<Gui> gui);

  const Platform& main_;
  Platform platform_;
  std::unique_ptr<Gui> gui_;
  std::optional<gl::Texture> picture_;
  std::vector<std::uint8_t> pixels_;  // not yet a texture
  int width_ = 0, height_ = 0;
  PresenterPanel panel_;
};

}  // namespace lanescope::app
