// A filter above a list: while the list is open, everything that is typed goes into it. It needs no
// text field, so that the arrow keys stay with the list.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "app/window/toolkit/ui.h"

namespace lanescope::app {

class TypedFilter {
 public:
  static constexpr std::size_t max_bytes = 60;

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  void set(std::string text) { text_ = std::move(text); }
  void clear() { text_.clear(); }
  // Removes the last character.
  void erase();
  // Appends a character. Control characters, and a space or slash at the beginning, are ignored:
  // the slash opens the palette.
  void add(unsigned int code_point);
  // Appends what was typed since the last frame. True if anything was.
  bool take_typed();
  // Draws the field; with `hint` while it is empty.
  void draw(Ui& ui, const Rect& field, const std::string& hint) const;

 private:
  std::string text_;  // UTF-8
};

// In lower case as far as ASCII goes, for comparing what is typed.
[[nodiscard]] std::string lower(std::string text);

}  // namespace lanescope::app
