// The bars above a text that is being edited: its name and state, and what is searched for in it.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/session/edit/edited_file.h"
#include "app/window/panels/base/typed_filter.h"
#include "app/window/toolkit/ui.h"

namespace lanescope::app {

inline constexpr float editor_header_h = 34;  // units

// What became of what is searched for.
enum class SearchResult : std::uint8_t { open, none, replaced_last };
struct EditorState {
  bool finds = false, has_errors = false;
  SearchResult result = SearchResult::open;
  bool can_compare = false;  // with the original
};
enum class EditorButton : std::uint8_t { none, done, find, restore, compare };
// Returns the button that was pressed.
EditorButton draw_editor_header(Ui& ui, const EditedFile& file, const EditorState& state,
                                const Rect& bar);

// Finds in a text and replaces what it finds by what one types into its two fields.
class SearchBar {
 public:
  // For the selection, if that is within a line.
  void open(const TextEdit& edit, bool replaces);
  void close() { is_open_ = false, keyboard_ = Keyboard::none; }
  void forget_replacing() { replaces_ = false; }  // of another text
  void leave();                                   // the text has the keyboard
  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] bool has_keyboard() const { return keyboard_ != Keyboard::none; }
  [[nodiscard]] SearchResult result() const { return result_; }

  // False: nothing is searched for, and it has opened.
  bool find(TextEdit& edit, TextEdit::Direction direction);
  void add(unsigned int code_point);

  // What a key or a press has done; `moved`: in the text, too.
  enum class Used : std::uint8_t { no, yes, moved };
  Used press(int key, int mods, TextEdit& edit);  // GLFW_KEY_*, GLFW_MOD_*
  Used draw(Ui& ui, const Rect& bar, TextEdit& edit, bool panel_has_keyboard);

 private:
  enum class Keyboard : std::uint8_t { none, find, replace };
  void replace(TextEdit& edit);
  Used press_button(std::string_view id, TextEdit& edit);

  bool is_open_ = false, replaces_ = false;
  Keyboard keyboard_ = Keyboard::none;
  TypedFilter wanted_, replacement_;
  bool matches_case_ = false;
  SearchResult result_ = SearchResult::open;
};
inline constexpr float search_bar_h = 36;  // units

}  // namespace lanescope::app
