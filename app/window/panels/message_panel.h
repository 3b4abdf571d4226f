// What is wrong, beside the last good picture: why the newest run failed, or what the kernel did
// wrong in it.
#pragma once

#include <string>
#include <vector>

#include "app/window/panels/panel.h"

namespace lanescope::app {

class MessagePanel final : public Panel {
 public:
  // Takes over what the session says now; call it once a frame before height().
  void follow(Ui& ui, const Session& session);
  // Pixels; 0 when there is nothing to say or it was closed.
  [[nodiscard]] float height(Ui& ui) const;
  [[nodiscard]] bool open() const { return !lines_.empty() && !closed_; }
  void close() { closed_ = true; }
  // Everything it says, for the clipboard and for tests.
  [[nodiscard]] std::string text() const;

 protected:
  void content(Ui& ui, Session& session, const Rect& area) override;

 private:
  struct Line {
    std::string text;
    int source_line = 0;  // 0: leads nowhere
  };

  void follow_report(const text::Texts& texts);

  std::string title_;
  bool is_error_ = true;  // otherwise only something worth knowing
  std::vector<Line> lines_;
  bool closed_ = false;
  int first_ = 0;
  // What it was made from.
  OutcomePtr outcome_;
  std::string problem_;
  bool had_problem_ = false;
  text::Language language_ = text::Language::english;
};

}  // namespace lanescope::app
