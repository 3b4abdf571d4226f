// A text that is being edited: its lines, the caret, the selection and what can be undone. Needs no
// window. The text is UTF-8; a caret stands between characters, never within one. Bytes that are no
// UTF-8 count as characters of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::app {

// Between two characters. Both from 0; `column` in bytes, at most the line's length.
struct TextPlace {
  std::size_t line = 0, column = 0;
  auto operator<=>(const TextPlace&) const = default;
};

struct TextRange {
  TextPlace first, last;  // first <= last
  bool operator==(const TextRange&) const = default;
};

class TextEdit {
 public:
  // What a movement crosses. `edge`: the line's end, or its first character that is no space and
  // then its beginning. `page`: `page_lines` lines.
  enum class Unit : std::uint8_t { character, word, edge, line, page, text };
  enum class Direction : std::uint8_t { back, forth };

  // A new text: caret at the start, nothing to undo. "\r\n" and "\r" become "\n"; text() gives the
  // line ends back that the text came with (those of its first line).
  void set(std::string_view text);

  [[nodiscard]] std::string text() const;
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }  // one at least
  [[nodiscard]] TextPlace caret() const { return caret_; }
  // The other end of the selection; the caret's place if there is none.
  [[nodiscard]] TextPlace anchor() const { return anchor_; }
  [[nodiscard]] bool has_selection() const { return caret_ != anchor_; }
  [[nodiscard]] TextRange selection() const;
  [[nodiscard]] std::string selected() const;  // lines end with "\n"
  // Increases with each change of the text, and with no other call.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }

  // --- changes; each replaces the selection ---

  // What one types: undone word by word. "}" as the first character of its line goes one step of
  // indentation back with it.
  void type(std::string_view characters);
  // From the clipboard: undone at once. "\r\n" and "\r" become "\n".
  void insert(std::string_view text);
  // A new line with the indentation of the present one, one step deeper behind "{"; between "{" and
  // "}" the bracket gets a line of its own.
  void new_line();
  void erase(Unit unit, Direction direction);  // character, word or edge; or the selection
  // Indents the lines of the selection, or inserts spaces up to the next stop at the caret. `back`:
  // takes one step of indentation away from the caret's or the selection's lines.
  void indent(Direction direction);
  // "// " before the selected lines, or before the caret's; away, if all of them (that are not
  // empty) have it.
  void toggle_comment();
  void move_lines(Direction direction);  // the selected lines change places with the next one
  void duplicate();                      // the selection, or the caret's line below itself
  void erase_lines();                    // those of the selection, or the caret's

  bool undo();  // false: there is nothing to undo. Selection and caret come back, too
  bool redo();

  // --- moving ---

  // By a character out of a selection (not `selects`): to its end. By lines beyond the first or the
  // last one: to the text's beginning or end.
  void move(Unit unit, Direction direction, bool selects, std::size_t page_lines = 1);
  void place(TextPlace place, bool selects);  // moved to the nearest place that there is
  void select(TextRange range);               // likewise
  void select_word(TextPlace place);
  void select_line(std::size_t line);  // with its end
  void select_all();

  // --- finding ---

  struct Search {
    std::string words;
    bool matches_case = false;  // of ASCII letters
    bool whole_words = false;
  };
  // All occurrences, in order; they do not overlap. None for no words.
  [[nodiscard]] std::vector<TextRange> find_all(const Search& search) const;
  // Selects the next one behind the selection or before it, over the end to the beginning. False:
  // there is none, and the selection stays.
  bool find(const Search& search, Direction direction);
  // If the selection is one of them, replaces it; then selects the next. False: there is none (and
  // the caret is behind what was replaced, if anything was).
  bool replace(const Search& search, std::string_view by);
  // Undone at once. Returns how many. The caret stays in its line.
  std::size_t replace_all(const Search& search, std::string_view by);

  // The bracket at the caret (behind it, else before it) and the one that belongs to it: ()[]{}
  // outside of comments, strings and characters. nullopt: there is none, or it is too far away
  // (100,000 characters are looked at).
  [[nodiscard]] std::optional<std::pair<TextPlace, TextPlace>> brackets() const;

  // --- completion ---

  // The letters, digits and "_" (and "." behind threadIdx and its like) that end at the caret.
  [[nodiscard]] std::string begun_word() const;
  // Words that go on with begun_word(), which has two characters at least: those of the text (of
  // the 100,000 characters around the caret), in lines near the caret first, then CUDA's; those at
  // the same distance in alphabetical order; at most `limit`.
  [[nodiscard]] std::vector<std::string> completions(std::size_t limit = 8) const;
  void complete(std::string_view word);  // in place of begun_word()

  // The nearest place that there is, between two characters.
  [[nodiscard]] TextPlace nearest(TextPlace place) const;
  // Characters (not bytes) before the column, with tabs to the next multiple of 4: the column that
  // a fixed-width font shows, in which East Asian wide characters count twice; and back.
  [[nodiscard]] std::size_t shown_column(TextPlace place) const;
  [[nodiscard]] std::size_t column_shown_at(std::size_t line, std::size_t shown) const;

  static constexpr std::size_t indentation = 4;  // spaces; files that indent by 2 keep doing so

 private:
  // Implementation: see text_edit.cpp. An undo step keeps what was replaced and by what.
  struct Change {
    TextPlace at;
    std::string removed, added;
  };
  struct Step {
    std::vector<Change> changes;
    TextPlace caret_before, anchor_before, caret_after, anchor_after;
    bool is_typing = false;
  };

  struct Ends {
    TextPlace caret, anchor;
  };
  // In a line: what replaces `removed` bytes from the column on.
  struct LineEdit {
    std::size_t column = 0, removed = 0;
    std::string_view added;
  };
  struct Needle {
    std::vector<std::string> lines;
    bool matches_case, whole_words;
  };

  [[nodiscard]] std::string text_of(TextRange range) const;
  void splice(TextRange range, std::string_view added);
  // All changes of the text but set(), undo() and redo() go through here. `ends`: where caret and
  // anchor are then; else both behind what was added. `types`: may go on with the last step.
  void change(TextRange range, std::string_view added, std::optional<Ends> ends = {},
              bool types = false);
  void end_typing();
  void edit_lines(std::size_t first, const std::vector<LineEdit>& edits);
  void go_to(Ends ends);

  // First and last. A selection that ends before a line's first character does not include it.
  [[nodiscard]] std::pair<std::size_t, std::size_t> chosen_lines() const;
  [[nodiscard]] std::string indentation_step() const;
  // Bytes of one step of indentation before the place, in which nothing but blanks is before it.
  [[nodiscard]] std::size_t step_before(TextPlace place) const;
  // Where a movement leads, but for those by lines.
  [[nodiscard]] TextPlace crossed(TextPlace from, Unit unit, Direction direction) const;

  [[nodiscard]] static Needle needle_of(const Search& search);
  // Those that begin in the line.
  [[nodiscard]] std::vector<TextRange> found_in(std::size_t line, const Needle& needle) const;

  std::vector<std::string> lines_{""};
  std::string line_end_ = "\n";
  TextPlace caret_, anchor_;
  std::optional<std::size_t> wanted_column_;  // shown; kept over movements by line
  std::uint64_t revision_ = 0;
  std::vector<Step> done_, undone_;
};

}  // namespace lanescope::app
