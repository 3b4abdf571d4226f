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
  static constexpr std::size_t max_bytes = 1000;  // a path may be long

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  void set(std::string text) { text_ = std::move(text); }
  void clear() { text_.clear(); }
  // Empties the filter of a list that has just been opened. `by_slash`: by that key, whose
  // character arrives after it and is not meant for the filter.
  void begin(bool by_slash);
  // All that is typed is selected: the next character replaces it.
  void select_all() { all_selected_ = !text_.empty(); }
  // Removes the last character, or all that is selected.
  void erase();
  // Appends a character. Control characters and a space at the beginning are ignored.
  void add(unsigned int code_point);
  // Appends one byte of a character in UTF-8, as a clipboard has it.
  void add_byte(char byte);
  // Appends what was typed since the last frame. True if anything was.
  bool take_typed(Ui& ui);
  // Draws the field; with `hint` while it is empty.
  void draw(Ui& ui, const Rect& field, const std::string& hint, bool has_keyboard = true) const;

 private:
  std::string text_;  // UTF-8
  bool all_selected_ = false;
  bool awaits_slash_ = false;  // of the key that opened the list
};

// Appends a character as UTF-8.
void append_utf8(std::string& text, unsigned int code_point);

// In lower case as far as ASCII goes, for comparing what is typed.
[[nodiscard]] std::string lower(std::string text);

}  // namespace lanescope::app
