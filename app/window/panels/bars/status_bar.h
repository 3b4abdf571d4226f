// The line at the bottom: what was launched, how much of it was simulated, and how long each stage
// took.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/window/panels/base/panel.h"
#include "app/window/toolkit/notice.h"

namespace lanescope::app {

class StatusBar final : public Panel {
 public:
  // True while a question is open: hides how much was executed.
  void cover(bool covered) { covered_ = covered; }
  // A message that replaces the launch until the next key or mouse press or change of
  // language, such as "saved as ...".
  // `stands_out`: it must not be missed, so it is shown larger, above the line.
  void say(Notice notice, bool stands_out = false) {
    notice_ = std::move(notice);
    stands_out_ = stands_out;
  }
  // What goes on beside the session, such as an export: shown while there is no notice.
  void show_work(std::string work) { work_ = std::move(work); }
  // Hides everything that differs from run to run.
  void hide_wall_times() { shows_wall_times_ = false; }
  [[nodiscard]] const Notice& notice() const { return notice_; }
  // The line has no room for all of it, or it must not be missed.
  [[nodiscard]] bool stands_out() const {
    return !notice_.empty() && (stands_out_ || cuts_notice_);
  }
  // Where the numbers on the screen come from, shown as badges on the left.
  struct Source {
    std::string word;
    Color color;
    std::string tip;  // may be empty
  };
  // A button that opens the closed messages again, such as "6 errors"; empty: there are none.
  void offer_messages(std::string label, Color color) {
    messages_ = std::move(label);
    messages_color_ = color;
  }
  // That button alone, at the right end of `room`, where the window has no status bar. Returns the
  // width it takes.
  float draw_messages(Ui& ui, const Rect& room);
  // Likewise that the launch is a guess, if it is one.
  static void draw_guess(Ui& ui, const Session& session, const Rect& room);
  // In the last draw() or draw_messages().
  [[nodiscard]] bool messages_pressed() const { return messages_pressed_; }
  void show_sources(std::vector<Source> sources) { sources_ = std::move(sources); }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;
  [[nodiscard]] bool has_background() const override { return false; }

 private:
  // Draws the compiler and its times at the right end of the area; a click chooses the next
  // compiler. Returns its left edge.
  float compiler_button(Ui& ui, Session& session, const Rect& area) const;
  [[nodiscard]] float messages_width(Ui& ui) const;
  // Draws the button of the closed messages; returns its width.
  float messages_button(Ui& ui, float x, const Rect& area);
  std::string messages_;
  Color messages_color_{};
  bool messages_pressed_ = false;
  Notice notice_;
  std::string work_;
  bool stands_out_ = false;
  bool cuts_notice_ = false;  // in the last frame
  std::string language_{};    // of the last frame
  std::vector<Source> sources_;
  bool shows_wall_times_ = true;
  bool covered_ = false;
};

// "NVRTC 12.4"
[[nodiscard]] std::string compiler_text(const Outcome& shown);
// Where the launch comes from if its lesson file was written for a kernel, and nobody has said yet
// that it is right: "guessed from the kernel's indices"; empty: it is no guess.
[[nodiscard]] std::string guess_text(const text::Texts& texts, const Outcome& shown);
// "emulating, block 312 of 1024"; shown while a run takes long enough to be noticed.
[[nodiscard]] std::string progress_text(const text::Texts& texts, const Progress& progress);
// "measuring shared tile (2 of 6): on the GPU"
[[nodiscard]] std::string measuring_text(const Session& session, const text::Texts& texts);

}  // namespace lanescope::app
