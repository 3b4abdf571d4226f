// The kernel's text as it is changed in the window: in place of the code with its costs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "app/session/edit/edited_file.h"
#include "app/window/panels/base/panel.h"
#include "app/window/panels/kernel/editor_bars.h"
#include "viz/picture/kernel/code.h"

namespace lanescope::app {

class EditorPanel final : public Panel {
 public:
  ~EditorPanel() override;  // saves what was typed

  // Begins to change the file, with the caret in this line, from 1. `original`: what it can be
  // restored to; empty: its text as it is now. The error is one sentence.
  [[nodiscard]] tl::expected<void, std::string> begin(const std::filesystem::path& file,
                                                      const std::filesystem::path& original,
                                                      int line);
  // Side A of the comparison with the original, as `--view compare=A` takes it; empty: it cannot be
  // compared.
  void compare_by(std::string side) { can_compare_ = std::move(side); }
  // Saves and ends. Nothing if it is not open.
  void end(Session& session);
  [[nodiscard]] bool open() const { return file_ != nullptr; }
  // The keyboard writes into it.
  [[nodiscard]] bool typing() const { return open() && has_keyboard_ && !is_hidden_; }
  // While a lecture or an open question hides it.
  void hide(bool hidden) { is_hidden_ = hidden; }
  // Another kernel was chosen: saves and ends. Saves what is due, and runs it. Seconds until more
  // is due.
  std::optional<double> update(Session& session, double now_s);

  // A key of the editor. `shift`, `control`, `alt`. False: it means nothing here.
  struct Key {
    int key = 0, mods = 0;  // GLFW_KEY_*, GLFW_MOD_*
  };
  bool press(const Key& key, Ui& ui, Session& session);
  // Esc: closes the words offered, the search, or the editor.
  void close_uppermost(Session& session);

  [[nodiscard]] const EditedFile* file() const { return file_.get(); }
  [[nodiscard]] bool finds() const { return search_.is_open(); }
  [[nodiscard]] const std::vector<std::string>& offered() const { return offered_; }
  // The lines whose errors are shown, from 1.
  [[nodiscard]] const std::vector<int>& error_lines() const { return error_lines_; }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  // A row on the screen: a line of the text, or a message below it. Each message moves the lines
  // behind it one row down.
  struct Row {
    std::size_t line = 0;
    std::optional<std::size_t> note;  // index into notes_
  };
  struct Note {
    std::size_t line = 0;
    std::string text;
  };

  float header(Ui& ui, Session& session, const Rect& area);
  float search(Ui& ui, const Rect& area);
  void text(Ui& ui, const Rect& area);
  void take_typed(Ui& ui);
  void take_mouse(Ui& ui, const Rect& area, float text_x);
  void follow_errors(const Session& session);
  void follow_costs(const Session& session, const text::Texts& texts);
  // nullptr: it has no access.
  [[nodiscard]] const picture::LineCost* cost_of(std::size_t line) const;
  void draw_cost(Ui& ui, std::size_t line, float right, float middle);
  [[nodiscard]] std::size_t row_count() const;
  [[nodiscard]] Row row_at(std::size_t row) const;
  [[nodiscard]] std::size_t row_of_note(std::size_t note) const;
  void follow_comments(std::size_t last_line);
  void reveal_caret(Ui& ui, float rows_h, float text_w);
  void draw_line(Ui& ui, std::size_t line, float x, float middle);
  void draw_ranges(Ui& ui, std::size_t line, float x, float top);
  void draw_offered(Ui& ui, const Rect& area, float text_x);
  [[nodiscard]] TextPlace place_at(Ui& ui, const Rect& area, float text_x) const;
  [[nodiscard]] float x_of(Ui& ui, const TextPlace& place) const;
  [[nodiscard]] std::size_t row_of(std::size_t line) const;
  bool press_offered(const Key& key);
  bool press_in_text(const Key& key);
  bool press_clipboard(const Key& key);
  void after_search(SearchBar::Used used);
  void open_search(bool replaces);
  void find(TextEdit::Direction direction);
  void offer_words(bool asked);
  void changed();  // the caret has moved, or the text has changed
  [[nodiscard]] TextEdit& edit() { return file_->text(); }

  std::unique_ptr<EditedFile> file_;
  bool has_keyboard_ = false;
  bool is_hidden_ = false;
  bool is_hovered_ = false;  // the text, in this frame
  bool reveals_ = false;     // the caret, in the next frame
  std::size_t top_row_ = 0;  // the first one shown
  std::size_t rows_shown_ = 1;
  float left_ = 0;  // pixels that are scrolled away
  float wheel_rest_ = 0;
  std::vector<Note> notes_;  // in the order of their lines
  std::vector<int> error_lines_;
  std::vector<picture::LineCost> costs_;  // of costs_of_
  OutcomePtr costs_of_;
  std::optional<std::pair<TextPlace, TextPlace>> brackets_;  // at the caret, in this frame
  std::vector<bool> in_comment_;  // at the start of each line, of those shown and before
  std::optional<std::uint64_t> read_revision_;  // that in_comment_ belongs to
  std::filesystem::path variant_path_;  // of the kernel that is edited, as the lesson says it
  SearchBar search_;
  bool ends_ = false;        // by its button, in this frame
  std::string can_compare_;  // the other side of the comparison with the shipped text; empty: none
  std::vector<std::string> offered_;
  std::size_t offer_ = 0;
  bool chose_offer_ = false;  // by the arrow keys: Enter takes it
};

}  // namespace lanescope::app
