// A text with its caret and selection as one string: "|" is the caret, "^" the other end of the
// selection.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/session/edit/text_edit.h"

namespace lanescope::app {

using Unit = TextEdit::Unit;
using Direction = TextEdit::Direction;
inline constexpr Direction back = Direction::back, forth = Direction::forth;

inline TextPlace place_of(const std::string& text, std::size_t offset) {
  const std::string before = text.substr(0, offset);
  return {static_cast<std::size_t>(std::ranges::count(before, '\n')),
          before.size() - (before.rfind('\n') + 1)};
}

inline std::size_t offset_of(const TextEdit& edit, TextPlace place) {
  std::size_t offset = place.column;
  for (std::size_t i = 0; i < place.line; ++i) offset += edit.lines()[i].size() + 1;
  return offset;
}

inline TextEdit edit_of(std::string text) {
  const std::size_t anchor = text.find('^');
  if (anchor != text.npos) text.erase(anchor, 1);
  std::size_t caret = text.find('|');
  if (caret != text.npos) text.erase(caret, 1);
  if (caret == text.npos) caret = 0;
  TextEdit edit;
  edit.set(text);
  if (anchor != text.npos) edit.place(place_of(text, anchor - (anchor > caret ? 1 : 0)), false);
  edit.place(place_of(text, caret), anchor != text.npos);
  return edit;
}

inline std::string shown(const TextEdit& edit) {
  std::string text;
  for (const std::string& line : edit.lines()) text += line + '\n';
  text.pop_back();
  std::size_t caret = offset_of(edit, edit.caret());
  const std::size_t anchor = offset_of(edit, edit.anchor());
  if (edit.has_selection()) text.insert(anchor, "^");
  if (edit.has_selection() && anchor < caret) ++caret;
  return text.insert(caret, "|");
}

}  // namespace lanescope::app
