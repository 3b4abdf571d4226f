// The presenter window: a second window for the teacher's screen, with an OpenGL context of its
// own. panels/lecture/presenter_panel.h draws its content; it gets the picture as pixels.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/window/panels/lecture/presenter_panel.h"
#include "app/window/toolkit/gui.h"
#include "app/window/toolkit/platform.h"
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
  // Keys pressed in this window; they mean the same as in the main window.
  [[nodiscard]] std::vector<KeyPress> take_keys() { return platform_.take_keys(); }
  [[nodiscard]] bool keys_wait_for_frames() const { return platform_.keys_wait_for_frames(); }
  [[nodiscard]] bool take_activity() { return platform_.take_activity(); }

  // Scrolls the notes by wheel steps, positive down.
  void scroll_by(float steps) { panel_.scroll_by(steps); }
  [[nodiscard]] float scrolled() const { return panel_.scrolled(); }  // pixels
  // The picture, to be shown scaled down. width x height x 4 bytes, RGBA, top row first.
  void take_picture(int width, int height, std::vector<std::uint8_t> pixels);
  // `input` without the picture. The content is scaled to the window.
  void draw(PresenterInput input, const picture::Palette& palette, const text::Texts& texts);

 private:
  Presenter(const Platform& main, Platform platform, std::unique_ptr<Gui> gui);

  const Platform& main_;
  Platform platform_;
  std::unique_ptr<Gui> gui_;
  std::optional<gl::Texture> picture_;
  std::vector<std::uint8_t> pixels_;  // not yet uploaded to the texture
  int width_ = 0, height_ = 0;
  PresenterPanel panel_;
};

}  // namespace lanescope::app
