// What went wrong, next to the last good picture: why the newest run failed, or what the kernel did
// wrong.
#pragma once

#include <string>
#include <vector>

#include "app/window/panels/base/message_lines.h"
#include "app/window/panels/base/panel.h"

namespace lanescope::app {

class MessagePanel final : public Panel {
 public:
  // Takes over the session's current messages. Call once a frame, before height().
  void follow(Ui& ui, const Session& session);
  // Gives way to a page that would lose what names its numbers: only the title's row is left, with
  // the first line in it, until all lines are asked for.
  void keep_low(bool low) { is_low_ = low; }
  // Height in pixels, limited so that the picture below stays legible; 0 if there are no messages
  // or the panel is closed.
  [[nodiscard]] float height(Ui& ui) const;
  [[nodiscard]] bool open() const { return !lines_.empty() && !closed_; }
  void close() { closed_ = true; }
  void reopen() { closed_ = false; }
  // What a closed panel holds, such as "6 errors"; empty if it is open or has nothing.
  [[nodiscard]] std::string closed_summary() const {
    return closed_ && !lines_.empty() ? summary_ : std::string();
  }
  [[nodiscard]] Severity severity() const { return severity_; }
  // The full text, for the clipboard and for tests.
  [[nodiscard]] std::string text() const;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  void follow_report(const text::Texts& texts);
  [[nodiscard]] const std::vector<MessageLine>& shown_lines() const;
  // Some lines are hidden at first.
  [[nodiscard]] bool can_expand() const;
  // One row of the panel: a line, or a part of one that is wrapped.
  struct Row {
    std::size_t line = 0;  // index into shown_lines()
    bool is_first = true;  // of its line
    std::string text;
  };
  [[nodiscard]] std::vector<Row> rows_of(Ui& ui, float width) const;
  [[nodiscard]] std::size_t most_rows(Ui& ui) const;
  // Of the column of links to a finding's other place; 0 if there are none.
  [[nodiscard]] float links_width(Ui& ui) const;
  // In a panel of this width: of the column of titles; whether a line's end is cut.
  [[nodiscard]] float titles_width(Ui& ui, float width) const;
  [[nodiscard]] bool cuts_lines(Ui& ui, float width) const;
  float draw_buttons(Ui& ui, const Rect& area, float middle, bool cuts);
  bool draw_link(Ui& ui, int row, const Rect& box, const MessageLine& line);
  void draw_lines(Ui& ui, Session& session, const Rect& rows, float scroll_x);

  std::string title_;
  std::string summary_;
  Severity severity_ = Severity::error;  // the gravest of the lines
  std::vector<MessageLine> lines_;       // everything
  std::vector<MessageLine> grouped_;     // similar findings in one line each
  bool closed_ = false;
  bool expanded_ = false;
  bool is_low_ = false;
  std::size_t rows_ = 0;  // when last drawn
  int first_ = 0;
  // The run's outcome and problem that the lines were made from.
  OutcomePtr outcome_;
  std::string problem_;
  bool had_problem_ = false;
  std::string language_;
};

// Of an error, a warning and a note.
[[nodiscard]] const Color& color_of(Severity severity, const picture::Palette& palette);

}  // namespace lanescope::app
