// The presenter window: notes for the scene, the next scene, the elapsed time, and a small copy of
// the picture.
#pragma once

#include "app/session/lecture/lecture.h"
#include "app/window/panels/guide/text_column.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

struct PresenterInput {
  const Lecture* lecture = nullptr;  // nullptr: no lecture is running
  double elapsed_s = 0;              // since the lecture began
  bool frozen = false;               // the audience sees a frozen picture instead of this one
  // The current picture as an OpenGL texture of this window's context; 0: none yet.
  unsigned int picture = 0;
  int picture_width = 0, picture_height = 0;
};

// What both windows show while the picture is frozen: "frozen", and how to go on. Ends at `right`.
// Returns its place, which is to react to a click.
Rect draw_frozen_badge(Ui& ui, float right, float middle);

// The picture's place has room for its caption. Side by side with the notes, the next scene may
// begin further up, where the picture ends.
struct PresenterLayout {
  Rect top, picture, notes, next;
  bool beside = false;  // else one below the other
};
// For a window of this size; `unit`: pixels of a unit of the visual design.
[[nodiscard]] PresenterLayout presenter_layout(float width, float height, float unit);

class PresenterPanel {
 public:
  void draw(Ui& ui, const PresenterInput& input);
  // Where a click ends the freeze; empty: nothing is frozen.
  [[nodiscard]] const Rect& frozen_badge() const { return frozen_badge_; }
  void scroll_by(float steps) { notes_.scroll_by(steps); }
  [[nodiscard]] float scrolled() const { return notes_.scrolled(); }  // pixels

 private:
  void draw_top(Ui& ui, const PresenterInput& input, const Rect& row);
  // Draws the picture and its caption; returns the lower edge.
  static float draw_picture(Ui& ui, const PresenterInput& input, const Rect& area);
  void draw_notes(Ui& ui, const Lecture& lecture, const Rect& area);
  void draw_next(Ui& ui, const Lecture& lecture, const Rect& area);

  TextColumn notes_, next_;
  Rect frozen_badge_;
  std::uint64_t arrivals_ = 0;
};

// "1:05:09" or "7:03".
[[nodiscard]] std::string clock_text(double seconds);

}  // namespace lanescope::app
