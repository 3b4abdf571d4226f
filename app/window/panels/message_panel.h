// What is wrong, beside the last good picture: why the newest run failed, or what the kernel did
// wrong in it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/window/panels/message_lines.h"
#include "app/window/panels/panel.h"

namespace lanescope::app {

class MessagePanel final : public Panel {
 public:
  // Takes over what the session says now; call it once a frame before height().
  void follow(Ui& ui, const Session& session);
  // Pixels, never so many that the picture below suffers; 0 when there is nothing to say or it was
  // closed.
  [[nodiscard]] float height(Ui& ui) const;
  [[nodiscard]] bool open() const { return !lines_.empty() && !closed_; }
  void close() { closed_ = true; }
  // Everything it says, for the clipboard and for tests.
  [[nodiscard]] std::string text() const;
  // The list of what to look for was asked for.
  [[nodiscard]] bool takes_checks() { return std::exchange(wants_checks_, false); }

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  void follow_report(const text::Texts& texts);
  [[nodiscard]] const std::vector<MessageLine>& shown_lines() const;
  // There is more to say than is shown at first.
  [[nodiscard]] bool can_expand() const;
  float draw_buttons(Ui& ui, const Rect& area, float middle);
  void draw_lines(Ui& ui, Session& session, const Rect& rows, float scroll_x);

  std::string title_;
  bool is_error_ = true;              // otherwise only something worth knowing
  std::vector<MessageLine> lines_;    // everything
  std::vector<MessageLine> grouped_;  // what is alike in one line
  bool closed_ = false;
  bool expanded_ = false;
  bool wants_checks_ = false;
  int first_ = 0;
  // What it was made from.
  OutcomePtr outcome_;
  std::string problem_;
  bool had_problem_ = false;
  text::Language language_ = text::Language::english;
};

}  // namespace lanescope::app
