// A text being edited: caret, selection, undo, and the operations of an editor for code. No screen.
//
// Positions are offsets in bytes, from 0 to the text's size, never within a character of UTF-8.
// Lines count from 1. Line ends are '\n'; file_text() has those of the file again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::app {

enum class Motion : std::uint8_t {
  left,
  right,
  up,
  down,
  word_left,
  word_right,
  line_start,  // the first character that is no blank, then the line's beginning
  line_end,
  page_up,
  page_down,
  text_start,
  text_end,
};

struct FindOptions {
  bool match_case = false;
  bool whole_word = false;
};

class TextEdit {
 public:
  explicit TextEdit(std::string_view file_text = {});

  // ---- the text ----
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string file_text() const;
  // Changes with each change of the text, also by undo().
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] int lines() const { return static_cast<int>(starts_.size()); }
  [[nodiscard]] int line_of(std::size_t at) const;
  [[nodiscard]] std::size_t start_of(int line) const;  // clamped to the lines that are there
  [[nodiscard]] std::size_t end_of(int line) const;    // before its line end
  [[nodiscard]] std::string_view line(int line) const;
  // The file was changed elsewhere: its text takes the place of this one, which undo() brings back.
  void replace_all_by(std::string_view file_text);

  // ---- caret and selection ----
  [[nodiscard]] std::size_t caret() const { return caret_; }
  // The selection's other end; caret() without one.
  [[nodiscard]] std::size_t anchor() const { return anchor_; }
  [[nodiscard]] std::pair<std::size_t, std::size_t> selection() const;  // first, behind the last
  [[nodiscard]] bool has_selection() const { return caret_ != anchor_; }
  [[nodiscard]] std::string_view selected() const;
  // `select`: the anchor stays. `page`: lines for page_up and page_down.
  void move(Motion motion, bool select, int page = 20);
  void place(std::size_t at, bool select);
  void select_word(std::size_t at);
  void select_line(int line);
  void select_all();

  // ---- changes; each replaces the selection ----
  void type(std::string_view characters);  // several in a row are one step of undo()
  void paste(std::string_view text);
  void new_line();                  // as far in as the line before, one step more behind a '{'
  void erase(Motion towards);       // the selection, else up to where the motion leads
  [[nodiscard]] std::string cut();  // the selection, else the line
  // The lines of the selection, by one step of the text's own width.
  void indent();
  void outdent();
  void toggle_comment();
  // The line or the selected lines, by one up or down.
  void move_lines(bool down);
  bool undo();  // false: nothing to undo
  bool redo();
  [[nodiscard]] bool can_undo() const { return !done_.empty(); }
  [[nodiscard]] bool can_redo() const { return !undone_.empty(); }

  // ---- find and replace ----
  // Selects the next one behind the selection (or before it), around the end; false: there is none.
  bool find(std::string_view wanted, FindOptions options, bool backwards = false);
  // How many there are, and the number of the one that is selected, from 1; 0: none is.
  [[nodiscard]] std::pair<std::size_t, std::size_t> count(std::string_view wanted,
                                                          FindOptions options) const;
  // The selection, if it is one, then selects the next. True: it was replaced.
  bool replace(std::string_view wanted, std::string_view by, FindOptions options);
  std::size_t replace_all(std::string_view wanted, std::string_view by, FindOptions options);

  // ---- help for code ----
  // The bracket at the caret and its partner; none if there is none.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> brackets() const;
  // The beginning of the word before the caret; empty: there is none.
  [[nodiscard]] std::string_view begun_word() const;
  // Words of the text that begin with it, and of `more`, sorted, without itself.
  [[nodiscard]] std::vector<std::string> completions(const std::vector<std::string>& more) const;
  // Completes the begun word.
  void complete(std::string_view word);

 private:
  struct Change {
    std::size_t at = 0;
    std::string removed, inserted;
    std::size_t caret_before = 0, anchor_before = 0;
    std::size_t caret_after = 0;
    bool is_typing = false;
  };

  [[nodiscard]] std::size_t target(Motion motion, int page);
  [[nodiscard]] std::size_t vertical(int lines);
  [[nodiscard]] std::size_t word_target(bool left) const;
  [[nodiscard]] std::pair<int, int> selected_lines() const;
  [[nodiscard]] std::string indent_step() const;
  [[nodiscard]] std::size_t next(std::size_t at) const;
  [[nodiscard]] std::size_t previous(std::size_t at) const;
  [[nodiscard]] bool is_at(std::size_t at, std::string_view wanted, FindOptions options) const;
  [[nodiscard]] std::size_t search(std::string_view wanted, FindOptions options, std::size_t from,
                                   bool backwards) const;

  void change(std::size_t at, std::size_t removed, std::string_view inserted,
              bool is_typing = false);
  void apply(std::size_t at, std::size_t removed, std::string_view inserted);
  void set_caret(std::size_t at, bool select);
  // Changes each of the selected lines: `edit(line) -> new text`; the selection stays on them.
  template <class Edit>
  void change_lines(const Edit& edit);

  std::string text_;
  bool has_carriage_returns_ = false;  // of the file
  std::vector<std::size_t> starts_;    // of the lines
  std::size_t caret_ = 0, anchor_ = 0;
  std::optional<std::size_t> column_;  // that up and down keep to, in characters
  std::vector<Change> done_, undone_;
  std::uint64_t version_ = 0;
};

}  // namespace lanescope::app
