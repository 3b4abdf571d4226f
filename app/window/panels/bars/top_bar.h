// The top bar: what is run and how (lesson, variants, parameters with PAD as the large switch,
// compiler), and language and theme.
//
// If the window is narrow, the bar first drops key hints, then words; then the variants fold into
// one button and the bar takes a second row; then all parameters but PAD are hidden. F1 and the key
// for PAD always stay.
#pragma once

#include <optional>
#include <string>

#include "app/session/session.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class TopBar {
 public:
  // Height in pixels for the current window width. Call it before draw, which uses its result.
  float height(Ui& ui, const Session& session);
  void draw(Ui& ui, Session& session);

  // False: hides everything that differs from run to run, e.g. for a picture in a book.
  void show_times(bool shown) { shows_times_ = shown; }

  [[nodiscard]] bool editing() const { return !edited_.empty(); }
  void stop_editing() { edited_.clear(); }
  // Sets the parameter to the typed value if it is a number.
  void finish_editing(Session& session);

 private:
  // How much is shown. Each level hides more.
  enum class Detail : int { everything, no_hints, no_words, folded, least, bare };
  static constexpr float group_gap = 24;  // units
  struct Pen {
    Ui* ui = nullptr;
    Session* target = nullptr;  // nullptr: measures only
    const Session* session = nullptr;
    Detail detail = Detail::everything;
    float x = 0, middle = 0;
    [[nodiscard]] bool draws() const { return target != nullptr; }
  };

  void brand(Pen& pen);
  void guide_button(Pen& pen);
  void variants(Pen& pen);
  void parameters(Pen& pen);
  void parameter(Pen& pen, const lesson::Parameter& parameter, bool is_pad);
  void value_field(Pen& pen, const lesson::Parameter& parameter, float w);
  void status(Pen& pen);
  void compiler_button(Pen& pen, float top, float h);
  void appearance_buttons(Pen& pen, float top, float h);  // language and theme

  Detail detail_ = Detail::everything;
  bool shows_times_ = true;
  bool two_rows_ = false;
  float row_ = 0;  // height of the first row in pixels
  float brand_w_ = 0, status_w_ = 0;
  std::string edited_;  // the parameter being edited
  std::string typed_;
  bool edit_begins_ = false;
};

}  // namespace lanescope::app
