// What is run: the lesson's variant and the kernel's parameters, PAD first as the large switch.
//
// The others follow in the lesson file's order, in every step and variant alike: a step must not
// move what the mouse has just been on.
//
// In less room the variants fold from tabs into one button between two steps ("4 of 7"); then key
// hints and steps are left out, then the numbers' own - and +; then the last parameters. What is
// left out is in a sheet of its own, which a button opens.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class LaunchControls {
 public:
  // Draws them from the left end of the area, with whatever detail has room there.
  // `sheet_open`: the sheet is drawn above them.
  void draw(Ui& ui, Session& session, const Rect& area, bool sheet_open);
  // The sheet with every parameter. True if a click asks to close it.
  [[nodiscard]] bool draw_sheet(Ui& ui, Session& session);

  // A ring around the padding's switch: it is what to press first.
  void point_at_padding(bool points) { points_at_padding_ = points; }

  [[nodiscard]] bool editing() const { return !edited_.empty(); }
  void stop_editing() { edited_.clear(); }
  // Sets the parameter to the typed value if it is a number, or to the nearest that the lesson
  // allows, and says so if it is another one.
  void finish_editing(Ui& ui, Session& session);

 private:
  // How much is shown. Each level hides more.
  enum class Detail : int { tabs, folded, no_hints, no_steps, numbers, bare };
  struct Pen {
    Ui* ui = nullptr;
    Session* target = nullptr;  // nullptr: measures only
    const Session* session = nullptr;
    const LessonCard::Variant* variant = nullptr;  // whose parameters; nullptr: there are none
    Detail detail = Detail::tabs;
    float x = 0, middle = 0;
    float title_room = 0;  // of a folded variant's title; 0: as wide as it is
    [[nodiscard]] bool draws() const { return target != nullptr; }
  };

  void variants(Pen& pen);
  void folded_variants(Pen& pen);
  void parameter(Pen& pen, const lesson::Parameter& parameter);
  void pad_switch(Pen& pen, const lesson::Parameter& parameter);
  void value_field(Pen& pen, const lesson::Parameter& parameter, float w, bool in_sheet = false);
  // Else a number stands in a box without - and +.
  [[nodiscard]] static bool has_steppers(const Pen& pen) { return pen.detail < Detail::numbers; }
  [[nodiscard]] static float gap_after(const Pen& pen);  // units
  [[nodiscard]] static float field_width(const Pen& pen, std::int64_t widest);
  void edit(const lesson::Parameter& parameter, std::int64_t value, bool in_sheet);
  void sheet_button(Pen& pen, std::size_t hidden, std::size_t all);

  std::string edited_;  // the parameter being edited
  std::string typed_;
  bool edit_begins_ = false;
  bool edits_in_sheet_ = false;
  bool points_at_padding_ = false;
};

}  // namespace lanescope::app
