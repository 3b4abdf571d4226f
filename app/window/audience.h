// Who sees what: the room the window, the teacher the window of the notes. A frozen picture stays
// in the room; with the notes' window open everything goes on there, without it nothing does until
// it is thawed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/lecture/lecture.h"
#include "app/session/settings.h"
#include "app/window/gui.h"
#include "app/window/keys.h"
#include "app/window/presenter.h"

namespace lanescope::app {

class Audience {
 public:
  Audience(Platform& platform, Gui& gui, const Lecture& lecture)
      : platform_(platform), gui_(gui), lecture_(lecture) {}

  // Opens or closes the window of the notes. What is to be told; empty: all went well.
  [[nodiscard]] std::string toggle_presenter(const text::Texts& texts);
  void toggle_freeze() {
    freeze_wanted_ = !frozen();
    frozen_.reset();
  }

  // Of the notes, down positive; nothing where their window is not open.
  void scroll_notes(float steps);
  [[nodiscard]] float notes_scrolled() const {  // pixels
    return presenter_ != nullptr ? presenter_->scrolled() : 0;
  }
  [[nodiscard]] bool has_presenter() const { return presenter_ != nullptr; }
  [[nodiscard]] bool frozen() const { return frozen_.has_value() || freeze_wanted_; }
  // Nothing but thawing, the notes, full screen and the end is listened to.
  [[nodiscard]] bool ignores(Command command) const;

  // Keys and activity of both windows. That of the notes goes when it is asked to close.
  [[nodiscard]] std::vector<KeyPress> take_keys();
  [[nodiscard]] bool keys_wait_for_frames() const;
  [[nodiscard]] bool take_activity();

  // Into the window: the picture, or the frozen one. Before the swap.
  FrameCost draw(Gui::Frame frame);
  // The window of the notes, if there is one.
  void draw_notes(const Settings& settings, const text::Texts& texts, double now_s);
  // Seconds until its clock shows another time; nothing: no clock is shown.
  [[nodiscard]] std::optional<double> next_tick_s(double now_s) const;

 private:
  void draw_badge_over(const Gui::Frame& frame);

  Platform& platform_;
  Gui& gui_;
  const Lecture& lecture_;
  std::unique_ptr<Presenter> presenter_;
  bool told_failure_ = false;
  bool freeze_wanted_ = false;
  std::optional<gl::Framebuffer> frozen_, live_;
  std::optional<double> begun_s_;  // the lecture
};

}  // namespace lanescope::app
