// The screens of a lecture: the audience sees the main window, the teacher the presenter window. A
// frozen picture stays on the audience's screen. If the presenter window is open, the live view
// continues there; if not, nothing changes until the picture is unfrozen. Both windows have a badge
// that unfreezes it, and so does the button that froze it. With the presenter window open, the
// audience sees that badge only while the pointer is at the window's lower edge, where that button
// is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/files/settings.h"
#include "app/session/lecture/lecture.h"
#include "app/window/panels/lecture/presenter_panel.h"
#include "app/window/toolkit/gui.h"
#include "app/window/toolkit/keys.h"
#include "app/window/toolkit/platform.h"
#include "viz/gl/objects.h"

namespace lanescope::app {

// The presenter window: a second window for the teacher's screen, with an OpenGL context of its
// own. It gets the picture as pixels.
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
  // Of the keyboard in this window: its keys mean the same as in the main window.
  [[nodiscard]] std::optional<InputEvent> next_input() { return platform_.next_input(false); }
  [[nodiscard]] bool input_waits_for_frames() const { return platform_.input_waits_for_frames(); }
  [[nodiscard]] bool take_activity() { return platform_.take_activity(); }

  // Scrolls the notes by wheel steps, positive down.
  void scroll_by(float steps) { panel_.scroll_by(steps); }
  [[nodiscard]] float scrolled() const { return panel_.scrolled(); }  // pixels
  // The picture, to be shown scaled down. width x height x 4 bytes, RGBA, top row first.
  void take_picture(int width, int height, std::vector<std::uint8_t> pixels);
  // `input` without the picture. The content is scaled to the window.
  void draw(PresenterInput input, const picture::Palette& palette, const text::Texts& texts);
  // True, once, if the end of the freeze was clicked since the last call.
  [[nodiscard]] bool take_thaw();

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

class Audience {
 public:
  Audience(Platform& platform, Gui& gui, const Lecture& lecture)
      : platform_(platform), gui_(gui), lecture_(lecture) {}

  // Opens or closes the presenter window. Returns a message for the user; empty if all went well.
  [[nodiscard]] std::string toggle_presenter(const text::Texts& texts);
  void toggle_freeze() {
    freeze_wanted_ = !frozen();
    frozen_.reset();
  }

  // Scrolls the notes, positive down; does nothing if the presenter window is closed.
  void scroll_notes(float steps);
  [[nodiscard]] float notes_scrolled() const {  // pixels
    return presenter_ != nullptr ? presenter_->scrolled() : 0;
  }
  [[nodiscard]] bool has_presenter() const { return presenter_ != nullptr; }
  [[nodiscard]] bool frozen() const { return frozen_.has_value() || freeze_wanted_; }
  // Esc ends the freeze before anything else. True if it did.
  [[nodiscard]] bool thaw_by(Command command);
  // While frozen without a presenter window, all commands are ignored except freeze, presenter
  // notes, full screen and quit.
  [[nodiscard]] bool ignores(Command command) const;

  // Keys and activity of both windows. take_activity() also closes the presenter window if the user
  // asked for it. ImGui gets what happened in the main window. `typing`: as in InputQueue::next().
  [[nodiscard]] std::optional<InputEvent> next_key(bool typing);  // pressed or repeated
  [[nodiscard]] bool input_waits_for_frames() const;
  [[nodiscard]] bool take_activity();

  // Draws the live or the frozen picture into the main window. Call before the swap.
  FrameCost draw(Gui::Frame frame);
  // Draws the presenter window if it is open.
  void draw_notes(const Settings& settings, const text::Texts& texts, double now_s);
  // Seconds until the presenter's clock changes; nothing if no clock is shown.
  [[nodiscard]] std::optional<double> next_tick_s(double now_s) const;

 private:
  void draw_badge_over(const Gui::Frame& frame);
  [[nodiscard]] bool take_thaw();

  Platform& platform_;
  Gui& gui_;
  const Lecture& lecture_;
  std::unique_ptr<Presenter> presenter_;
  bool reported_failure_ = false;
  bool freeze_wanted_ = false;
  std::optional<gl::Framebuffer> frozen_, live_;
  Rect badge_;                     // in the main window; empty: not shown
  Rect freeze_button_;             // on the frozen picture
  bool swallows_click_ = false;    // on that button: it must not freeze the picture again
  std::optional<double> begun_s_;  // when the lecture began
};

}  // namespace lanescope::app
