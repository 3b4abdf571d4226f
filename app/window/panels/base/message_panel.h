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
  // Height in pixels, limited so that the picture below stays legible; 0 if there are no messages
  // or the panel is closed.
  [[nodiscard]] float height(Ui& ui) const;
  [[nodiscard]] bool open() const { return !lines_.empty() && !closed_; }
  void close() { closed_ = true; }
  // The full text, for the clipboard and for tests.
  [[nodiscard]] std::string text() const;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  void follow_report(const text::Texts& texts);
  [[nodiscard]] const std::vector<MessageLine>& shown_lines() const;
  // Some lines are hidden at first.
  [[nodiscard]] bool can_expand() const;
  float draw_buttons(Ui& ui, const Rect& area, float middle);
  void draw_lines(Ui& ui, Session& session, const Rect& rows, float scroll_x);

  std::string title_;
  bool is_error_ = true;              // false: a notice, not an error
  std::vector<MessageLine> lines_;    // everything
  std::vector<MessageLine> grouped_;  // similar findings in one line each
  bool closed_ = false;
  bool expanded_ = false;
  int first_ = 0;
  // The run's outcome and problem that the lines were made from.
  OutcomePtr outcome_;
  std::string problem_;
  bool had_problem_ = false;
  std::string language_;
};

}  // namespace lanescope::app
